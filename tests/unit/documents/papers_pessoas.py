"""Powers of attorney and identity documents in wordings composed anew: no paper of anybody."""

# ruff: noqa: E501

from __future__ import annotations

from typing import Any

Paper = tuple[str, str, dict[str, Any]]

PROCURACOES: list[Paper] = [
    (
        "procuracao",
        """# PROCURAÇÃO
OUTORGANTE: POSTO SERRA AZUL LTDA, pessoa jurídica de direito privado, inscrita no CNPJ sob o nº 11.222.333/0001-81, com sede na Avenida Goiás, nº 1.450, Setor Central, Anápolis/GO, CEP 75020-010, neste ato representada por seu sócio administrador JOÃO CARLOS DA SILVA, brasileiro, casado, empresário, portador do RG nº 2345678 SSP/GO e do CPF nº 390.533.447-05.
OUTORGADO: MARCELO TEIXEIRA BORGES, brasileiro, solteiro, despachante, portador do RG nº 4455667 SSP/GO e inscrito no CPF nº 529.982.247-25, residente e domiciliado na Rua 7, nº 12, Centro, Goiânia/GO.
PODERES: representar a outorgante perante a Agência Nacional do Petróleo, Gás Natural e Biocombustíveis - ANP, podendo assinar a Ficha Cadastral, requerer, juntar e retirar documentos e praticar todos os atos necessários ao fiel cumprimento deste mandato.
A presente procuração é válida até 31/12/2026.
Anápolis, 12 de março de 2026.
POSTO SERRA AZUL LTDA
João Carlos da Silva
""",
        {
            "outorgante": "POSTO SERRA AZUL LTDA",
            "outorgado": "MARCELO TEIXEIRA BORGES",
            "poderes": "representar a outorgante perante a Agência Nacional do Petróleo",
            "cnpj": "11222333000181",
            "razao_social": "POSTO SERRA AZUL LTDA",
            "endereco": {"logradouro": "Avenida Goiás", "numero": "1450", "municipio": "Anápolis", "uf": "GO"},
            "data_emissao": "2026-03-12",
            "validade": "2026-12-31",
        },
    ),
    (
        "procuracao",
        """## REPÚBLICA FEDERATIVA DO BRASIL
## 3º TABELIONATO DE NOTAS DE CUIABÁ - MT
Livro 0245-P	Folhas 118/119	Protocolo 33412
# PROCURAÇÃO BASTANTE QUE FAZ AUTO POSTO PANTANEIRO LTDA
SAIBAM quantos este público instrumento de procuração bastante virem que, aos dez dias do mês de fevereiro do ano de dois mil e vinte e seis (10/02/2026), nesta cidade de Cuiabá, Estado de Mato Grosso, perante mim, Tabelião, compareceu como outorgante AUTO POSTO PANTANEIRO LTDA, CNPJ/MF 11.222.333/0001-81, com sede na Rodovia BR-364, km 12, Distrito Industrial, Cuiabá/MT, representada por sua sócia administradora SÔNIA APARECIDA DE SOUZA, brasileira, divorciada, empresária, CPF 529.982.247-25, pela qual me foi dito que nomeia e constitui seu bastante procurador PAULO HENRIQUE NUNES, brasileiro, casado, advogado, OAB/MT 12.345, CPF 390.533.447-05, a quem confere amplos poderes para o fim especial de representá-la perante a ANP, Receita Federal, Secretaria de Fazenda e Corpo de Bombeiros, assinando requerimentos e fichas cadastrais, vedado o substabelecimento. Dou fé. Eu, escrevente, a digitei.
""",
        {
            "outorgante": "AUTO POSTO PANTANEIRO LTDA",
            "outorgado": "PAULO HENRIQUE NUNES",
            "poderes": "representá-la perante a ANP",
            "cnpj": "11222333000181",
            "data_emissao": "2026-02-10",
            "uf_emissor": "MT",
        },
    ),
    (
        "procuracao",
        """# INSTRUMENTO PARTICULAR DE PROCURAÇÃO
Pelo presente instrumento particular de procuração, a empresa TRR VALE DO RIO DOCE TRANSPORTES LTDA, inscrita no CNPJ nº 11.222.333/0001-81, estabelecida à Rua Sete de Setembro, 300, Centro, Governador Valadares - MG, CEP 35010-172, por seu diretor abaixo assinado, nomeia e constitui como sua bastante procuradora a Sra. LÚCIA HELENA PRADO, brasileira, viúva, contadora, CRC/MG 54.321, CPF 111.444.777-35, conferindo-lhe poderes específicos para, em seu nome, protocolar documentos e assinar a Ficha Cadastral junto ao Departamento Nacional de Combustíveis.
Prazo: 1 (um) ano.
Governador Valadares, 3 de maio de 1996.
______________________________
ANTONIO PEREIRA NETO
Diretor
""",
        {
            "outorgante": "TRR VALE DO RIO DOCE TRANSPORTES LTDA",
            "outorgado": "LÚCIA HELENA PRADO",
            "poderes": "protocolar documentos e assinar a Ficha Cadastral",
            "cnpj": "11222333000181",
            "data_emissao": "1996-05-03",
            "endereco": {"logradouro": "Rua Sete de Setembro", "numero": "300", "uf": "MG"},
        },
    ),
    (
        "procuracao",
        """# SUBSTABELECIMENTO
Substabeleço, com reserva de iguais, na pessoa de RENATA FREITAS LEAL, brasileira, solteira, advogada, inscrita na OAB/PR sob o nº 45.678 e no CPF sob o nº 111.444.777-35, os poderes que me foram conferidos por COMERCIAL DE COMBUSTÍVEIS ARAUCÁRIA LTDA, CNPJ 11.222.333/0001-81, para representá-la perante a Agência Nacional do Petróleo.
Curitiba, 20 de agosto de 2025.
PAULO HENRIQUE NUNES
OAB/PR 12.345
""",
        {
            "outorgado": "RENATA FREITAS LEAL",
            "poderes": "representá-la perante a Agência Nacional do Petróleo",
            "data_emissao": "2025-08-20",
        },
    ),
    (
        "procuracao",
        """## PROCURAÇÃO AD NEGOTIA
Outorgante
Nome empresarial	CNPJ
GASOLINEIRA MAR GROSSO LTDA	11.222.333/0001-81
Endereço	Município/UF
Rua João Pessoa, 77, Mar Grosso	Laguna/SC
Representante legal	CPF
CARLOS EDUARDO MOTA	529.982.247-25
Outorgado
Nome	CPF
FABIANA CORREIA DIAS	390.533.447-05
Profissão	Documento de identidade
Despachante	3.456.789 SSP/SC
Poderes
Representar a outorgante na ANP, assinar requerimentos, fichas cadastrais e declarações.
Local e data
Laguna/SC, 05/06/2026
""",
        {
            "outorgante": "GASOLINEIRA MAR GROSSO LTDA",
            "outorgado": "FABIANA CORREIA DIAS",
            "poderes": "Representar a outorgante na ANP",
            "cnpj": "11222333000181",
            "data_emissao": "2026-06-05",
        },
    ),
    (
        "procuracao",
        """# P R O C U R A Ç Ã O
Eu, ROBERTO CARLOS FIGUEIRA, brasileiro, casado, comerciante, RG 12.345.678-9 SSP/SP, CPF 390.533.447-05, na qualidade de titular da firma R. C. FIGUEIRA COMBUSTÍVEIS - ME, CNPJ 11.222.333/0001-81, estabelecida na Rua XV de Novembro, nº 900, Centro, Jaú/SP, nomeio e constituo meu procurador o Sr. DANILO MARTINS ROCHA, brasileiro, solteiro, auxiliar administrativo, RG 44.555.666-7 SSP/SP, CPF 529.982.247-25, com poderes para me representar perante a ANP e o sindicato da categoria, assinar ficha cadastral e tudo o mais praticar para o fiel desempenho deste mandato.
Jaú, 2 de janeiro de 2014
""",
        {
            "outorgado": "DANILO MARTINS ROCHA",
            "poderes": "me representar perante a ANP",
            "data_emissao": "2014-01-02",
            "cnpj": "11222333000181",
        },
    ),
    (
        "procuracao",
        """# PROCURAÇÃO PARTICULAR
I - MANDANTE: DISTRIBUIDORA DE COMBUSTÍVEIS TRÊS RIOS S.A., sociedade anônima, com sede na Av. Presidente Vargas, 3.131, sala 1204, Cidade Nova, Rio de Janeiro/RJ, CEP 20210-030, CNPJ nº 11.222.333/0001-81;
II - MANDATÁRIOS: (a) HELENA VASCONCELOS PAIVA, brasileira, casada, engenheira, CPF nº 529.982.247-25; e (b) OTÁVIO BRANDÃO MELO, brasileiro, solteiro, administrador, CPF nº 390.533.447-05;
III - PODERES: agindo em conjunto ou isoladamente, representar a mandante junto à Agência Nacional do Petróleo, órgãos ambientais e prefeituras, requerer registros, firmar declarações e substabelecer.
IV - PRAZO: a presente procuração vigorará até 30 de junho de 2027.
Rio de Janeiro, 1º de julho de 2026.
""",
        {
            "outorgante": "DISTRIBUIDORA DE COMBUSTÍVEIS TRÊS RIOS S.A.",
            "outorgado": "HELENA VASCONCELOS PAIVA; OTÁVIO BRANDÃO MELO",
            "poderes": "representar a mandante junto à Agência Nacional do Petróleo",
            "cnpj": "11222333000181",
            "data_emissao": "2026-07-01",
            "validade": "2027-06-30",
        },
    ),
    (
        "procuracao",
        """## CARTÓRIO DO 1º OFÍCIO DE NOTAS DE PETROLINA
# TRASLADO
## PROCURAÇÃO PÚBLICA
LIVRO: 88	FOLHA: 045
OUTORGANTE(S): NAVEGAÇÃO E COMBUSTÍVEIS VELHO CHICO LTDA
CNPJ: 11.222.333/0001-81
OUTORGADO(S): GILBERTO ARAÚJO SAMPAIO
CPF: 390.533.447-05
Aos 18 de novembro de 2025, compareceu a outorgante acima qualificada, com sede na Rua do Porto, s/n, Orla, Petrolina/PE, e disse que confere ao outorgado poderes para representá-la perante a Marinha do Brasil, a Capitania Fluvial e a ANP, podendo requerer certificados e autorizações.
""",
        {
            "outorgante": "NAVEGAÇÃO E COMBUSTÍVEIS VELHO CHICO LTDA",
            "outorgado": "GILBERTO ARAÚJO SAMPAIO",
            "poderes": "representá-la perante a Marinha do Brasil",
            "cnpj": "11222333000181",
            "data_emissao": "2025-11-18",
        },
    ),
    (
        "procuracao",
        """## PROCURAÇÃO ELETRÔNICA
^ Documento assinado digitalmente
OUTORGANTE
Razão social: POSTO BEIRA MAR DERIVADOS DE PETRÓLEO LTDA
CNPJ: 11.222.333/0001-81
Representante: VERA LÚCIA TAVARES, CPF 529.982.247-25, administradora
PROCURADOR
Nome completo: EVERTON LUIZ PACHECO
CPF: 390.533.447-05	RG: 7.654.321 SDS/PE
FINALIDADE: prática de todos os atos de interesse da outorgante na Agência Nacional do Petróleo, Gás Natural e Biocombustíveis, inclusive assinatura de Ficha Cadastral.
VALIDADE: 14/09/2027
Olinda (PE), 14 de setembro de 2026.
""",
        {
            "outorgante": "POSTO BEIRA MAR DERIVADOS DE PETRÓLEO LTDA",
            "outorgado": "EVERTON LUIZ PACHECO",
            "poderes": "prática de todos os atos de interesse da outorgante na Agência Nacional do Petróleo",
            "cnpj": "11222333000181",
            "validade": "2027-09-14",
            "data_emissao": "2026-09-14",
        },
    ),
]

IDENTIDADES: list[Paper] = [
    (
        "documento_identidade",
        """## REPÚBLICA FEDERATIVA DO BRASIL
## ESTADO DE GOIÁS
## SECRETARIA DA SEGURANÇA PÚBLICA
## INSTITUTO DE IDENTIFICAÇÃO
# CARTEIRA DE IDENTIDADE
VÁLIDA EM TODO O TERRITÓRIO NACIONAL
REGISTRO GERAL 2.345.678	DATA DE EXPEDIÇÃO 14/08/2009
NOME JOÃO CARLOS DA SILVA
FILIAÇÃO
JOSÉ ANTONIO DA SILVA
MARIA APARECIDA DA SILVA
NATURALIDADE	DATA DE NASCIMENTO
ANÁPOLIS - GO	03/05/1970
DOC ORIGEM C. CAS. 1234 FLS 12 LV 3
CPF 390.533.447-05
ASSINATURA DO DIRETOR
LEI Nº 7.116 DE 29/08/83
""",
        {"nome": "JOÃO CARLOS DA SILVA", "cpf": "39053344705", "data_emissao": "2009-08-14", "uf_emissor": "GO"},
    ),
    (
        "documento_identidade",
        """## REPÚBLICA FEDERATIVA DO BRASIL
## MINISTÉRIO DA INFRAESTRUTURA
## DEPARTAMENTO NACIONAL DE TRÂNSITO
# CARTEIRA NACIONAL DE HABILITAÇÃO
NOME
SÔNIA APARECIDA DE SOUZA
DOC. IDENTIDADE / ÓRG. EMISSOR / UF
12345678 SSP SP
CPF	DATA NASCIMENTO
529.982.247-25	11/02/1968
FILIAÇÃO
OSVALDO DE SOUZA
TEREZA MENDES DE SOUZA
PERMISSÃO	ACC	CAT. HAB.
		AB
Nº REGISTRO	VALIDADE	1ª HABILITAÇÃO
01234567890	18/06/2029	05/09/1990
LOCAL	DATA EMISSÃO
CAMPINAS, SP	19/06/2024
""",
        {
            "nome": "SÔNIA APARECIDA DE SOUZA",
            "cpf": "52998224725",
            "validade": "2029-06-18",
            "data_emissao": "2024-06-19",
            "numero": "01234567890",
        },
    ),
    (
        "documento_identidade",
        """## REPÚBLICA FEDERATIVA DO BRASIL / FEDERATIVE REPUBLIC OF BRAZIL
## GOVERNO DO ESTADO DO RIO GRANDE DO SUL
# CARTEIRA DE IDENTIDADE
## IDENTITY CARD / DOCUMENTO DE IDENTIDAD
Nome / Name
CARLOS EDUARDO MOTA
Nome Social / Social Name
Registro Geral - CPF / Personal Number
529.982.247-25
Sexo / Sex	Data de Nascimento / Date of Birth
M	21/10/1981
Nacionalidade / Nationality	Data de Validade / Date of Expiry
BRA	02/04/2034
Naturalidade / Place of Birth
PELOTAS/RS
Filiação / Filiation
ARNALDO MOTA
CELINA BRAGA MOTA
Órgão Expedidor / Card Issuer	Data de Emissão / Issue Date
IGP/RS	02/04/2024
""",
        {"nome": "CARLOS EDUARDO MOTA", "cpf": "52998224725", "validade": "2034-04-02", "data_emissao": "2024-04-02"},
    ),
    (
        "documento_identidade",
        """## CONSELHO REGIONAL DE CONTABILIDADE DO PARANÁ
# CARTEIRA DE IDENTIDADE PROFISSIONAL
Categoria: CONTADOR	Registro: PR-054321/O-7
Nome: LÚCIA HELENA PRADO
Filiação: AMADEU PRADO e IRENE COSTA PRADO
Nascimento: 30/01/1959	Naturalidade: Londrina/PR
CPF: 111.444.777-35	Identidade: 1.234.567-8 SSP/PR
Expedição: 17/07/2012
Esta carteira tem fé pública como documento de identidade, nos termos da Lei nº 6.206/75.
""",
        {"nome": "LÚCIA HELENA PRADO", "cpf": "11144477735", "data_emissao": "2012-07-17"},
    ),
    (
        "documento_identidade",
        """## ORDEM DOS ADVOGADOS DO BRASIL
## CONSELHO SECCIONAL DE MATO GROSSO
# IDENTIDADE DE ADVOGADO
NOME
PAULO HENRIQUE NUNES
INSCRIÇÃO
12345
FILIAÇÃO
HENRIQUE NUNES
DALVA RIBEIRO NUNES
NATURALIDADE
RONDONÓPOLIS-MT
DATA DE NASCIMENTO
08/12/1975
RG
998877 - SSP/MT
CPF
390.533.447-05
VIA	EXPEDIDO EM
02	22/03/2018
""",
        {"nome": "PAULO HENRIQUE NUNES", "cpf": "39053344705", "data_emissao": "2018-03-22"},
    ),
    (
        "documento_identidade",
        """## CONFEA/CREA
## CONSELHO REGIONAL DE ENGENHARIA E AGRONOMIA DO CEARÁ
# CARTEIRA DE IDENTIDADE PROFISSIONAL
NOME DO PROFISSIONAL	HELENA VASCONCELOS PAIVA
TÍTULO	ENGENHEIRA MECÂNICA
REGISTRO NACIONAL	0601234567
PAI	FRANCISCO PAIVA
MÃE	MARIA DE LOURDES VASCONCELOS
CPF	529.982.247-25
RG	97001234568 SSP CE
NASCIMENTO	15/04/1980
EMISSÃO	09/09/2021
""",
        {"nome": "HELENA VASCONCELOS PAIVA", "cpf": "52998224725", "data_emissao": "2021-09-09"},
    ),
    (
        "documento_identidade",
        """## REPÚBLICA FEDERATIVA DO BRASIL
# PASSAPORTE
Tipo / Type	País emissor / Issuing country	Passaporte Nº / Passport No.
P	BRA	FX123456
Sobrenome / Surname
BRANDÃO MELO
Nome / Given names
OTÁVIO
Nacionalidade / Nationality
BRASILEIRO(A)
Data de nascimento / Date of birth	Identidade Nº / Personal No.
04 MAR/MAR 1977	390.533.447-05
Data de expedição / Date of issue	Válido até / Date of expiry
10 MAI/MAY 2022	09 MAI/MAY 2032
Filiação / Filiation
JORGE MELO
ANA BRANDÃO MELO
""",
        {"nome": "OTÁVIO BRANDÃO MELO", "cpf": "39053344705"},
    ),
    (
        "documento_identidade",
        """## ESTADO DO PARÁ
## SECRETARIA DE ESTADO DE SEGURANÇA PÚBLICA
## POLÍCIA CIVIL - DIRETORIA DE IDENTIFICAÇÃO
# CÉDULA DE IDENTIDADE
Registro Geral: 1234567	Via: 2ª	Expedida em: 25/11/1994
Nome: RAIMUNDO NONATO FERREIRA
Pai: BENEDITO FERREIRA
Mãe: FRANCISCA DAS CHAGAS FERREIRA
Natural de: Santarém - PA
Nascido em: 31/08/1956
Doc. de origem: Cert. nasc. nº 4.567, fls. 89, liv. 12
CIC: 111.444.777-35
""",
        {"nome": "RAIMUNDO NONATO FERREIRA", "cpf": "11144477735", "data_emissao": "1994-11-25", "uf_emissor": "PA"},
    ),
    (
        "documento_identidade",
        """# CARTEIRA NACIONAL DE HABILITAÇÃO / DRIVER LICENSE / PERMISO DE CONDUCCIÓN
2 e 1 NOME E SOBRENOME	1ª HABILITAÇÃO
FABIANA CORREIA DIAS	14/03/2008
3 DATA, LOCAL E UF DE NASCIMENTO
27/07/1989, TUBARÃO, SC
4a DATA EMISSÃO	4b VALIDADE	ACC
11/01/2023	10/01/2033	D
4c DOC IDENTIDADE / ÓRG EMISSOR / UF
3456789 SSP SC
4d CPF	5 Nº REGISTRO	9 CAT HAB
390.533.447-05	04567891234	B
NACIONALIDADE
BRASILEIRO(A)
FILIAÇÃO
ADEMAR DIAS
NEUSA CORREIA DIAS
ASSINATURA DO PORTADOR
""",
        {
            "nome": "FABIANA CORREIA DIAS",
            "cpf": "39053344705",
            "validade": "2033-01-10",
            "data_emissao": "2023-01-11",
        },
    ),
]
