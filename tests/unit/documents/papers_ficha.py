"""Fichas Cadastrais of fuel stations, TRR and distributors, today's and the DNC's, composed anew: no paper of anybody."""

# ruff: noqa: E501

from __future__ import annotations

from tests.unit.documents.paper_cases import Paper

FICHAS: list[Paper] = [
    (
        "ficha_cadastral",
        """## AGÊNCIA NACIONAL DO PETRÓLEO, GÁS NATURAL E BIOCOMBUSTÍVEIS
# FICHA CADASTRAL
## POSTO REVENDEDOR DE COMBUSTÍVEIS AUTOMOTIVOS
Modalidade: (X) Posto revendedor de combustíveis automotivos ( ) GNV exclusivo ( ) Flutuante ( ) Marítimo
1. IDENTIFICAÇÃO DO REVENDEDOR
Nome empresarial: POSTO SERRA AZUL LTDA
Nome fantasia: POSTO SERRA AZUL	CNPJ: 11.222.333/0001-81
Inscrição Estadual: 10.987.654-7	Telefone: (62) 3324-1020
2. ENDEREÇO DO ESTABELECIMENTO
Logradouro: Avenida Goiás	Número: 1450
Bairro: Setor Central	Município: Anápolis	UF: GO	CEP: 75020-010
3. VIAS DE ACESSO
Via 1: Rua Engenheiro Portela, 300, Setor Central, Anápolis/GO, CEP 75020-030
Via 2: Travessa Bandeirantes, s/n, Setor Central, Anápolis/GO
4. SÓCIOS
Nome	CPF/CNPJ	Data de entrada
JOÃO CARLOS DA SILVA	390.533.447-05	01/03/2019
SÔNIA APARECIDA DE SOUZA	529.982.247-25	15/08/2021
5. RESPONSÁVEL PELO PREENCHIMENTO
Nome: JOÃO CARLOS DA SILVA	CPF: 390.533.447-05
Identidade: 2345678 SSP/GO	Função: Sócio administrador
Anápolis, 20/11/2026
""",
        {
            "razao_social": "POSTO SERRA AZUL LTDA",
            "nome_fantasia": "POSTO SERRA AZUL",
            "cnpj": "11222333000181",
            "inscricao_estadual": "109876547",
            "endereco": {"logradouro": "Avenida Goiás", "numero": "1450", "cep": "75020010"},
            "vias_de_acesso": [
                {
                    "logradouro": "Rua Engenheiro Portela",
                    "numero": "300",
                    "bairro": "Setor Central",
                    "municipio": "Anápolis",
                    "uf": "GO",
                    "cep": "75020030",
                },
                {
                    "logradouro": "Travessa Bandeirantes",
                    "numero": "S/N",
                    "bairro": "Setor Central",
                    "municipio": "Anápolis",
                    "uf": "GO",
                },
            ],
            "socios": [
                {"nome": "JOÃO CARLOS DA SILVA", "documento": "39053344705", "data_entrada": "2019-03-01"},
                {"nome": "SÔNIA APARECIDA DE SOUZA", "documento": "52998224725", "data_entrada": "2021-08-15"},
            ],
            "responsavel": {"nome": "JOÃO CARLOS DA SILVA", "cpf": "39053344705"},
            "modalidade": "automotivos",
            "data": "2026-11-20",
        },
    ),
    (
        "ficha_cadastral",
        """## MINISTÉRIO DE MINAS E ENERGIA
## DEPARTAMENTO NACIONAL DE COMBUSTÍVEIS - DNC
# FICHA CADASTRAL - FC
## TRANSPORTADOR-REVENDEDOR-RETALHISTA (TRR)
RAZÃO SOCIAL: TRR PLANALTO MÉDIO LTDA
CGC/MF: 11.222.333/0001-81	INSCRIÇÃO ESTADUAL: 091/0123456
ENDEREÇO: RODOVIA RS-324, KM 5	BAIRRO: DISTRITO INDUSTRIAL
MUNICÍPIO: PASSO FUNDO	UF: RS	CEP: 99050-000
FONE: (054) 313-1020
ESTADOS ONDE ATUA: RS, SC E PR
FILIAIS
CGC	INSCRIÇÃO ESTADUAL	UF
11.222.333/0002-62	251040852	SC
11.222.333/0003-43	1234567850	PR
SÓCIOS
ANTONIO PEREIRA NETO - CPF 390.533.447-05
CELSO AMARAL PIRES - CPF 111.444.777-35
PASSO FUNDO, 20 DE JANEIRO DE 1997
RESPONSÁVEL PELAS INFORMAÇÕES: ANTONIO PEREIRA NETO - DIRETOR
""",
        {
            "razao_social": "TRR PLANALTO MÉDIO LTDA",
            "cnpj": "11222333000181",
            "estados_onde_atua": ["RS", "SC", "PR"],
            "filiais": [
                {"cnpj": "11222333000262", "inscricao_estadual": "251040852", "uf": "SC"},
                {"cnpj": "11222333000343", "inscricao_estadual": "1234567850", "uf": "PR"},
            ],
            "socios": [
                {"nome": "ANTONIO PEREIRA NETO", "documento": "39053344705"},
                {"nome": "CELSO AMARAL PIRES", "documento": "11144477735"},
            ],
            "data": "1997-01-20",
        },
    ),
    (
        "ficha_cadastral",
        """## DNC - DEPARTAMENTO NACIONAL DE COMBUSTÍVEIS
# FICHA CADASTRAL DE POSTO REVENDEDOR
01 - Firma ou razão social
AUTO POSTO CERRADO LTDA
02 - Nome de fantasia	03 - CGC
POSTO CERRADO	11.222.333/0001-81
04 - Endereço	05 - Bairro
Avenida Anhanguera, 5.400	Setor Centro-Oeste
06 - Município	07 - UF	08 - CEP
Goiânia	GO	74550-010
09 - Inscrição estadual	10 - Telefone
10.123.456-7	(062) 233-4455
11 - Distribuidora (bandeira)
12 - Nome do responsável	13 - CPF
RAIMUNDO NONATO FERREIRA	111.444.777-35
14 - Local e data
Goiânia, 10/04/1995
Assinatura
""",
        {
            "razao_social": "AUTO POSTO CERRADO LTDA",
            "cnpj": "11222333000181",
            "endereco": {"logradouro": "Avenida Anhanguera", "numero": "5400", "cep": "74550010"},
            "data": "1995-04-10",
        },
    ),
    (
        "ficha_cadastral",
        """# FICHA CADASTRAL DE REVENDA VAREJISTA DE COMBUSTÍVEIS
## ANP - Resolução nº 41/2013
Tipo de posto: Posto revendedor flutuante
CNPJ	Razão social
11.222.333/0001-81	POSTO FLUTUANTE RIO MADEIRA LTDA
Embarcação: MADEIRA I
Endereço: Rua da Beira, s/n, Porto, Porto Velho/RO, CEP 76801-000
Quadro societário
Sócio: EVERTON LUIZ PACHECO	CPF: 390.533.447-05	Entrada: 10/02/2015
Sócio: VERA LÚCIA TAVARES	CPF: 529.982.247-25	Entrada: 10/02/2015
Opção pela exibição da marca comercial: ( ) Sim (X) Não
Responsável legal
Nome: EVERTON LUIZ PACHECO
CPF: 390.533.447-05	Cargo: Administrador
Porto Velho, 07/07/2026
""",
        {
            "razao_social": "POSTO FLUTUANTE RIO MADEIRA LTDA",
            "cnpj": "11222333000181",
            "modalidade": "flutuante",
            "socios": [
                {"nome": "EVERTON LUIZ PACHECO", "documento": "39053344705", "data_entrada": "2015-02-10"},
                {"nome": "VERA LÚCIA TAVARES", "documento": "52998224725", "data_entrada": "2015-02-10"},
            ],
            "data": "2026-07-07",
        },
    ),
    (
        "ficha_cadastral",
        """## FICHA CADASTRAL - DISTRIBUIDOR DE COMBUSTÍVEIS
DEPARTAMENTO NACIONAL DE COMBUSTÍVEIS
Denominação social: DISTRIBUIDORA RECÔNCAVO DE PETRÓLEO S.A.
CGC nº: 11.222.333/0001-81
Sede: Via de Penetração I, nº 300, Centro Industrial de Aratu, Simões Filho/BA
Capital social: CR$ 5.000.000,00
Diretores:
HELENA VASCONCELOS PAIVA	CPF 529.982.247-25
DANILO MARTINS ROCHA	CPF 390.533.447-05
Unidades da Federação em que atuará: BA, SE e AL
Salvador, 2 de maio de 1995
""",
        {
            "razao_social": "DISTRIBUIDORA RECÔNCAVO DE PETRÓLEO S.A.",
            "cnpj": "11222333000181",
            "estados_onde_atua": ["BA", "SE", "AL"],
            "data": "1995-05-02",
        },
    ),
    (
        "ficha_cadastral",
        """## ANP
# FICHA CADASTRAL FC-PR
## REVENDA VAREJISTA DE GNV
A) DADOS DA EMPRESA
Razão Social.......: GNV CENTRAL LTDA
CNPJ...............: 11.222.333/0001-81
Endereço...........: Rua Conselheiro Saraiva, 31, São Cristóvão, Rio de Janeiro/RJ, 20940-000
Demais vias........: Rua Bela, 900, São Cristóvão, Rio de Janeiro/RJ
B) MODALIDADE
[ ] Combustíveis automotivos [X] Exclusivo de GNV [ ] Flutuante [ ] Marítima
C) SÓCIOS
CARLOS EDUARDO MOTA, CPF 529.982.247-25, ingresso em 03/06/2012
D) PREENCHIDO POR
Nome: CARLOS EDUARDO MOTA
Rio de Janeiro, 01/10/2026
""",
        {
            "razao_social": "GNV CENTRAL LTDA",
            "cnpj": "11222333000181",
            "modalidade": "gnv",
            "vias_de_acesso": [
                {
                    "logradouro": "Rua Bela",
                    "numero": "900",
                    "bairro": "São Cristóvão",
                    "municipio": "Rio de Janeiro",
                    "uf": "RJ",
                }
            ],
            "socios": [{"nome": "CARLOS EDUARDO MOTA", "documento": "52998224725", "data_entrada": "2012-06-03"}],
        },
    ),
    (
        "ficha_cadastral",
        """# FICHA CADASTRAL DE TRANSPORTADOR REVENDEDOR RETALHISTA
Empresa: TRR CAMPOS DE CIMA LTDA
CNPJ: 11.222.333/0001-81	IE: 224/3658792
Endereço: Avenida Júlio de Castilhos, 1.010, Centro, Vacaria/RS
Estados em que atua
( X ) RS ( X ) SC ( ) PR ( ) SP
Filial 1: CNPJ 11.222.333/0002-62 - IE 251.040.852 - Lages/SC
Sócios quotistas
LÚCIA HELENA PRADO	111.444.777-35
OTÁVIO BRANDÃO MELO	390.533.447-05
Vacaria, 15 de agosto de 1996.
""",
        {
            "razao_social": "TRR CAMPOS DE CIMA LTDA",
            "cnpj": "11222333000181",
            "estados_onde_atua": ["RS", "SC"],
            "filiais": [{"cnpj": "11222333000262", "inscricao_estadual": "251040852", "uf": "SC"}],
            "socios": [
                {"nome": "LÚCIA HELENA PRADO", "documento": "11144477735"},
                {"nome": "OTÁVIO BRANDÃO MELO", "documento": "39053344705"},
            ],
        },
    ),
    (
        "ficha_cadastral",
        """## AGÊNCIA NACIONAL DO PETRÓLEO
# FICHA CADASTRAL - REVENDEDOR VAREJISTA DE COMBUSTÍVEIS AUTOMOTIVOS
CAMPO 1 - MODALIDADE	POSTO REVENDEDOR MARÍTIMO
CAMPO 2 - NOME EMPRESARIAL	POSTO CAIS DO PORTO LTDA
CAMPO 3 - CNPJ	11.222.333/0001-81
CAMPO 4 - ENDEREÇO	AVENIDA BORGES DE MEDEIROS, 10, CENTRO, RIO GRANDE/RS
CAMPO 5 - SÓCIO	VERA LÚCIA TAVARES, CPF 529.982.247-25
CAMPO 6 - SÓCIO	DISTRIBUIDORA OCEANO LTDA, CNPJ 33.000.167/0001-01
CAMPO 7 - LOCAL E DATA	RIO GRANDE, 30/09/2026
""",
        {
            "razao_social": "POSTO CAIS DO PORTO LTDA",
            "cnpj": "11222333000181",
            "modalidade": "maritima",
            "socios": [
                {"nome": "VERA LÚCIA TAVARES", "documento": "52998224725"},
                {"nome": "DISTRIBUIDORA OCEANO LTDA", "documento": "33000167000101"},
            ],
        },
    ),
]
