"""Forms and letters of offices never seen: other labels, other order, other drawing; the values are to be found."""

from __future__ import annotations

from tests.unit.documents.acts import extract_text, values
from tests.unit.documents.pages import layout

from docverify.documents.classify import classify_page

QUADROS = """# REVENDA DE GLP - FICHA DE CADASTRO
^ Anexo I - Portaria ANP nº 297/2003
QUADRO I - DADOS DA EMPRESA REVENDEDORA
Denominação social	CNPJ nº
COMERCIAL DE GAS IPIRANGA LTDA ME	11.222.333/0001-81
Nome de fantasia	Fone (DDD)
IPIRANGA GAS	(62) 3522-1180
Classe da instalação	Insc. Est.
Classe II	10.345.678-9
QUADRO II - LOCALIZAÇÃO DO ESTABELECIMENTO
Logradouro	Nº	Compl.
Rua 15	S/N	Qd. 12 Lt. 08
Bairro	Cidade	UF	CEP
Setor Aeroporto	Goiânia	GO	74.075-110
QUADRO III - DISTRIBUIDORAS COM QUE OPERA
Razão Social	CNPJ	Marca(s)
COPAGAZ DISTRIBUIDORA DE GAS S.A.	33.000.167/0001-01	Copagaz
QUADRO IV - RESPONSÁVEL PELAS INFORMAÇÕES
Nome	RG	CPF
Jose Carlos Menezes	3.456.789 SSP/GO	390.533.447-05
Cargo
Socio-gerente
Local e data: Goiânia, 12 de março de 2024
"""
LEADERS = """# FICHA CADASTRAL FC/REVGLP
I – REVENDEDOR
Firma/Razão Social ........: GAS SERRANO COMERCIO LTDA
Nome Fantasia .............: SERRANO GAS
C.N.P.J. ..................: 11.222.333/0001-81
Inscrição Estadual ........: 256.789.012
Tel. p/ contato ...........: (49) 3222-4567
Enquadramento (classe) ....: IV
II – ENDEREÇO
Rod. BR-282, km 213, s/n – Distrito de Índios – Lages/SC – CEP 88520-000
III – DISTRIBUIDOR(ES) FORNECEDOR(ES)
a) LIQUIGAS DISTRIBUIDORA S.A. - CNPJ 33.000.167/0001-01 - marca LIQUIGAS
IV – RESPONSÁVEL PELO PREENCHIMENTO
Nome legível ..............: Marta Helena Boing
Doc. identidade ...........: 4.123.456 SESP/SC
CPF/MF ....................: 390.533.447-05
Cargo que ocupa ...........: Administradora
Lages (SC), 05/02/2023
"""
NUMBERED = """# FICHA CADASTRAL PARA REVENDEDOR DE GLP
[ ] AUTORIZAÇÃO	[X] ATUALIZAÇÃO CADASTRAL
1 - IDENTIFICAÇÃO DO REVENDEDOR
1.1 Nome empresarial
J. P. DE SOUZA GAS - ME
1.2 CNPJ	1.3 Telefone / Fax
11.222.333/0001-81	92 3636-2121
1.4 Título do estabelecimento	1.5 Classe de armazenamento
GAS DO POVO	I
2 - ENDEREÇO DO ESTABELECIMENTO
2.1 Rua, avenida etc.	2.2 Número
TRAVESSA SÃO JOSE	45-A
2.3 Complemento	2.4 Bairro/Distrito
FUNDOS	COMPENSA
2.5 Município	2.6 UF	2.7 CEP
MANAUS	AM	69030-000
3 - DISTRIBUIDOR
3.1 Razão social	3.2 CNPJ	3.3 Marca
SOCIEDADE FOGAS LTDA	33.000.167/0001-01	FOGAS
AMAZONGAS DISTRIBUIDORA DE GLP LTDA	11.444.777/0001-61	AMAZONGAS
4 - RESPONSÁVEL PELO PREENCHIMENTO DA FC/REVGLP
4.1 Nome (pessoa física)	4.2 Identidade
JOAO PAULO DE SOUZA	1234567-8 SSP/AM
4.3 CPF	4.4 Função
390.533.447-05	TITULAR
4.5 Local	4.6 Data
MANAUS	09.08.2022
"""
NO_COLONS = """# CADASTRO DE REVENDEDOR VAREJISTA DE GLP
Revendedor GAS & CIA COMERCIO DE GAS LTDA
CNPJ 11.222.333/0001-81   IE 123.456.789.110
Telefone 11 4402-9988
Endereço Av. Brasil, 2210 - Jardim América - Atibaia - SP - CEP 12940-000
Classe de armazenamento III
Distribuidor NACIONAL GAS BUTANO DISTRIBUIDORA LTDA
CNPJ 33.000.167/0001-01
Marca comercializada NACIONAL GAS
Responsável pelo preenchimento Ricardo Alves Pinto
Identidade 22.333.444-5 SSP-SP
CPF 390.533.447-05
Função Sócio administrador
Local Atibaia
Data 30/06/2021
"""
LETTERED = """# FC/REVGLP
^ FICHA CADASTRAL DO REVENDEDOR DE GLP
A - Identificação da Revenda
Nome da empresa (razão social)	Nº de inscrição no CNPJ	Tel.
REVENDA CENTRAL DE GAS LTDA	11.222.333/0001-81	(31)3333-4444
Classe da área de armazenamento:  ( ) I  ( ) II  (X) III  ( ) IV  ( ) V
B - Endereço da Revenda
Tipo e nome do logradouro	Número	Bairro
Avenida Amazonas	1200	Centro
Cidade	Estado	CEP
Contagem	MG	32010-000
C - Distribuidoras
Distribuidora 1: SUPERGASBRAS ENERGIA LTDA  CNPJ: 33.000.167/0001-01  Marca: SUPERGASBRAS
Distribuidora 2: CIA ULTRAGAZ SA  CNPJ: 11.444.777/0001-61  Marca: ULTRAGAZ
D - Identificação do Responsável
Nome do signatário	Nº do documento de identidade	Nº do CPF
Paulo Roberto Diniz	MG-10.234.567	390.533.447-05
Cargo / Função: Gerente	Contagem, 14 de julho de 2022
"""
TABLED = """# REQUERIMENTO
Interessado	PEROLA GAS COMERCIO LTDA
C.N.P.J.	11.222.333/0001-81
Sede	Av. Getúlio Vargas, 1.555, Galpão 3, Cidade Nova, Feira de Santana-BA, 44027-010
Assunto	Autorização para revenda de GLP
Para	ANP - Superintendência de Abastecimento
Requer a V.Sa. a autorização para o exercício da atividade de revenda de GLP. Declara estar ciente das normas.
Feira de Santana, 2/3/2021
Assinado: Claudia Regina Mota, sócia
"""
LABELLED = """# CADASTRO NACIONAL DA PESSOA JURÍDICA
## Consulta de situação cadastral
Inscrição no CNPJ: 11.222.333/0001-81 (Matriz)
Nome da pessoa jurídica: COMERCIO DE GAS TABAJARA LTDA
Nome fantasia: TABAJARA GAS
Data de início das atividades: 14/02/2005
CNAE fiscal: 47.84-9-00 - Comércio varejista de gás liquefeito de petróleo (GLP)
CNAEs secundárias: 49.30-2-03 - Transporte rodoviário de produtos perigosos; 47.23-7-00 - Comércio varejista de bebidas
Natureza jurídica: 206-2 - Sociedade Empresária Limitada
Endereço: Rua Epitácio Pessoa, 50, Tambiá, João Pessoa - PB, CEP 58020-000
Situação: ATIVA desde 03/11/2005
Impresso em 12/01/2023 às 10:11
"""
SHORTENED = """# CARTÃO CNPJ
CNPJ	ESTABELECIMENTO	ABERTURA
11.222.333/0002-62	FILIAL	01/07/1999
FIRMA OU RAZÃO SOCIAL
GAZ DO SERTAO COMERCIO LTDA
FANTASIA
GAZ DO SERTAO
ATIVIDADE PRINCIPAL
47.84-9-00 - Comércio varejista de gás liquefeito de petróleo (GLP)
NAT. JURÍDICA
206-2 - SOCIEDADE EMPRESARIA LIMITADA
LOGRADOURO	NUM.	COMPL.
ROD BR 116	KM 18	GALPAO A
CEP	BAIRRO	MUNICÍPIO	UF
63100-000	MURITI	CRATO	CE
SIT. CADASTRAL	DT. SIT. CADASTRAL
ATIVA	03/11/2005
Emissão: 04/05/2022
"""
PROSE = """^ MINISTÉRIO DA FAZENDA - SECRETARIA DA RECEITA FEDERAL
# COMPROVANTE DE INSCRIÇÃO NO CNPJ
A SECRETARIA DA RECEITA FEDERAL comprova que a empresa SOL NASCENTE GAS LTDA, nome de fantasia SOL GAS, encontra-se inscrita no CNPJ sob o nº 11.222.333/0001-81, aberta em 20/05/2001, com endereço na Rua Piauí, 88, Centro, Teresina/PI, CEP 64000-100, atividade econômica principal 47.84-9-00, natureza jurídica 206-2 Sociedade Empresária Limitada, situação cadastral ATIVA desde 03/11/2005.
Expedido em 20 de junho de 2021.
"""  # noqa: E501
LETTERHEAD = """# COMÉRCIO DE GÁS ALVORADA LTDA
^ CNPJ 11.222.333/0001-81 - Insc. Est. 082.345.67-8
^ Rod. ES-010, Km 12, Qd. 5, Lt. 3 - Jacaraípe - Serra - ES - CEP 29173-000
^ Tel. (27) 3252-1010
## REQUERIMENTO
Ilmo. Sr. Superintendente de Abastecimento da ANP
Vimos, por meio deste, solicitar a V. Sa. o cadastramento de nossa empresa como revendedor de GLP, na forma do art. 6º da Portaria ANP 297/2003, anexando os documentos pertinentes.
Nestes termos,
P. deferimento.
Serra (ES), 22 de agosto de 2019
Comércio de Gás Alvorada Ltda
Luciana Prates Moreira - Diretora
"""  # noqa: E501
ITEMS = """# REQUERIMENTO DE AUTORIZAÇÃO
Destinatário: Agência Nacional do Petróleo, Gás Natural e Biocombustíveis (ANP)
1. Requerente
Razão social: GAS NORTE COMERCIO E TRANSPORTE LTDA
CNPJ: 11.222.333/0001-81
Endereço: Quadra 104 Norte, Av. LO-04, Lote 12, Plano Diretor Norte, Palmas - TO, 77006-032
2. Pedido
Atividade pretendida: revenda de GLP
A requerente acima qualificada requer a outorga de autorização.
3. Assinatura
Palmas, 10/10/2020
Nome: Raimundo Nonato Lopes
Qualidade: sócio-gerente
"""


def test_ficha_of_quadros_with_values_under_heads() -> None:
    got = values(extract_text("ficha_cadastral", QUADROS))
    assert got["cnpj"] == "11222333000181"
    assert got["razao_social"] == "COMERCIAL DE GAS IPIRANGA LTDA ME"
    assert got["nome_fantasia"] == "IPIRANGA GAS"
    assert got["classe_armazenamento"] == "II"
    assert got["inscricao_estadual"] == "103456789"
    assert got["endereco"]["bairro"] == "Setor Aeroporto"  # type: ignore[index]
    assert got["distribuidores"] == [
        {"razao_social": "COPAGAZ DISTRIBUIDORA DE GAS S.A.", "cnpj": "33000167000101", "marcas": ["Copagaz"]}
    ]
    assert got["responsavel"]["nome"] == "Jose Carlos Menezes"  # type: ignore[index]
    assert got["responsavel"]["funcao"] == "Socio-gerente"  # type: ignore[index]


def test_ficha_with_dot_leaders_and_a_closing_line() -> None:
    got = values(extract_text("ficha_cadastral", LEADERS))
    assert got["classe_armazenamento"] == "IV"
    assert got["telefone"] == "(49) 3222-4567"
    assert got["distribuidores"] == [
        {"razao_social": "LIQUIGAS DISTRIBUIDORA S.A.", "cnpj": "33000167000101", "marcas": ["LIQUIGAS"]}
    ]
    assert got["responsavel"] == {
        "nome": "Marta Helena Boing",
        "identidade": "4.123.456 SESP/SC",
        "cpf": "39053344705",
        "funcao": "Administradora",
    }
    assert (got["local"], got["data"]) == ("Lages", "2023-02-05")


def test_each_row_of_a_table_is_a_distributor() -> None:
    got = values(extract_text("ficha_cadastral", NUMBERED))
    assert got["distribuidores"] == [
        {"razao_social": "SOCIEDADE FOGAS LTDA", "cnpj": "33000167000101", "marcas": ["FOGAS"]},
        {"razao_social": "AMAZONGAS DISTRIBUIDORA DE GLP LTDA", "cnpj": "11444777000161", "marcas": ["AMAZONGAS"]},
    ]
    assert got["responsavel"]["funcao"] == "TITULAR"  # type: ignore[index]
    assert got["cnpj"] == "11222333000181"


def test_ficha_without_colons() -> None:
    got = values(extract_text("ficha_cadastral", NO_COLONS))
    assert got["cnpj"] == "11222333000181"
    assert got["distribuidores"] == [
        {"razao_social": "NACIONAL GAS BUTANO DISTRIBUIDORA LTDA", "cnpj": "33000167000101", "marcas": ["NACIONAL GAS"]}
    ]
    assert got["responsavel"]["nome"] == "Ricardo Alves Pinto"  # type: ignore[index]


def test_ficha_with_class_boxes_and_distributors_in_lines() -> None:
    got = values(extract_text("ficha_cadastral", LETTERED))
    assert got["cnpj"] == "11222333000181"
    assert got["classe_armazenamento"] == "III"
    assert [d["cnpj"] for d in got["distribuidores"]] == ["33000167000101", "11444777000161"]  # type: ignore[attr-defined]
    assert (got["local"], got["data"]) == ("Contagem", "2022-07-14")


def test_two_class_boxes_marked_say_none() -> None:
    got = values(extract_text("ficha_cadastral", LETTERED.replace("( ) IV", "(X) IV")))
    assert "classe_armazenamento" not in got


def test_row_of_a_distributor_with_a_wrong_number_is_not_believed() -> None:
    found = extract_text("ficha_cadastral", LEADERS.replace("33.000.167/0001-01", "33.000.167/0001-02"))
    assert "distribuidores" not in found.campos or found.campos["distribuidores"].confianca < 0.7


def test_application_as_a_table() -> None:
    got = values(extract_text("requerimento", TABLED))
    assert got["destinatario"] == "ANP - Superintendência de Abastecimento"
    assert got["razao_social"] == "PEROLA GAS COMERCIO LTDA"
    assert got["signatario"] == "Claudia Regina Mota"
    assert got["endereco"]["complemento"] == "Galpão 3"  # type: ignore[index]


def test_cnpj_card_with_other_labels() -> None:
    got = values(extract_text("comprovante_cnpj", LABELLED))
    assert (got["situacao_cadastral"], got["data_situacao"]) == ("ATIVA", "2005-11-03")
    assert got["matriz_filial"] == "MATRIZ"
    assert got["data_emissao"] == "2023-01-12"


def test_cnpj_card_with_shortened_labels() -> None:
    got = values(extract_text("comprovante_cnpj", SHORTENED))
    assert (got["situacao_cadastral"], got["data_situacao"]) == ("ATIVA", "2005-11-03")
    assert got["natureza_juridica"] == "206-2 - SOCIEDADE EMPRESARIA LIMITADA"
    assert got["atividade"] == "Comércio varejista de gás liquefeito de petróleo (GLP)"


def test_cnpj_card_in_prose() -> None:
    got = values(extract_text("comprovante_cnpj", PROSE))
    assert got["razao_social"] == "SOL NASCENTE GAS LTDA"
    assert (got["data_abertura"], got["data_situacao"]) == ("2001-05-20", "2005-11-03")
    assert got.get("nome_fantasia") in (None, "SOL GAS")


def test_application_with_its_address_in_the_letterhead() -> None:
    got = values(extract_text("requerimento", LETTERHEAD))
    address = got["endereco"]
    assert isinstance(address, dict)
    assert (address["logradouro"], address["cep"]) == ("Rod. ES-010", "29173000")
    assert (address["municipio"], address["uf"]) == ("Serra", "ES")


def test_letterhead_without_a_number_of_the_applicant_gives_no_street() -> None:
    got = values(extract_text("requerimento", LETTERHEAD.replace("CNPJ 11.222.333/0001-81 - ", "")))
    assert "logradouro" not in (got.get("endereco") or {})  # type: ignore[operator]


def test_application_of_numbered_parts() -> None:
    got = values(extract_text("requerimento", ITEMS))
    assert got["signatario"] == "Raimundo Nonato Lopes"
    assert got["atividade"] == "revenda de GLP"
    assert "Pedido" not in str(got["endereco"])


def test_forms_under_other_titles_are_told() -> None:
    assert classify_page(layout(QUADROS)).tipo == "ficha_cadastral"
    assert classify_page(layout(NO_COLONS)).tipo == "ficha_cadastral"
