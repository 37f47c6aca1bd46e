"""Fire certificates, operating licences and renewal protocols in layouts and wordings composed anew."""

# ruff: noqa: E501

from __future__ import annotations

import pytest
from tests.unit.documents import pages
from tests.unit.documents.acts import extract_text, values

from docverify.documents.classify import classify_page

PAPERS = [
    (
        "certificado_bombeiros",
        """## ESTADO DO CEARÁ
## CORPO DE BOMBEIROS MILITAR
# CERTIFICADO DE CONFORMIDADE
> Certificado: 2026.04.00871
CERTIFICAMOS que o estabelecimento JANGADA COMÉRCIO DE GÁS LTDA, CNPJ 11.222.333/0001-81, nome fantasia JANGADA GÁS, situado na Av. Beira Rio, 455, Bairro Messejana, Fortaleza/CE, vistoriado em 02/03/2026, atende às normas de segurança contra incêndio e pânico para a atividade de comércio varejista de gás liquefeito de petróleo, estando autorizado a manter em estoque até 3.120 kg de GLP.
O presente certificado vence em 04/03/2027.
> Fortaleza, 4 de março de 2026.
""",
        {
            "razao_social": "JANGADA COMÉRCIO DE GÁS LTDA",
            "nome_fantasia": "JANGADA GÁS",
            "numero": "2026.04.00871",
            "capacidade_glp_kg": 3120,
            "contempla_revenda_glp": True,
            "validade": "2027-03-04",
            "data_emissao": "2026-03-04",
            "uf_emissor": "CE",
            "endereco": {
                "logradouro": "Av. Beira Rio",
                "numero": "455",
                "bairro": "Messejana",
                "municipio": "Fortaleza",
                "uf": "CE",
            },
            "atividade": "comércio varejista de gás liquefeito de petróleo",
            "orgao_emissor": "CORPO DE BOMBEIROS MILITAR",
        },
    ),
    (
        "certificado_bombeiros",
        """## CORPO DE BOMBEIROS MILITAR DA BAHIA
# AUTO DE VISTORIA DO CORPO DE BOMBEIROS
AVCB	Data de emissão	Válido até
00214/2026	10/02/2026	09/02/2029
Denominação do estabelecimento	Cadastro Nacional da Pessoa Jurídica
PELOURINHO GÁS LTDA	11.222.333/0001-81
Nome comercial
PELÔ GÁS
Logradouro	Nº	Bairro	Cidade	UF
RUA DO SODRÉ	88	DOIS DE JULHO	SALVADOR	BA
Destinação da edificação
REVENDA DE GÁS LIQUEFEITO DE PETRÓLEO
Estoque autorizado (kg)
1.560
""",
        {
            "razao_social": "PELOURINHO GÁS LTDA",
            "numero": "00214/2026",
            "capacidade_glp_kg": 1560,
            "contempla_revenda_glp": True,
            "validade": "2029-02-09",
            "data_emissao": "2026-02-10",
            "uf_emissor": "BA",
            "endereco": {
                "logradouro": "RUA DO SODRÉ",
                "numero": "88",
                "bairro": "DOIS DE JULHO",
                "municipio": "SALVADOR",
                "uf": "BA",
            },
            "atividade": "REVENDA DE GÁS LIQUEFEITO DE PETRÓLEO",
            "orgao_emissor": "CORPO DE BOMBEIROS MILITAR DA BAHIA",
        },
    ),
    (
        "certificado_bombeiros",
        """## POLÍCIA MILITAR DO ESTADO DE SÃO PAULO
## CORPO DE BOMBEIROS
# CERTIFICADO DE LICENÇA DO CORPO DE BOMBEIROS
^ CLCB N.º 445566
Estabelecimento................: TIETÊ GÁS E ÁGUA LTDA - ME
Fantasia.......................: TIETÊ GÁS
C.N.P.J........................: 11.222.333/0001-81
End............................: Estrada Velha de Itu, km 12, Galpão B, Bairro Rural
Munic./UF......................: ITU/SP
Uso............................: Posto de revenda de GLP
Cap. armazenamento GLP.........: 6.240 kg
Emitido em.....................: 05/05/2026
Vencto.........................: 05/05/2029
""",
        {
            "razao_social": "TIETÊ GÁS E ÁGUA LTDA - ME",
            "nome_fantasia": "TIETÊ GÁS",
            "numero": "445566",
            "capacidade_glp_kg": 6240,
            "contempla_revenda_glp": True,
            "validade": "2029-05-05",
            "data_emissao": "2026-05-05",
            "uf_emissor": "SP",
            "endereco": {
                "logradouro": "Estrada Velha de Itu",
                "complemento": "km 12, Galpão B",
                "bairro": "Rural",
                "municipio": "ITU",
                "uf": "SP",
            },
            "atividade": "Posto de revenda de GLP",
            "orgao_emissor": "CORPO DE BOMBEIROS",
        },
    ),
    (
        "certificado_bombeiros",
        """## ESTADO DO RIO GRANDE DO SUL
## CORPO DE BOMBEIROS MILITAR
# ALVARÁ DE PREVENÇÃO E PROTEÇÃO CONTRA INCÊNDIO
^ APPCI Nº 1234/1 - 5º BBM
O Corpo de Bombeiros Militar do Estado do Rio Grande do Sul concede o presente alvará à edificação abaixo:
Nome/Razão social do ocupante
MINUANO GÁS LTDA
Nome fantasia do ocupante
MINUANO
Endereço da edificação/área de risco
RODOVIA RS-122, KM 68, Nº 4500, DESVIO RIZZO
CAXIAS DO SUL - RS
Ocupação principal: M-2 - Gás liquefeito de petróleo (revenda)
Limite de estocagem: 12.480 quilogramas
Este APPCI tem validade até 30 de junho de 2028
Caxias do Sul, 1º de julho de 2026
""",
        {
            "razao_social": "MINUANO GÁS LTDA",
            "nome_fantasia": "MINUANO",
            "numero": "1234/1",
            "capacidade_glp_kg": 12480,
            "contempla_revenda_glp": True,
            "validade": "2028-06-30",
            "data_emissao": "2026-07-01",
            "uf_emissor": "RS",
            "endereco": {
                "logradouro": "RODOVIA RS-122",
                "numero": "4500",
                "bairro": "DESVIO RIZZO",
                "municipio": "CAXIAS DO SUL",
                "uf": "RS",
            },
            "atividade": "M-2 - Gás liquefeito de petróleo (revenda)",
            "orgao_emissor": "CORPO DE BOMBEIROS MILITAR",
        },
    ),
    (
        "certificado_bombeiros",
        """## CORPO DE BOMBEIROS MILITAR DO ESTADO DE GOIÁS
# CERCON
Número do CERCON	778899/26
Empresa	CERRADO COMÉRCIO DE GÁS LTDA
Fantasia	CERRADO GÁS
CNPJ	11.222.333/0001-81
Localização	Rua 12, Qd. 45, Lt. 07, Setor Bueno, Goiânia - GO
Ramo	Comércio varejista de GLP
Armazenagem permitida	120 botijões P13 (1.560 kg)
Expedido	12/01/2026
Expira em	12/01/2027
""",
        {
            "razao_social": "CERRADO COMÉRCIO DE GÁS LTDA",
            "nome_fantasia": "CERRADO GÁS",
            "numero": "778899/26",
            "capacidade_glp_kg": 1560,
            "contempla_revenda_glp": True,
            "validade": "2027-01-12",
            "data_emissao": "2026-01-12",
            "uf_emissor": "GO",
            "endereco": {
                "logradouro": "Rua 12",
                "complemento": "Qd. 45, Lt. 07",
                "bairro": "Setor Bueno",
                "municipio": "Goiânia",
                "uf": "GO",
            },
            "atividade": "Comércio varejista de GLP",
            "orgao_emissor": "CORPO DE BOMBEIROS MILITAR DO ESTADO DE GOIÁS",
        },
    ),
    (
        "certificado_bombeiros",
        """## GOVERNO DO ESTADO DO PARÁ
## CORPO DE BOMBEIROS MILITAR DO PARÁ
# ATESTADO DE VISTORIA TÉCNICA
^ Registro n. 5567-A/2026
Atestamos, para os devidos fins, que a firma MARAJÓ GÁS LTDA (MARAJÓ DISTRIBUIDORA), inscrita no CNPJ 11.222.333/0001-81, com estabelecimento na Passagem São Pedro, s/n, Guamá, Belém-PA, acha-se em condições de segurança para funcionar como depósito e revenda de GLP, com carga de até 40 (quarenta) botijões de 13 kg.
Validade: 1 (um) ano, contado da emissão.
Belém (PA), 20/08/2026
""",
        {
            "razao_social": "MARAJÓ GÁS LTDA",
            "numero": "5567-A/2026",
            "capacidade_glp_kg": 520,
            "contempla_revenda_glp": True,
            "validade": "2027-08-20",
            "data_emissao": "2026-08-20",
            "uf_emissor": "PA",
            "endereco": {
                "logradouro": "Passagem São Pedro",
                "numero": "S/N",
                "bairro": "Guamá",
                "municipio": "Belém",
                "uf": "PA",
            },
            "orgao_emissor": "CORPO DE BOMBEIROS MILITAR DO PARÁ",
        },
    ),
    (
        "certificado_bombeiros",
        """## CBMMG - CORPO DE BOMBEIROS MILITAR DE MINAS GERAIS
# AVCB
Nº DO AVCB	PSCIP	VALIDADE
20260012345	0045/2024	15/09/2030
PROPRIETÁRIO/RESPONSÁVEL PELO USO
UAI GÁS LTDA
EDIFICAÇÃO: AV. AMAZONAS, 9000, GAMELEIRA, BELO HORIZONTE - MG
OCUPAÇÃO: Revenda de GLP - classe II
GLP armazenado: 1.560 kg
Belo Horizonte, 15 de setembro de 2026.
""",
        {
            "razao_social": "UAI GÁS LTDA",
            "numero": "20260012345",
            "capacidade_glp_kg": 1560,
            "contempla_revenda_glp": True,
            "validade": "2030-09-15",
            "data_emissao": "2026-09-15",
            "uf_emissor": "MG",
            "endereco": {
                "logradouro": "AV. AMAZONAS",
                "numero": "9000",
                "bairro": "GAMELEIRA",
                "municipio": "BELO HORIZONTE",
                "uf": "MG",
            },
            "atividade": "Revenda de GLP - classe II",
            "orgao_emissor": "CORPO DE BOMBEIROS MILITAR DE MINAS GERAIS",
        },
    ),
    (
        "licenca_operacao",
        """## ESTADO DE SANTA CATARINA
## INSTITUTO DO MEIO AMBIENTE
# LICENÇA AMBIENTAL DE OPERAÇÃO
^ LAO 4521/2026
O Instituto do Meio Ambiente de Santa Catarina, no uso de suas atribuições, autoriza ITAJAÍ GÁS LTDA, CNPJ 11.222.333/0001-81, a operar o depósito de GLP localizado na Rodovia BR-101, km 118, Bairro Salseiros, Itajaí/SC, na atividade de comércio varejista de gás liquefeito de petróleo.
Esta licença terá vigência de 48 meses a contar da data de sua assinatura.
Florianópolis, 3 de fevereiro de 2026
""",
        {
            "razao_social": "ITAJAÍ GÁS LTDA",
            "numero": "4521/2026",
            "validade": "2030-02-03",
            "data_emissao": "2026-02-03",
            "uf_emissor": "SC",
            "endereco": {
                "logradouro": "Rodovia BR-101",
                "numero": "km 118",
                "bairro": "Salseiros",
                "municipio": "Itajaí",
                "uf": "SC",
            },
            "atividade": "comércio varejista de gás liquefeito de petróleo",
            "orgao_emissor": "INSTITUTO DO MEIO AMBIENTE",
        },
    ),
    (
        "licenca_operacao",
        """## PREFEITURA MUNICIPAL DE ANÁPOLIS
## AGÊNCIA MUNICIPAL DE MEIO AMBIENTE
# LICENÇA AMBIENTAL DE FUNCIONAMENTO
LIC. N.	PROC. N.	EXPEDIÇÃO	VENCE EM
0098/2026	55.432/2025	11/02/2026	11/02/2030
LICENCIADA
DAIA GÁS LTDA
DOC. (CNPJ)
11.222.333/0001-81
SITUAÇÃO DO EMPREENDIMENTO
Rua Quatro, Qd. 12, Lt. 3, Jundiaí, Anápolis-GO
ATIVIDADE AUTORIZADA
Depósito e revenda de GLP
""",
        {
            "razao_social": "DAIA GÁS LTDA",
            "numero": "0098/2026",
            "validade": "2030-02-11",
            "data_emissao": "2026-02-11",
            "endereco": {
                "logradouro": "Rua Quatro",
                "complemento": "Qd. 12, Lt. 3",
                "bairro": "Jundiaí",
                "municipio": "Anápolis",
                "uf": "GO",
            },
            "atividade": "Depósito e revenda de GLP",
            "orgao_emissor": "PREFEITURA MUNICIPAL DE ANÁPOLIS",
        },
    ),
    (
        "licenca_operacao",
        """## GOVERNO DO ESTADO DO ESPÍRITO SANTO
## INSTITUTO ESTADUAL DE MEIO AMBIENTE E RECURSOS HÍDRICOS - IEMA
# LICENÇA DE OPERAÇÃO
LO - GCA / Nº 77 / 2026 / CLASSE SIMPLIFICADA
Titular.........: PENHA GÁS LTDA
CNPJ............: 11.222.333/0001-81
Sito............: Av. Carlos Lindenberg, 3400, Glória, Vila Velha, ES
Para............: Armazenamento e revenda de GLP
Vigência........: 20/03/2026 a 20/03/2030
""",
        {
            "razao_social": "PENHA GÁS LTDA",
            "validade": "2030-03-20",
            "uf_emissor": "ES",
            "endereco": {
                "logradouro": "Av. Carlos Lindenberg",
                "numero": "3400",
                "bairro": "Glória",
                "municipio": "Vila Velha",
                "uf": "ES",
            },
            "atividade": "Armazenamento e revenda de GLP",
            "orgao_emissor": "INSTITUTO ESTADUAL DE MEIO AMBIENTE E RECURSOS HÍDRICOS - IEMA",
            "numero": "77/2026/CLASSE",
        },
    ),
    (
        "licenca_operacao",
        """## SECRETARIA DE ESTADO DE MEIO AMBIENTE - SEMA/MT
# LICENÇA DE OPERAÇÃO
Licença nº: 320998/2026    Válida até: 14/04/2029
Processo nº: 111222/2025    Data do protocolo: 05/11/2025
DADOS DO INTERESSADO
Nome / Razão: PANTANAL GÁS LTDA
CPF / CNPJ: 11.222.333/0001-81
Logradouro: Avenida Fernando Corrêa   Nº 2100
Bairro: Coxipó   Cidade: Cuiabá   Estado: MT
Atividades licenciadas:
Comércio varejista de gás liquefeito de petróleo (GLP)
Local e data: Cuiabá-MT, 14 de abril de 2026
""",
        {
            "razao_social": "PANTANAL GÁS LTDA",
            "numero": "320998/2026",
            "validade": "2029-04-14",
            "data_emissao": "2026-04-14",
            "uf_emissor": "MT",
            "endereco": {
                "logradouro": "Avenida Fernando Corrêa",
                "numero": "2100",
                "bairro": "Coxipó",
                "municipio": "Cuiabá",
                "uf": "MT",
            },
            "atividade": "Comércio varejista de gás liquefeito de petróleo (GLP)",
            "orgao_emissor": "SECRETARIA DE ESTADO DE MEIO AMBIENTE - SEMA",
        },
    ),
    (
        "protocolo_renovacao",
        """## PREFEITURA DE JUIZ DE FORA
# COMPROVANTE DE ABERTURA DE PROCESSO
Processo	Ano	Abertura
12345	2026	03/11/2026 10:22
Requerente: ZONA DA MATA GÁS LTDA
CNPJ: 11.222.333/0001-81
Assunto: RENOVAÇÃO DE ALVARÁ DE LOCALIZAÇÃO E FUNCIONAMENTO
Endereço: Rua Halfeld, 300, Centro
""",
        {
            "razao_social": "ZONA DA MATA GÁS LTDA",
            "data_protocolo": "2026-11-03",
            "documento_renovado": "alvara_funcionamento",
            "endereco": {"logradouro": "Rua Halfeld", "numero": "300", "bairro": "Centro"},
            "orgao_emissor": "PREFEITURA DE JUIZ DE FORA",
            "numero": "12345",
        },
    ),
    (
        "protocolo_renovacao",
        """## CORPO DE BOMBEIROS MILITAR DO ESTADO DO RIO DE JANEIRO
# RECIBO DE ENTRADA
Recebemos de GUANABARA GÁS LTDA, CNPJ 11.222.333/0001-81, estabelecida na Rua Bela, 900, São Cristóvão, Rio de Janeiro/RJ, em 12 de outubro de 2026, a documentação relativa ao pedido de renovação do Certificado de Aprovação, que tomou o n.º E-27/004567/2026.
""",
        {
            "razao_social": "GUANABARA GÁS LTDA",
            "data_protocolo": "2026-10-12",
            "documento_renovado": "certificado_bombeiros",
            "numero": "E-27/004567/2026",
            "endereco": {
                "logradouro": "Rua Bela",
                "numero": "900",
                "bairro": "São Cristóvão",
                "municipio": "Rio de Janeiro",
                "uf": "RJ",
            },
            "orgao_emissor": "CORPO DE BOMBEIROS MILITAR DO ESTADO DO RIO DE JANEIRO",
        },
    ),
    (
        "protocolo_renovacao",
        """## CETESB - COMPANHIA AMBIENTAL DO ESTADO DE SÃO PAULO
# PROTOCOLO DE SOLICITAÇÃO
Solicitação de	Renovação de Licença de Operação
SD	91234567
Protocolizada	21/09/2026
Razão	MOGI GÁS LTDA
CNPJ	11.222.333/0001-81
Logradouro	Rua Ipiranga	Número	55
Município	MOGI DAS CRUZES
""",
        {
            "razao_social": "MOGI GÁS LTDA",
            "data_protocolo": "2026-09-21",
            "documento_renovado": "licenca_operacao",
            "numero": "91234567",
            "endereco": {"logradouro": "Rua Ipiranga", "numero": "55", "municipio": "MOGI DAS CRUZES"},
            "orgao_emissor": "CETESB - COMPANHIA AMBIENTAL DO ESTADO DE SÃO PAULO",
        },
    ),
    (
        "protocolo_renovacao",
        """## MUNICÍPIO DE CASCAVEL
## PROTOCOLO GERAL
# PROTOCOLO
N.º de ordem: 2026/55443
Entrou em: 09/11/2026 às 14h
Parte interessada: OESTE GÁS LTDA
Súmula: revalidação do alvará de funcionamento
""",
        {
            "razao_social": "OESTE GÁS LTDA",
            "data_protocolo": "2026-11-09",
            "documento_renovado": "alvara_funcionamento",
            "numero": "2026/55443",
            "orgao_emissor": "MUNICÍPIO DE CASCAVEL",
        },
    ),
]

CAPACITIES = [
    ("Quantidade autorizada de GLP: 1.560 kg", 1560),
    ("Peso total de GLP\t2.080 kg", 2080),
    ("Fica autorizada a guarda de, no máximo, 1.560 quilos de GLP", 1560),
    ("GLP (kg): 1560", 1560),
    ("Kg de GLP: 1.560", 1560),
    ("Capacidade: 1,56 t de GLP", 1560),
    ("Capacidade máxima de armazenagem....... 6240Kg", 6240),
    ("Estocagem máxima permitida - 99.840 kg (classe VI)", 99840),
    ("Classe III, até 6.240 kg", 6240),
    ("Classe da área: II (até 1.560 kg)", 1560),
    ("Lim. armaz. (kg)\n1.560", 1560),
    ("Armazenamento (kg GLP)\tClasse\n1.560\tII", 1560),
    ("Volume estocado: 520 KG DE GLP", 520),
    ("P-13: 100 un.\tP-45: 4 un.\tTotal: 1.480 kg", 1480),
    ("Massa líquida máxima: 1.560 kg de gás liquefeito", 1560),
    ("comportando 120 recipientes transportáveis de 13 quilos de GLP", 1560),
    ("Potencial de armazenamento: 1.560kg", 1560),
    ("PRODUTO\tQTDE. ARMAZENADA\tUNIDADE\nGLP\t1.560\tkg", 1560),
    ("Cap. máx. (kg): 1.560,00", 1560),
    ("Capacidade de armazenamento, em quilogramas de GLP\n1.560", 1560),
    ("Capacidade (em kg)\tClasse\n1.560\tII", 1560),
    ("Tonelagem máxima de GLP: 12,48 toneladas", 12480),
    ("Estoque: 480 (quatrocentos e oitenta) botijões P-13", 6240),
]
CERTIFICATE = """## CORPO DE BOMBEIROS MILITAR DO PARANÁ
# CERTIFICADO DE VISTORIA EM ESTABELECIMENTO
^ Nº 3.1.01.26.0000123456-78
Razão Social: GÁS DO VALE LTDA
Atividade: Comércio varejista de gás liquefeito de petróleo
{said}
Emissão: 10/03/2026  Validade: 10/03/2027
"""


@pytest.mark.parametrize(("tipo", "text", "wanted"), PAPERS)
def test_fields_of_an_unseen_layout(tipo: str, text: str, wanted: dict[str, object]) -> None:
    assert classify_page(pages.layout(text)).tipo == tipo
    found = values(extract_text(tipo, text))
    assert {name: found.get(name) for name in wanted} == wanted


@pytest.mark.parametrize(("said", "kg"), CAPACITIES)
def test_capacity_in_an_unseen_wording(said: str, kg: int) -> None:
    found = values(extract_text("certificado_bombeiros", CERTIFICATE.format(said=said)))
    assert found["capacidade_glp_kg"] == kg


@pytest.mark.parametrize(
    "said",
    [
        "Central de GLP (kg): 190",
        "Extintores\tQuantidade (kg)\n4\t48",
        "Limite de carga (kg): 1.560 no monta-carga",
        "Classe\tÁrea (m²)\nII\t1.560",
        "Peso do extintor: 12 kg",
    ],
)
def test_other_weights_are_no_capacity(said: str) -> None:
    assert "capacidade_glp_kg" not in values(extract_text("certificado_bombeiros", CERTIFICATE.format(said=said)))
