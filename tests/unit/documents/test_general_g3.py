"""Marks and acts in wordings and layouts other than the usual ones: what is missed, and what is no mark."""

from __future__ import annotations

import pytest
from tests.unit.documents.acts import extract_text, values
from tests.unit.documents.pages import layout

from docverify.documents.authentication import find_marks
from docverify.documents.classify import classify_page

_ACT = """# CONTRATO SOCIAL
# GÁS DO NORTE LTDA
CLÁUSULA PRIMEIRA A sociedade gira sob o nome empresarial GÁS DO NORTE LTDA e tem sede na Rua A, 10, Centro.
CLÁUSULA SEGUNDA O capital social é de R$ 10.000,00.
Belém, 10 de janeiro de 2020.

"""


@pytest.mark.parametrize(
    ("stamp", "numero", "data", "junta"),
    [
        (
            "JUNTA COMERCIAL DO ESTADO DO PARÁ - JUCEPA\nARQUIVADO EM 14/02/2020 SOB Nº 20000654321\n"
            "PROTOCOLO 200065432 DE 12/02/2020\nNIRE 15201234567",
            "20000654321", "2020-02-14", "Pará",
        ),
        ("JUCEB\nRegistro: 97812345\nData: 03/05/2021\nNIRE: 29.2.0412345-6", "97812345", "2021-05-03", "Bahia"),
        (
            "# TERMO DE AUTENTICAÇÃO\n^ JUNTA COMERCIAL DO ESTADO DE GOIÁS\nNOME DA EMPRESA\tGÁS DO NORTE LTDA\n"
            "PROTOCOLO\t213456789 - 11/03/2021\nATO\t002 - ALTERAÇÃO\nNIRE\t52201234567\n"
            "NÚMERO DE REGISTRO\t20213456789\nDATA DE REGISTRO\t15/03/2021",
            "20213456789", "2021-03-15", "Goiás",
        ),
        (
            "REGISTRADO NA JUNTA COMERCIAL DO ESTADO DE SERGIPE\nSOB O Nº 20190123456 EM 09/08/2019\nNIRE 28200654321",
            "20190123456", "2019-08-09", "Sergipe",
        ),
        (
            "^ JUNTA COMERCIAL DO ESTADO DO MARANHÃO\n^ CHANCELA DIGITAL\n"
            "Nº do arquivamento\tData do arquivamento\tNIRE\n20210987654\t22/10/2021\t21200987654",
            "20210987654", "2021-10-22", "Maranhão",
        ),
        (
            "JUCEMAT - Junta Comercial do Estado de Mato Grosso\nDEFERIDO e ARQUIVADO em 05/06/2018 sob o nº 2012345\n"
            "Protocolo: 18/056.789-0\nSecretário-Geral",
            "2012345", "2018-06-05", "Mato Grosso",
        ),
        (
            "Este documento foi arquivado na Junta Comercial do Estado de Rondônia em 17/09/2020, "
            "sob o número 20200345678.",
            "20200345678", "2020-09-17", "Rondônia",
        ),
        (
            "JUNTA COMERCIAL DO ESTADO DO AMAZONAS\nCERTIDÃO: o presente instrumento acha-se registrado e arquivado "
            "nesta Junta Comercial sob nº 456789 por despacho de 30/11/2017.",
            "456789", "2017-11-30", "Amazonas",
        ),
        (
            "MINISTÉRIO DO DESENVOLVIMENTO\tJUNTA COMERCIAL DO ESTADO DE MATO GROSSO DO SUL\n"
            "REGISTRO Nº\tDATA DO REGISTRO\n54987654\t01/04/2016",
            "54987654", "2016-04-01", "Mato Grosso do Sul",
        ),
        (
            "JUCISRS - Registro nº 7654321 em 19/01/2021 da Empresa GÁS DO NORTE LTDA, NIRE 43207654321 e protocolo "
            "210098765 - 11/01/2021.",
            "7654321", "2021-01-19", "Rio Grande do Sul",
        ),
        (
            "JUNTA COMERCIAL DO ESTADO DO PIAUÍ\nNúmero do Registro ........ 20210456123\n"
            "Data do Registro .......... 06/07/2021\nNIRE ...................... 22200456123",
            "20210456123", "2021-07-06", "Piauí",
        ),
        (
            "Junta Comercial do Estado de Minas Gerais\nNúmero da aprovação: 7654321\n"
            "Data da aprovação: 14/09/2019\nNIRE 31201234567",
            "7654321", "2019-09-14", "Minas Gerais",
        ),
        ("Registrado sob nº 20220111222 em 04/02/2022 - JUCEAL", "20220111222", "2022-02-04", "Alagoas"),
        (
            "Certifico que o ato da empresa GÁS DO NORTE LTDA consta assinado digitalmente e foi registrado na JUCEC "
            "em 12/12/2022 sob o nº 5912345. Protocolo 221234567.",
            "5912345", "2022-12-12", "Ceará",
        ),
    ],
)  # fmt: skip
def test_filing_told_by_labels_and_short_notes(stamp: str, numero: str, data: str, junta: str) -> None:
    marks = find_marks([layout(_ACT + stamp)])
    assert marks.numero_registro is not None
    assert marks.data_registro is not None
    assert marks.junta_comercial is not None
    assert (marks.numero_registro.valor, marks.data_registro.valor) == (numero, data)
    assert marks.junta_comercial.valor.endswith(junta)


@pytest.mark.parametrize(
    "text",
    [
        "Contrato arquivado na JUCEPA sob nº 15200123456 em sessão de 12/03/2010, os sócios resolvem.",
        "GÁS DO NORTE LTDA, com contrato social na Junta Comercial do Estado de Goiás registrado sob nº 52201234567 em "
        "12/03/2010, CNPJ 11.222.333/0001-81, por seus representantes, promove a alteração que segue.",
        "A empresa, com seus atos constitutivos devidamente levados a efeito perante o órgão competente do Estado e "
        "registrado sob nº 52201234567 em 12/03/2010 na Junta Comercial do Estado de Goiás, promove a alteração.",
        "Certidão registrada sob o nº 123456 em 12/03/2010 no cartório de registro de imóveis.",
        "Registro: 123456\nData: 12/03/2010\nConselho Regional de Contabilidade",
        "Junta Comercial do Estado de Goiás\nProtocolo 213456789\nData do protocolo 11/03/2021",
    ],
)
def test_earlier_filings_and_other_registers_are_none(text: str) -> None:
    marks = find_marks([layout(_ACT + text)])
    assert marks.numero_registro is None
    assert marks.data_registro is None


@pytest.mark.parametrize(
    "text",
    [
        "CARTÓRIO DO 3º OFÍCIO\nCONFERIDO COM O ORIGINAL, DOU FÉ.\nEm 02/03/2020 Tabelião Substituto",
        "Tabelionato Souza - Certifico e dou fé que a presente xerocópia é igual ao original que me foi exibido. "
        "Escrevente autorizada",
    ],
)
def test_notarys_authentication_in_other_words(text: str) -> None:
    mark = find_marks([layout(_ACT + text)]).autenticacao
    assert mark is not None
    assert mark.valor == "cartorio"


@pytest.mark.parametrize(
    "text",
    [
        "SERVIÇO NOTARIAL\nFIRMA RECONHECIDA POR AUTENTICIDADE\nSignatário: MARCOS ANTONIO RIBEIRO LIMA\n"
        "Dou fé. O Escrevente. Selo digital 0012.AB",
        "Reconheço como autêntica a assinatura de MARCOS ANTONIO RIBEIRO LIMA, feita na minha presença. "
        "Dou fé. Tabeliã",
        "CARTÓRIO BRASIL. Certifico que a assinatura aposta de MARCOS ANTONIO RIBEIRO LIMA é autêntica e confere com o "
        "padrão arquivado neste cartório. Dou fé.",
    ],
)
def test_recognised_signature_in_other_words(text: str) -> None:
    assert find_marks([layout(_ACT + text)]).firma_reconhecida is not None


_DIAS = (
    "MARIA HELENA COSTA DIAS, brasileira, divorciada, comerciante, CPF 529.982.247-25, RG 1234567 SSP/GO, residente e "
    "domiciliada na Rua 10, Qd. 5, Lt. 12, Setor Sul, Goiânia-GO"
)
_TELES = (
    "RUI BARROS TELES, brasileiro, solteiro, empresário, CPF 390.533.447-05, residente na Rua B, 7, Centro, Anápolis-GO"
)
_BOTH = [
    {"nome": "MARIA HELENA COSTA DIAS", "documento": "52998224725"},
    {"nome": "RUI BARROS TELES", "documento": "39053344705"},
]


def test_contract_in_short_numbered_sentences() -> None:
    got = values(
        extract_text(
            "contrato_social",
            f"""# CONTRATO SOCIAL DE SOCIEDADE LIMITADA
{_DIAS} e {_TELES}, constituem uma sociedade limitada mediante as cláusulas seguintes:
1ª A sociedade denominar-se-á CERRADO GÁS LTDA.
2ª A sociedade fica sediada à Avenida Anhanguera, Qd. 22, Lt. 08, Setor Oeste, Goiânia, Estado de Goiás, CEP 74110-010.
3ª O objetivo é o comércio varejista de GLP e água mineral.
4ª O capital da sociedade, inteiramente integralizado, importa em R$ 80.000,00 (oitenta mil reais), em 80.000 quotas.
5ª A gerência será exercida pela sócia MARIA HELENA COSTA DIAS.
Goiânia, 04 de maio de 2021.""",
        )
    )
    assert got["socios"] == _BOTH
    assert got["administradores"] == ["MARIA HELENA COSTA DIAS"]
    assert got["objeto_social"] == "o comércio varejista de GLP e água mineral"
    assert got["capital_social"] == "80000.00"
    assert str(got["razao_social"]).startswith("CERRADO GÁS LTDA")
    assert got["endereco"]["complemento"] == "Qd. 22, Lt. 08"  # type: ignore[index]
    assert "cnpj" not in got, "an identity card's number is no CNPJ with letters"


def test_act_as_a_list_of_labels_ends_each_value_at_the_next() -> None:
    got = values(
        extract_text(
            "contrato_social",
            f"""# ATO CONSTITUTIVO
Nome empresarial: LUZ DO SERTÃO GÁS LTDA
Endereço da sede: Rodovia BR-116, Km 45, s/nº, Zona Rural, Feira de Santana - BA, CEP 44001-000
Objeto: Comércio varejista de gás liquefeito de petróleo
Capital: R$ 25.000,00
Sócio único: {_DIAS}
Administrador: MARIA HELENA COSTA DIAS
Feira de Santana/BA, 01/02/2023""",
        )
    )
    assert got["objeto_social"] == "Comércio varejista de gás liquefeito de petróleo"
    assert got["capital_social"] == "25000.00"


def test_domicile_and_aim_in_other_verbs() -> None:
    got = values(
        extract_text(
            "contrato_social",
            f"""# CONTRATO SOCIAL
{_DIAS} e {_TELES} resolvem constituir sociedade.
Artigo 1º A firma social será PLANALTO DISTRIBUIDORA DE GÁS LTDA.
Artigo 2º Terá por domicílio a Quadra 305 Norte, Alameda 4, Lote 10, Plano Diretor Norte, Palmas-TO, CEP 77001-000.
Artigo 3º Destina-se a sociedade ao comércio de gás GLP a varejo.
Artigo 4º Os sócios integralizam neste ato a quantia de R$ 30.000,00 (trinta mil reais), que constitui o capital social.
Artigo 5º Os negócios sociais serão administrados por MARIA HELENA COSTA DIAS e RUI BARROS TELES.
Palmas (TO), 9 de outubro de 2020.""",
        )
    )
    assert got["socios"] == _BOTH
    assert got["administradores"] == ["MARIA HELENA COSTA DIAS", "RUI BARROS TELES"]
    assert got["objeto_social"] == "comércio de gás GLP a varejo"
    assert got["capital_social"] == "30000.00"
    assert got["endereco"]["municipio"] == "Palmas"  # type: ignore[index]


def test_seat_that_moves_and_capital_that_is_raised_in_other_verbs() -> None:
    got = values(
        extract_text(
            "contrato_social",
            f"""# 2ª ALTERAÇÃO DO CONTRATO SOCIAL DA EMPRESA
# NORTE SUL GÁS LTDA
{_DIAS}, na qualidade de titular da sociedade NORTE SUL GÁS LTDA, registrada na JUCEG sob o NIRE 52201234567, CNPJ 11.222.333/0001-81, decide alterar:
Cláusula 1 - A sociedade, que tinha sua sede na Rua 3, nº 40, Centro, Anápolis-GO, muda-se para a Rodovia GO-060, Km 12, Lote 4, Distrito Industrial, Trindade-GO, CEP 75380-000.
Cláusula 2 - O capital, de R$ 10.000,00, é elevado a R$ 90.000,00 (noventa mil reais).
Trindade, 20 de agosto de 2022.""",  # noqa: E501
        )
    )
    assert got["endereco"]["municipio"] == "Trindade"  # type: ignore[index]
    assert got["capital_social"] == "90000.00"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            """# ATA DE REUNIÃO DE SÓCIOS
# CERRADO GÁS LTDA
Aos quatro dias do mês de maio de dois mil e vinte e um, na sede social na Rua 5, nº 10, Centro, Goiânia-GO, reuniram-se os sócios. Resolveram nomear como administrador o Sr. RUI BARROS TELES, brasileiro, CPF 390.533.447-05, para mandato de dois anos.
Goiânia, 04 de maio de 2021.""",  # noqa: E501
            ["RUI BARROS TELES"],
        ),
        (
            """# ATA DE ELEIÇÃO E POSSE DA DIRETORIA
Companhia: CERRADO GÁS LTDA - CNPJ: 11.222.333/0001-81
No dia 02/01/2024, na Rua do Sol, 50, Centro, Natal/RN, em assembleia geral, foi composta a diretoria:
Presidente: LUÍS FELIPE AMARAL
Vice-Presidente: CLARA NUNES PRADO
Tesoureiro: RUI BARROS TELES
Mandato: 02/01/2024 a 01/01/2027""",
            ["LUÍS FELIPE AMARAL", "CLARA NUNES PRADO", "RUI BARROS TELES"],
        ),
    ],
)
def test_minutes_that_choose_in_other_words(text: str, names: list[str]) -> None:
    got = values(extract_text("ata_eleicao", text))
    assert got["administradores"] == names
    assert got["razao_social"] == "CERRADO GÁS LTDA"


def test_statute_titled_by_the_one_word() -> None:
    text = """# COOPERATIVA DOS REVENDEDORES DE GÁS DO VALE
## ESTATUTO
Artigo 1º - A Cooperativa dos Revendedores de Gás do Vale rege-se pelas disposições legais e por este Estatuto, tendo:
a) sede e administração em Blumenau, Estado de Santa Catarina, na Rua São Paulo, 321, bairro Victor Konder;
b) prazo de duração indeterminado.
Artigo 2º - A Cooperativa objetiva a comercialização de GLP por seus associados."""
    assert classify_page(layout(text)).tipo == "estatuto_social"


def test_numbered_clauses_under_headings() -> None:
    text = f"""# TRANSFORMAÇÃO DE EMPRESÁRIO INDIVIDUAL EM SOCIEDADE LIMITADA
1. SÓCIO
1.1 {_TELES}.
2. OBJETO
2.1 Revenda de GLP; transporte rodoviário de carga.
3. CAPITAL
3.1 O capital, que era de R$ 5.000,00, fica aumentado para R$ 50.000,00.
Limeira, 15 de julho de 2020."""
    got = values(extract_text("contrato_social", text))
    assert got["objeto_social"] == "Revenda de GLP; transporte rodoviário de carga"
    assert got["capital_social"] == "50000.00"
    assert classify_page(layout(text)).tipo == "contrato_social"


def test_company_name_without_suffix_ends_at_the_next_label() -> None:
    text = """# REQUERIMENTO DE EMPRESÁRIO
Nome empresarial: R B TELES COMÉRCIO DE GÁS
Logradouro: Rua do Comércio   Número: 55
Capital: R$ 15.000,00"""
    assert values(extract_text("contrato_social", text))["razao_social"] == "R B TELES COMÉRCIO DE GÁS"
