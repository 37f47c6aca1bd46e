"""Certificates of the Junta Comercial in wordings composed anew: no paper of anybody."""

# ruff: noqa: E501

from __future__ import annotations

from tests.unit.documents.paper_cases import Paper

CERTIDOES: list[Paper] = [
    (
        "certidao_junta",
        """## GOVERNO DO ESTADO DE MINAS GERAIS
## JUNTA COMERCIAL DO ESTADO DE MINAS GERAIS
# CERTIDÃO SIMPLIFICADA DIGITAL
Certificamos que as informações abaixo constam dos documentos arquivados nesta Junta Comercial e são vigentes na data de sua expedição.
Nome Empresarial: AUTO POSTO MANTIQUEIRA LTDA
Natureza Jurídica: SOCIEDADE EMPRESÁRIA LIMITADA
NIRE (Sede)	CNPJ	Arquivamento do ato	Início de Atividade
3120123456-1	11.222.333/0001-81	14/03/2005	01/04/2005
Endereço: AVENIDA GETÚLIO VARGAS, 1500, SANTA TEREZINHA, JUIZ DE FORA, MG, CEP 36045-000
Objeto Social: COMÉRCIO VAREJISTA DE COMBUSTÍVEIS PARA VEÍCULOS AUTOMOTORES
Capital Social: R$ 150.000,00 (CENTO E CINQUENTA MIL REAIS)	Prazo de Duração: INDETERMINADO
Sócios/Participação no Capital/Espécie de Sócio/Administrador/Término do Mandato
Nome/CPF ou CNPJ	Participação no capital (R$)	Espécie de Sócio	Administrador
JOÃO CARLOS DA SILVA 390.533.447-05	75.000,00	SÓCIO	ADMINISTRADOR
SÔNIA APARECIDA DE SOUZA 529.982.247-25	75.000,00	SÓCIO	XXX
Último Arquivamento	Situação
Data: 20/05/2021 Número: 8456123	REGISTRO ATIVO
Status: XXXXXXX
Belo Horizonte, 04 de novembro de 2026 10:15
Certidão Simplificada Digital emitida pela JUCEMG. Código de autenticidade A1B2-C3D4
MARINELY DE PAULA BOMFIM
SECRETÁRIA GERAL
""",
        {
            "nire": "31201234561",
            "junta_comercial": "Junta Comercial do Estado de Minas Gerais",
            "razao_social": "AUTO POSTO MANTIQUEIRA LTDA",
            "cnpj": "11222333000181",
            "socios": [
                {"nome": "JOÃO CARLOS DA SILVA", "documento": "39053344705"},
                {"nome": "SÔNIA APARECIDA DE SOUZA", "documento": "52998224725"},
            ],
            "data_emissao": "2026-11-04",
            "endereco": {"logradouro": "AVENIDA GETÚLIO VARGAS", "numero": "1500", "municipio": "JUIZ DE FORA"},
            "uf_emissor": "MG",
        },
    ),
    (
        "certidao_junta",
        """## SECRETARIA DE DESENVOLVIMENTO ECONÔMICO
## JUNTA COMERCIAL DO ESTADO DE SÃO PAULO
# CERTIDÃO SIMPLIFICADA
CERTIFICAMOS QUE AS INFORMAÇÕES ABAIXO CONSTAM DOS DOCUMENTOS ARQUIVADOS NESTA JUNTA COMERCIAL E SÃO VIGENTES NA DATA DE SUA EXPEDIÇÃO.
NIRE	REGISTRO	DATA DA CONSTITUIÇÃO	INÍCIO DAS ATIVIDADES	PRAZO DE DURAÇÃO
35212345678		10/08/1998	01/09/1998	PRAZO INDETERMINADO
NOME COMERCIAL	TIPO JURÍDICO
POSTO DE SERVIÇOS ITAQUERA LTDA	SOCIEDADE LIMITADA
C.N.P.J.	ENDEREÇO	NÚMERO	COMPLEMENTO
11.222.333/0001-81	RUA PADRE VIEGAS DE MENEZES	210	FRENTE
BAIRRO	MUNICÍPIO	UF	CEP
ITAQUERA	SÃO PAULO	SP	08220-000
OBJETO SOCIAL
COMÉRCIO VAREJISTA DE COMBUSTÍVEIS E LUBRIFICANTES
SÓCIO E ADMINISTRADOR
NOME	ENDEREÇO	NÚMERO
CARLOS EDUARDO MOTA	RUA DAS ACÁCIAS	15
BAIRRO	MUNICÍPIO	UF	CEP
TATUAPÉ	SÃO PAULO	SP	03310-000
CPF	CARGO	QUANTIDADE COTAS
390.533.447-05	SÓCIO E ADMINISTRADOR	60.000,00
SÓCIO
NOME	ENDEREÇO	NÚMERO
ANA BEATRIZ RAMOS	RUA DAS ACÁCIAS	15
CPF	CARGO	QUANTIDADE COTAS
111.444.777-35	SÓCIO	40.000,00
ÚLTIMO DOCUMENTO ARQUIVADO
DATA	NÚMERO
12/02/2024	123.456/24-1
FIM DAS INFORMAÇÕES PARA NIRE: 35212345678
Data da expedição: 15/10/2026
""",
        {
            "nire": "35212345678",
            "junta_comercial": "Junta Comercial do Estado de São Paulo",
            "razao_social": "POSTO DE SERVIÇOS ITAQUERA LTDA",
            "cnpj": "11222333000181",
            "socios": [
                {"nome": "CARLOS EDUARDO MOTA", "documento": "39053344705"},
                {"nome": "ANA BEATRIZ RAMOS", "documento": "11144477735"},
            ],
            "data_emissao": "2026-10-15",
            "endereco": {"logradouro": "RUA PADRE VIEGAS DE MENEZES", "numero": "210", "bairro": "ITAQUERA"},
        },
    ),
    (
        "certidao_junta",
        """## JUNTA COMERCIAL DO ESTADO DO PARANÁ - JUCEPAR
# CERTIDÃO ESPECÍFICA
## HISTÓRICO DE ARQUIVAMENTOS
Certificamos, a pedido da parte interessada, que na sociedade COMERCIAL DE COMBUSTÍVEIS ARAUCÁRIA LTDA, NIRE 41 2 0345678-9, inscrita no CNPJ sob o nº 11.222.333/0001-81, constam os seguintes atos arquivados:
Ato	Evento	Número	Data
CONTRATO	Constituição	41203456789	02/02/2010
ALTERAÇÃO	Entrada de sócio/administrador	20135544332	17/09/2013
ALTERAÇÃO	Consolidação de contrato/estatuto	20198877665	08/11/2019
Quadro societário
Sócio	CPF	Data de entrada
ANTONIO PEREIRA NETO	390.533.447-05	02/02/2010
LÚCIA HELENA PRADO	111.444.777-35	17/09/2013
Curitiba, 21 de setembro de 2026
LEANDRO MARCOS RAYSEL BISCAIA
SECRETÁRIO-GERAL
""",
        {
            "nire": "41203456789",
            "junta_comercial": "Junta Comercial do Paraná",
            "cnpj": "11222333000181",
            "razao_social": "COMERCIAL DE COMBUSTÍVEIS ARAUCÁRIA LTDA",
            "socios": [
                {"nome": "ANTONIO PEREIRA NETO", "documento": "39053344705"},
                {"nome": "LÚCIA HELENA PRADO", "documento": "11144477735"},
            ],
            "socios_entrada": [
                {"nome": "ANTONIO PEREIRA NETO", "data_entrada": "2010-02-02"},
                {"nome": "LÚCIA HELENA PRADO", "data_entrada": "2013-09-17"},
            ],
            "data_emissao": "2026-09-21",
        },
    ),
    (
        "certidao_junta",
        """## ESTADO DO RIO GRANDE DO SUL
## JUNTA COMERCIAL, INDUSTRIAL E SERVIÇOS DO RIO GRANDE DO SUL
# CERTIDÃO DE INTEIRO TEOR
CERTIFICO, atendendo a requerimento da parte interessada, que a presente é cópia fiel e de inteiro teor do documento arquivado nesta Junta Comercial sob nº 7654321 em 11/06/2018, da empresa TRR CAMPOS DE CIMA LTDA, NIRE 43 2 0456789-1.
O referido é verdade e dou fé.
Porto Alegre, 30 de abril de 2026.
Secretário-Geral
""",
        {
            "nire": "43204567891",
            "razao_social": "TRR CAMPOS DE CIMA LTDA",
            "data_emissao": "2026-04-30",
            "junta_comercial": "Junta Comercial, Industrial e Serviços do Rio Grande do Sul",
        },
    ),
    (
        "certidao_junta",
        """## JUNTA COMERCIAL DO ESTADO DO RIO DE JANEIRO
# Certidão com Histórico de Alterações
Empresa.............: POSTO ORLA DE COPACABANA LTDA
NIRE................: 33.2.0567890-4
CNPJ................: 11.222.333/0001-81
Sede................: Avenida Atlântica, 2.100, Copacabana, Rio de Janeiro/RJ
Situação............: REGISTRO ATIVO
SÓCIOS ATUAIS
1) VERA LÚCIA TAVARES - CPF 529.982.247-25 - entrada em 05/07/2001 - R$ 90.000,00
2) OTÁVIO BRANDÃO MELO - CPF 390.533.447-05 - entrada em 19/12/2016 - R$ 10.000,00
ATOS ARQUIVADOS
00001234567 - 05/07/2001 - CONTRATO SOCIAL
00002345678 - 19/12/2016 - ALTERAÇÃO CONTRATUAL
Emitida em 08/10/2026 às 14:02
Código de verificação: 9F8E7D6C
""",
        {
            "nire": "33205678904",
            "razao_social": "POSTO ORLA DE COPACABANA LTDA",
            "cnpj": "11222333000181",
            "socios": [
                {"nome": "VERA LÚCIA TAVARES", "documento": "52998224725"},
                {"nome": "OTÁVIO BRANDÃO MELO", "documento": "39053344705"},
            ],
            "socios_entrada": [
                {"nome": "VERA LÚCIA TAVARES", "data_entrada": "2001-07-05"},
                {"nome": "OTÁVIO BRANDÃO MELO", "data_entrada": "2016-12-19"},
            ],
            "data_emissao": "2026-10-08",
            "endereco": {"logradouro": "Avenida Atlântica", "numero": "2100"},
        },
    ),
    (
        "certidao_junta",
        """## GOVERNO DO ESTADO DA BAHIA
## JUNTA COMERCIAL DO ESTADO DA BAHIA - JUCEB
# FICHA CADASTRAL COMPLETA
NIRE: 29200123456	CNPJ: 11.222.333/0001-81
EMPRESA: DISTRIBUIDORA RECÔNCAVO DE PETRÓLEO S.A.
TIPO: SOCIEDADE ANÔNIMA FECHADA
NÚMERO DE IDENTIFICAÇÃO DO REGISTRO DE EMPRESAS - NIRE: 29200123456
DATA DA CONSTITUIÇÃO: 22/01/1993
ENDEREÇO: VIA DE ACESSO 3, S/N, CIA SUL, SIMÕES FILHO, BA, 43700-000
DIRETORIA
HELENA VASCONCELOS PAIVA, CPF 529.982.247-25, DIRETORA PRESIDENTE
DANILO MARTINS ROCHA, CPF 390.533.447-05, DIRETOR
ARQUIVAMENTOS
NUM.DOC: 96123456 SESSÃO: 14/05/2019 - ATA DE ASSEMBLEIA
FIM DAS INFORMAÇÕES PARA NIRE: 29200123456
DATA DA EMISSÃO: 02/03/2026
""",
        {
            "nire": "29200123456",
            "razao_social": "DISTRIBUIDORA RECÔNCAVO DE PETRÓLEO S.A.",
            "cnpj": "11222333000181",
            "data_emissao": "2026-03-02",
            "uf_emissor": "BA",
        },
    ),
    (
        "certidao_junta",
        """## GOVERNO DO DISTRITO FEDERAL
## JUNTA COMERCIAL, INDUSTRIAL E SERVIÇOS DO DISTRITO FEDERAL
# CERTIDÃO SIMPLIFICADA
Empresa
POSTO ASA NORTE COMBUSTÍVEIS LTDA
NIRE	CNPJ
53200987654	11.222.333/0001-81
Data do ato constitutivo	Início das atividades
03/05/2011	10/06/2011
Endereço completo
SHCN CLN 205 BLOCO A LOJA 10, ASA NORTE, BRASÍLIA, DF, 70843-510
Titular / Sócios	Documento	Ingresso	Participação
FABIANA CORREIA DIAS	390.533.447-05	03/05/2011	R$ 100.000,00
GILBERTO ARAÚJO SAMPAIO	111.444.777-35	27/02/2020	R$ 100.000,00
Expedida em 17/11/2026
""",
        {
            "nire": "53200987654",
            "razao_social": "POSTO ASA NORTE COMBUSTÍVEIS LTDA",
            "cnpj": "11222333000181",
            "socios": [
                {"nome": "FABIANA CORREIA DIAS", "documento": "39053344705"},
                {"nome": "GILBERTO ARAÚJO SAMPAIO", "documento": "11144477735"},
            ],
            "socios_entrada": [
                {"nome": "FABIANA CORREIA DIAS", "data_entrada": "2011-05-03"},
                {"nome": "GILBERTO ARAÚJO SAMPAIO", "data_entrada": "2020-02-27"},
            ],
            "data_emissao": "2026-11-17",
        },
    ),
    (
        "certidao_junta",
        """## JUNTA COMERCIAL DO ESTADO DE GOIÁS
## REGISTRO DO COMÉRCIO
# CERTIDÃO DE BREVE RELATO
Certifico que AUTO POSTO CERRADO LTDA., com sede na Avenida Anhanguera, nº 5.400, Setor Centro-Oeste, Goiânia/GO, CGC/MF nº 11.222.333/0001-81, teve seu contrato social arquivado nesta Junta sob o NIRE 52.2.0012345-6, em sessão de 12 de agosto de 1987, sendo atuais sócios: RAIMUNDO NONATO FERREIRA, CPF nº 111.444.777-35, e CELSO AMARAL PIRES, CPF nº 390.533.447-05. É o que consta.
Goiânia, 9 de janeiro de 1996.
""",
        {
            "nire": "52200123456",
            "cnpj": "11222333000181",
            "socios": [
                {"nome": "RAIMUNDO NONATO FERREIRA", "documento": "11144477735"},
                {"nome": "CELSO AMARAL PIRES", "documento": "39053344705"},
            ],
            "data_emissao": "1996-01-09",
            "endereco": {"logradouro": "Avenida Anhanguera", "numero": "5400"},
        },
    ),
]
