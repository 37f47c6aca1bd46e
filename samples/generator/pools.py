"""Words that invented companies, people and places are made of. Municipalities, States and bodies are real; nothing else is."""

from __future__ import annotations

# (municipality, UF, first five digits of a CEP of its range, area code)
MUNICIPIOS: list[tuple[str, str, str, str]] = [
    ("Campinas", "SP", "13010", "19"), ("São José do Rio Preto", "SP", "15015", "17"), ("Mogi das Cruzes", "SP", "08710", "11"),
    ("Assis", "SP", "19806", "18"), ("Ribeirão Preto", "SP", "14025", "16"), ("São Paulo", "SP", "03102", "11"),
    ("Guaratinguetá", "SP", "12501", "12"), ("Rio de Janeiro", "RJ", "21041", "21"), ("Niterói", "RJ", "24020", "21"),
    ("Nova Iguaçu", "RJ", "26220", "21"), ("Campos dos Goytacazes", "RJ", "28035", "22"), ("Belo Horizonte", "MG", "30140", "31"),
    ("Uberlândia", "MG", "38400", "34"), ("Montes Claros", "MG", "39400", "38"), ("Poços de Caldas", "MG", "37701", "35"),
    ("Curitiba", "PR", "80215", "41"), ("Londrina", "PR", "86010", "43"), ("Foz do Iguaçu", "PR", "85851", "45"),
    ("Porto Alegre", "RS", "91010", "51"), ("Caxias do Sul", "RS", "95020", "54"), ("Santa Maria", "RS", "97010", "55"),
    ("Joinville", "SC", "89201", "47"), ("Chapecó", "SC", "89801", "49"), ("Florianópolis", "SC", "88025", "48"),
    ("Goiânia", "GO", "74030", "62"), ("Anápolis", "GO", "75020", "62"), ("Rio Verde", "GO", "75901", "64"),
    ("Salvador", "BA", "40050", "71"), ("Feira de Santana", "BA", "44001", "75"), ("Vitória da Conquista", "BA", "45000", "77"),
    ("Recife", "PE", "50720", "81"), ("Caruaru", "PE", "55002", "81"), ("Petrolina", "PE", "56302", "87"),
    ("Fortaleza", "CE", "60115", "85"), ("Juazeiro do Norte", "CE", "63010", "88"), ("Sobral", "CE", "62010", "88"),
    ("Vitória", "ES", "29015", "27"), ("Cachoeiro de Itapemirim", "ES", "29300", "28"), ("Linhares", "ES", "29900", "27"),
    ("Belém", "PA", "66035", "91"), ("Santarém", "PA", "68005", "93"), ("Marabá", "PA", "68500", "94"),
    ("São Luís", "MA", "65010", "98"), ("Imperatriz", "MA", "65900", "99"), ("João Pessoa", "PB", "58013", "83"),
    ("Campina Grande", "PB", "58400", "83"), ("Natal", "RN", "59020", "84"), ("Mossoró", "RN", "59600", "84"),
    ("Maceió", "AL", "57020", "82"), ("Arapiraca", "AL", "57300", "82"), ("Aracaju", "SE", "49010", "79"),
    ("Teresina", "PI", "64000", "86"), ("Manaus", "AM", "69020", "92"), ("Porto Velho", "RO", "76801", "69"),
    ("Rio Branco", "AC", "69900", "68"), ("Boa Vista", "RR", "69301", "95"), ("Macapá", "AP", "68900", "96"),
    ("Palmas", "TO", "77020", "63"), ("Cuiabá", "MT", "78005", "65"), ("Sinop", "MT", "78550", "66"),
    ("Campo Grande", "MS", "79002", "67"), ("Dourados", "MS", "79801", "67"),
]
UFS: dict[str, tuple[str, str]] = {
    "AC": ("Acre", "do"), "AL": ("Alagoas", "de"), "AM": ("Amazonas", "do"), "AP": ("Amapá", "do"), "BA": ("Bahia", "da"),
    "CE": ("Ceará", "do"), "ES": ("Espírito Santo", "do"), "GO": ("Goiás", "de"), "MA": ("Maranhão", "do"),
    "MG": ("Minas Gerais", "de"), "MS": ("Mato Grosso do Sul", "de"), "MT": ("Mato Grosso", "de"), "PA": ("Pará", "do"),
    "PB": ("Paraíba", "da"), "PE": ("Pernambuco", "de"), "PI": ("Piauí", "do"), "PR": ("Paraná", "do"), "RJ": ("Rio de Janeiro", "do"),
    "RN": ("Rio Grande do Norte", "do"), "RO": ("Rondônia", "de"), "RR": ("Roraima", "de"), "RS": ("Rio Grande do Sul", "do"),
    "SC": ("Santa Catarina", "de"), "SE": ("Sergipe", "de"), "SP": ("São Paulo", "de"), "TO": ("Tocantins", "do"),
}
CERTIFICADOS: dict[str, list[tuple[str, str]]] = {
    "SP": [("AVCB", "Auto de Vistoria do Corpo de Bombeiros"), ("CLCB", "Certificado de Licença do Corpo de Bombeiros")],
    "MG": [("AVCB", "Auto de Vistoria do Corpo de Bombeiros"), ("CLCB", "Certificado de Licenciamento do Corpo de Bombeiros")],
    "RJ": [("CA", "Certificado de Aprovação"), ("CAA", "Certificado de Aprovação Assistido")],
    "PR": [("CLCB", "Certificado de Licenciamento do Corpo de Bombeiros"), ("CVCB", "Certificado de Vistoria do Corpo de Bombeiros")],
    "RS": [("APPCI", "Alvará de Prevenção e Proteção Contra Incêndio")],
    "SC": [("AVF", "Atestado de Vistoria para Funcionamento")],
    "GO": [("CERCON", "Certificado de Conformidade")],
    "ES": [("ALCB", "Alvará de Licença do Corpo de Bombeiros")],
    "PE": [("AR", "Atestado de Regularidade"), ("AVCB", "Atestado de Vistoria do Corpo de Bombeiros")],
    "CE": [("CC", "Certificado de Conformidade do Sistema de Proteção Contra Incêndio e Pânico")],
    "BA": [("CLB", "Certificado de Licenciamento dos Bombeiros"), ("AVCB", "Auto de Vistoria do Corpo de Bombeiros")],
    "AC": [("CA", "Certificado de Aprovação")],
    "RN": [("AVCB", "Auto de Vistoria do Corpo de Bombeiros"), ("CLCB", "Certificado de Licenciamento do Corpo de Bombeiros")],
}
CERTIFICADO_GERAL = [("AVCB", "Auto de Vistoria do Corpo de Bombeiros"), ("CV", "Certificado de Vistoria"),
                     ("CR", "Certificado de Regularidade")]
AMBIENTAIS: dict[str, tuple[str, str]] = {
    "SP": ("CETESB", "CETESB - Companhia Ambiental do Estado de São Paulo"), "RJ": ("INEA", "Instituto Estadual do Ambiente - INEA"),
    "PR": ("IAT", "Instituto Água e Terra - IAT"), "SC": ("IMA", "Instituto do Meio Ambiente de Santa Catarina - IMA"),
    "RS": ("FEPAM", "Fundação Estadual de Proteção Ambiental Henrique Luiz Roessler - FEPAM"),
    "BA": ("INEMA", "Instituto do Meio Ambiente e Recursos Hídricos - INEMA"), "CE": ("SEMACE", "Superintendência Estadual do Meio Ambiente - SEMACE"),
    "PE": ("CPRH", "Agência Estadual de Meio Ambiente - CPRH"), "RN": ("IDEMA", "Instituto de Desenvolvimento Sustentável e Meio Ambiente - IDEMA"),
    "ES": ("IEMA", "Instituto Estadual de Meio Ambiente e Recursos Hídricos - IEMA"), "TO": ("NATURATINS", "Instituto Natureza do Tocantins - NATURATINS"),
    "AL": ("IMA", "Instituto do Meio Ambiente do Estado de Alagoas - IMA/AL"), "MG": ("SEMAD", "Secretaria de Estado de Meio Ambiente e Desenvolvimento Sustentável"),
}
JUNTAS: dict[str, tuple[str, str]] = {
    "SP": ("JUCESP", "Junta Comercial do Estado de São Paulo"), "RJ": ("JUCERJA", "Junta Comercial do Estado do Rio de Janeiro"),
    "MG": ("JUCEMG", "Junta Comercial do Estado de Minas Gerais"), "PR": ("JUCEPAR", "Junta Comercial do Paraná"),
    "RS": ("JUCISRS", "Junta Comercial, Industrial e Serviços do Rio Grande do Sul"), "SC": ("JUCESC", "Junta Comercial do Estado de Santa Catarina"),
    "GO": ("JUCEG", "Junta Comercial do Estado de Goiás"), "BA": ("JUCEB", "Junta Comercial do Estado da Bahia"),
    "PE": ("JUCEPE", "Junta Comercial do Estado de Pernambuco"), "CE": ("JUCEC", "Junta Comercial do Estado do Ceará"),
    "ES": ("JUCEES", "Junta Comercial do Estado do Espírito Santo"), "PA": ("JUCEPA", "Junta Comercial do Estado do Pará"),
    "MA": ("JUCEMA", "Junta Comercial do Estado do Maranhão"), "MT": ("JUCEMAT", "Junta Comercial do Estado de Mato Grosso"),
}
NOMES_M = ["Antônio", "José Carlos", "João Batista", "Marcos Vinícius", "Paulo Sérgio", "Luís Henrique", "Fábio", "Cláudio", "Edmílson",
           "Rogério", "Adriano", "Otávio", "Sebastião", "Wanderley", "Geraldo", "Anderson"]
NOMES_F = ["Maria Aparecida", "Ana Lúcia", "Cláudia", "Márcia Regina", "Patrícia", "Sônia", "Rosângela", "Eliane", "Débora", "Vânia",
           "Tereza Cristina", "Luciana", "Conceição", "Joana D'Arc"]
SOBRENOMES = ["Andrade", "Barcelos", "Camargo", "Drummond", "Esteves", "Figueiredo", "Gusmão", "Holanda", "Inácio", "Junqueira", "Lacerda",
              "Magalhães", "Nogueira", "Olivério", "Pacheco", "Queirós", "Rezende", "Siqueira", "Tavares", "Valadão", "Xavier", "Zanetti",
              "dos Santos", "da Silva", "de Souza", "Gonçalves", "Araújo", "Brandão"]
NUCLEOS = ["Boa Esperança", "São Judas", "Três Irmãos", "Chama Azul", "Estrela do Sul", "Águas Claras", "Vale Verde", "Nossa Senhora da Penha",
           "Serra Dourada", "Ipê Amarelo", "Rio Manso", "Bom Jesus", "Nova Aliança", "Pedra Branca", "Sol Nascente", "Monte Líbano",
           "Cruzeiro", "Santa Rita", "Guarani", "Horizonte", "Primavera", "Araucária", "Jatobá", "Alvorada", "Imbuia", "Panorama",
           "Santa Bárbara", "São Cristóvão", "Buriti", "Recanto", "Paineiras", "Cachoeira Alta", "Figueira", "Veredas", "Tamoio"]
FORMAS = ["Comercial de Gás {n}", "{n} Comércio de Gás", "Distribuidora de Gás {n}", "{n} Gás e Água", "Depósito de Gás {n}", "{s} & {t} Comércio de GLP",
          "Revendedora de Gás {n}", "{s} Comércio de Gás", "{n} Distribuidora de Gás e Água Mineral", "Gás {n} Comércio e Transportes",
          "{s} e Filhos Comércio de Gás", "Nova {n} Revenda de GLP"]
FANTASIAS = ["{n} Gás", "Gás {n}", "Disk Gás {n}", "{n}", "Casa do Gás {n}", "Central Gás {n}"]
RUAS = ["Barão de Itapura", "Sete de Setembro", "Coronel Joaquim Teodoro", "das Palmeiras", "Marechal Deodoro", "Doutor Júlio Prestes", "XV de Novembro",
        "Padre Anchieta", "São Sebastião", "Presidente Vargas", "Professor Álvaro Guião", "Tiradentes", "da Independência", "Engenheiro Rebouças",
        "Nossa Senhora Aparecida", "Capitão José Dias", "dos Expedicionários", "Santos Dumont", "Duque de Caxias", "Visconde de Taunay", "José Bonifácio",
        "General Osório", "Dom Pedro II", "Governador Celso Ramos", "Juscelino Kubitschek", "Vereador Antônio Pires", "das Acácias", "Ângelo Piva"]
TIPOS_RUA = ["Rua", "Rua", "Rua", "Rua", "Avenida", "Avenida", "Travessa", "Alameda", "Estrada", "Praça"]
ABREVIA = {"Rua": "R", "Avenida": "AV", "Travessa": "TV", "Alameda": "AL", "Estrada": "EST", "Praça": "PC", "Rodovia": "ROD"}
TITULOS = {"Coronel": "Cel", "Marechal": "Mal", "Doutor": "Dr", "Presidente": "Pres", "Professor": "Prof", "Engenheiro": "Eng", "Capitão": "Cap",
           "General": "Gal", "Governador": "Gov", "Vereador": "Ver", "Padre": "Pe", "Nossa Senhora": "N Sra", "Visconde": "Visc"}
BAIRROS = ["Centro", "Vila Nova", "Jardim América", "Jardim Paulista", "Santo Antônio", "Parque Industrial", "Bela Vista", "São José", "Boa Vista",
           "Vila Operária", "Distrito Industrial", "Conjunto Habitacional Esperança", "Novo Horizonte", "Cidade Nova"]
COMPLEMENTOS = ["Sala 2", "Loja A", "Galpão 3", "Fundos", "Lote 12", "Quadra 7 Lote 4", "Térreo", "Casa", "Box 5", "Anexo"]
DISTRIBUIDORES = [("Fulgás Distribuidora de Gás S.A.", ["Fulgás"]), ("Nortechama Distribuidora de GLP Ltda", ["Nortechama", "Butanor"]),
                  ("Companhia Meridional de Gás", ["Meridional"]), ("Azulgaz Engarrafadora S/A", ["Azulgaz"]),
                  ("Brasilar Distribuidora de Gás Ltda", ["Brasilar", "Lar Gás"]), ("Supra Gás Butano S.A.", ["Supragás"])]
PROFISSOES = ["comerciante", "empresário", "administrador de empresas", "contador", "engenheiro civil", "professor"]
CNAES = {
    "4784900": "Comércio varejista de gás liqüefeito de petróleo (GLP)", "4723700": "Comércio varejista de bebidas",
    "4930201": "Transporte rodoviário de carga, exceto produtos perigosos e mudanças, municipal",
    "4930203": "Transporte rodoviário de produtos perigosos", "4712100": "Comércio varejista de mercadorias em geral, com predominância de produtos alimentícios - minimercados, mercearias e armazéns",
    "4744099": "Comércio varejista de materiais de construção em geral", "4789099": "Comércio varejista de outros produtos não especificados anteriormente",
    "4759899": "Comércio varejista de outros artigos de uso pessoal e doméstico não especificados anteriormente",
    "5320202": "Serviços de entrega rápida", "4731800": "Comércio varejista de combustíveis para veículos automotores",
    "4711302": "Comércio varejista de mercadorias em geral, com predominância de produtos alimentícios - supermercados",
    "4541206": "Comércio a varejo de peças e acessórios novos para motocicletas e motonetas",
}
ATIVIDADES_GLP = [
    ("Comércio varejista de gás liqüefeito de petróleo (GLP)", "Comércio varejista de GLP"),
    ("Revenda de recipientes transportáveis cheios de gás liquefeito de petróleo - GLP", "Revenda de GLP"),
    ("Comércio varejista de gás liquefeito de petróleo (GLP) em recipientes transportáveis", "Revenda de gás GLP"),
    ("Depósito e revenda de botijões de gás liquefeito de petróleo (GLP)", "Depósito e revenda de GLP"),
    ("Posto de revenda de GLP (PRGLP) - recipientes transportáveis cheios", "Posto revendedor de GLP"),
    ("Comércio varejista de gás de cozinha (GLP) e água mineral", "Revenda de GLP"),
]
ATIVIDADES_OUTRAS = [("Comércio varejista de produtos alimentícios em geral", "Mercearia"), ("Oficina mecânica de veículos automotores", "Oficina mecânica"),
                     ("Comércio varejista de materiais de construção", "Material de construção"), ("Escritório administrativo", "Escritório")]
CLASSES: list[tuple[str, int, int]] = [("I", 0, 520), ("II", 520, 1560), ("III", 1560, 6240), ("IV", 6240, 12480), ("V", 12480, 24960),
                                       ("VI", 24960, 49920), ("VII", 49920, 99840), ("Especial", 99840, 300000)]
"""Class and its kilograms, lower limit exclusive, upper inclusive (NBR 15514, contract section 4, reading 7)."""
