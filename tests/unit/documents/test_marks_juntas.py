"""Registration marks of the 27 Juntas Comerciais: every name and acronym, in every shape that is known."""

# ruff: noqa: E501 - marks are written as they stand on paper

from __future__ import annotations

import tomllib

import pytest
from tests.unit.documents.pages import layout, noisy, page

from docverify.documents.authentication import find_marks
from docverify.documents.layout import build
from docverify.model import Field
from docverify.resources import models_path
from docverify.values.identifiers.nire import UF_CODES

_JUNTAS = tomllib.loads((models_path() / "_marcas" / "juntas.toml").read_text(encoding="utf-8"))
_ACT = "# CONTRATO SOCIAL\nA sociedade girará sob o nome empresarial GÁS BOM LTDA.\nO capital social é de R$ 1,00.\n\n"

# The Junta, its NIRE and then: number of the filing, its day, whether the NIRE is labelled.
_SHAPES: dict[str, tuple[str, str | None, str, bool]] = {
    "A": (
        "CERTIFICO O REGISTRO EM 06/06/2025 10:11 SOB Nº 20251505987.\nPROTOCOLO: 251505987 DE 04/06/2025.\nCÓDIGO DE VERIFICAÇÃO: 12508123456. CNPJ DA SEDE: 11222333000181.\nNIRE: {n}. COM EFEITOS DO REGISTRO EM: 02/06/2025.\n{j}\n\nFULANA\nSECRETÁRIA-GERAL",
        "20251505987",
        "2025-06-06",
        True,
    ),
    "B": (
        "{j}\nCertifico registro sob o nº 2004670 em 26/01/2023 da Empresa GÁS BOM LTDA, Nire {n} e protocolo 230018859 - 20/01/2023. Autenticação: 0A1B2C3D4E5F60718293A4B5C6D7E8F901234567. Fulano - Secretário-Geral. Para validar este documento, acesse http://www.junta.gov.br e informe nº do protocolo 23/001.885-9 e o código de segurança aB3x Esta cópia foi autenticada digitalmente e assinada em 27/01/2023 por Fulano Secretário-Geral.",
        "2004670",
        "2023-01-26",
        True,
    ),
    "B2": (
        "{j}\nCertifico o registro sob o nº 7890123 em 26/01/2023 da Empresa GÁS BOM LTDA, Nire {n} e protocolo 236543217 - 24/01/2023. Autenticação: 8D7E. Fulana - Secretária-Geral. Para validar este documento, acesse o site",
        "7890123",
        "2023-01-26",
        True,
    ),
    "C": (
        "Certifico o registro de constituição sob o NIRE nº {n} em 14/03/2022 da empresa GÁS BOM LTDA, protocolado sob o nº XXP2230000001.\nAutenticação: validar a autenticidade do registro em http://www.junta.gov.br/ - {j}. Esta cópia foi autenticada digitalmente e assinada em 15/03/2022",
        None,
        "2022-03-14",
        True,
    ),
    "D": (
        "^ {j}\n^ SECRETARIA DE DESENVOLVIMENTO ECONÔMICO\n^ CERTIFICO O REGISTRO SOB O NÚMERO\n^ 123.456/26-1\n^ 14 MAR. 2026\n^ Fulana - SECRETÁRIA GERAL",
        "123.456/26-1",
        "2026-03-14",
        False,
    ),
    "E": (
        "{j}\nEmpresa: GÁS BOM LTDA\nNIRE: {n}   Protocolo: 33-2026/123456-7   Data do protocolo: 10/03/2026\nCERTIFICO O ARQUIVAMENTO em 12/03/2026 SOB O NÚMERO 00004567890 e demais constantes do termo de autenticação.\nAutenticação: D5F382CF05E5025497029ACD730E8C768B2B6902",
        "00004567890",
        "2026-03-12",
        True,
    ),
    "F": (
        "{j}\nCERTIFICO O REGISTRO EM: 17/04/2018 SOB O NÚMERO: 20180456789\nProtocolo: 18/045678-9, DE 10/04/2018\nEmpresa: {n}\nGÁS BOM LTDA\nFULANO SECRETÁRIO-GERAL",
        "20180456789",
        "2018-04-17",
        False,
    ),
    "G": (
        "^ {j}\n^ Certifico o registro em: 03/02/2015\n^ sob nº: 41208123456\n^ Protocolo: 15/012345-6, de 02/02/2015\n^ Sebastião - Secretário Geral",
        "41208123456",
        "2015-02-03",
        False,
    ),
    "H": (
        "{j}\nRegistro Digital\nO ato foi deferido e assinado digitalmente. Ato arquivado em 09/08/2021 sob nº 97654321\nNIRE {n}",
        "97654321",
        "2021-08-09",
        True,
    ),
    "I": (
        "TERMO DE AUTENTICIDADE\nEu, FULANO, com inscrição ativa no CRC... declaro\n{j}\nCERTIFICO O REGISTRO EM 28/02/2024 11:12 SOB Nº 20240123456 DE 27/02/2024.\nEmpresa: GÁS BOM LTDA - NIRE: {n}",
        "20240123456",
        "2024-02-28",
        True,
    ),
    "K": (
        "{j}\nCERTIFICO QUE O PRESENTE DOCUMENTO FOI REGISTRADO SOB O Nº 512345 EM 07/07/2010 - SESSÃO DE 05/07/2010\nSecretário-Geral",
        "512345",
        "2010-07-07",
        False,
    ),
    "M": (
        "Certifico o Registro em 26/08/2020 Data dos Efeitos 24/08/2020\nArquivamento 20208374623 Protocolo 208374600 de 25/08/2020 NIRE {n}\nNome da empresa GÁS BOM LTDA\nEste documento pode ser verificado em http://regin.junta.gov.br/autenticacaoDocumentos/autenticacao.aspx\nChancela 123456789012345\nEsta cópia foi autenticada digitalmente e assinada em 27/08/2020 por Fulano - Secretário-geral\n{j}",
        "20208374623",
        "2020-08-26",
        True,
    ),
    "N": (
        "{j}\nCertifico o Registro sob o nº 98012345 em 10/03/2021\nProtocolo 210123456 de 09/03/2021\nNome da empresa GÁS BOM LTDA NIRE {n}\nEste documento pode ser verificado em http://regin.junta.gov.br/AUTENTICACAODOCUMENTOS/AUTENTICACAO.aspx\nChancela 151234567890123\nEsta cópia foi autenticada digitalmente e assinada em 11/03/2021",
        "98012345",
        "2021-03-10",
        True,
    ),
    "O": (
        "Certifico o Registro em 12/12/2019\nArquivamento 20000635123 de 12/12/2019 Protocolo 191234567 de 10/12/2019 NIRE {n}\nNome da empresa GÁS BOM LTDA\nEste documento pode ser verificado em http://regin.junta.gov.br\nChancela 96123456789012\n{j}",
        "20000635123",
        "2019-12-12",
        True,
    ),
    "P": ("{j}\nNº DE ARQUIVAMENTO: 20191234567 - DATA: 05/11/2019\nNIRE: {n}", "20191234567", "2019-11-05", True),
    "Q": (
        "{j}\nCERTIFICO O REGISTRO\nNÚMERO: 20191234567\nDATA: 05/11/2019\nPROTOCOLO: 19/123456-7 DE 01/11/2019\nNIRE: {n}\nSECRETÁRIO GERAL",
        "20191234567",
        "2019-11-05",
        True,
    ),
    "R": (
        "Autenticação de Registro\n{j}\nRegistro efetuado em 05/11/2019, sob o nº 20191234567, protocolo 191234560. NIRE {n}.",
        "20191234567",
        "2019-11-05",
        True,
    ),
    "S": (
        "{j}\nREGISTRO NÚMERO 20191234567 EM 05.11.2019\nCertifico que este documento da empresa GÁS BOM LTDA, Nire: {n}, foi deferido e arquivado.",
        "20191234567",
        "2019-11-05",
        True,
    ),
    "L": (
        "{j}\nREGISTRO DE EMPRESAS MERCANTIS\nDEFERIDO EM 12 DE MAIO DE 2009\nARQUIVADO SOB O Nº 200912345 EM 12/05/2009",
        "200912345",
        "2009-05-12",
        False,
    ),
}


def _read(shape: str, junta: str, nire: str, rate: float = 0.0, seed: int = 0) -> dict[str, Field]:
    text = _ACT + _SHAPES[shape][0].format(j=junta, n=nire)
    return dict(find_marks([build(noisy(page(text), rate, seed)) if rate else layout(text)]).fields())


def test_the_table_knows_all_of_them() -> None:
    assert set(_JUNTAS) == set(UF_CODES.values())
    assert all(UF_CODES[entry["nire"]] == uf for uf, entry in _JUNTAS.items())
    acronyms = [sigla for entry in _JUNTAS.values() for sigla in entry["siglas"]]
    assert len(acronyms) == len(set(acronyms))


@pytest.mark.parametrize("shape", _SHAPES)
def test_every_junta_in_every_shape(shape: str) -> None:
    _, number, day, labelled = _SHAPES[shape]
    for entry in _JUNTAS.values():
        nire = entry["nire"] + "208123456"
        for junta in (entry["nome"], *entry["siglas"], f"{entry['nome'].upper()} - {entry['siglas'][0]}"):
            found = {name: field.valor for name, field in _read(shape, junta, nire).items()}
            assert found.get("numero_registro") == number, junta
            assert found.get("data_registro") == day, junta
            assert found.get("junta_comercial") == entry["nome"], junta
            assert found.get("nire") == nire or not labelled, junta


@pytest.mark.parametrize(
    ("junta", "uf"),
    [
        ("JUCIS/RS", "RS"), ("JUCIS-DF", "DF"), ("JUCIS - RS", "RS"), ("JUCE5P", "SP"), ("JUCERGS", "RS"), ("JCDF", "DF"),
        ("Junta Comercial do Distrito Federal", "DF"), ("Junta Comercial do Estado do Rio Grande do Sul", "RS"),
        ("Junta Comercial de Minas Gerais", "MG"), ("JUNTA COMERCIAL DO ESTADO DO PARANÁ", "PR"),
        ("JUNTA COMERCIAL DO ESTADO DO PARÁ", "PA"), ("Junta Comercial do Estado da Paraíba", "PB"),
        ("Junta Comercial do Estado do Mato Grosso", "MT"), ("Junta Comercial do Estado do Mato Grosso do Sul", "MS"),
    ],
)  # fmt: skip
def test_other_spellings_of_their_names(junta: str, uf: str) -> None:
    found = _read("B2", junta, "35208123456").get("junta_comercial")
    assert found is not None and found.valor == _JUNTAS[uf]["nome"]


def test_where_no_junta_is_named_the_nire_says_which() -> None:
    for entry in _JUNTAS.values():
        found = _read("A", "", entry["nire"] + "208123456").get("junta_comercial")
        assert found is not None and found.valor == entry["nome"]


def test_a_day_misread_is_never_replaced_by_another_with_confidence() -> None:
    seen = 0
    for seed, entry in enumerate(_JUNTAS.values()):
        for shape, (_, _, day, _) in _SHAPES.items():
            found = _read(shape, entry["nome"], entry["nire"] + "208123456", 0.03, seed).get("data_registro")
            if found is not None and found.valor != day:
                assert found.confianca < 0.8, (shape, found)
            seen += found is not None and found.valor == day
    assert seen >= 0.75 * len(_SHAPES) * len(_JUNTAS)


@pytest.mark.parametrize(
    "text",
    [
        "Última alteração arquivada na JUCESP sob nº 123.456/20-1 em sessão de 03/03/2020.",
        "Protocolo de entrada na Junta Comercial do Estado de Goiás: 251505987 em 04/06/2025.",
        "CAPA DO REQUERIMENTO - JUCESP - PROTOCOLO 2.345.678/26-9 - SEM VALOR DE CERTIDÃO",
        "Foro de Itu. As alterações serão arquivadas na Junta Comercial do Estado de São Paulo.",
        "Certifico que o ato anterior foi lido e achado conforme. Secretário da reunião, 03/03/2020.",
        "Eu, contador, declaro que este documento é autêntico e condiz com o original. CRC 1SP123456/O-7, 03/03/2020",
    ],
)
def test_what_only_speaks_of_a_registration_is_none(text: str) -> None:
    found = find_marks([layout(_ACT + text)])
    assert found.numero_registro is None and found.data_registro is None


@pytest.mark.parametrize(
    "stamp",
    [
        "Junta Comercial do Estado da Bahia\nCERTIDÃO DE ARQUIVAMENTO\nArquivado sob n.º. .. 20263273856\n"
        "em sessão de..... 13/07/2026\nProt. BAE2687114174 (07/07/2026)\nVânia Tavares\nSecretário-Geral",
        "JUCEPAR\nRegistrado sob nº 20263273856\nSessão de 13/07/2026",
    ],
)
def test_a_stamp_that_tells_the_session_of_the_filing(stamp: str) -> None:
    found = find_marks([layout("CONTRATO SOCIAL\ntexto do contrato\n\n" + stamp)]).fields()
    assert found["numero_registro"].valor == "20263273856" and found["data_registro"].valor == "2026-07-13"
    assert found["data_registro"].confianca >= 0.8


def test_an_earlier_session_told_by_the_act_is_no_registration() -> None:
    text = (
        "seus atos constitutivos arquivados na Junta Comercial do Estado da Bahia sob nº 20263273856\n"
        "em sessão de 13/07/2020 e alteração posterior, resolvem de comum acordo alterar o contrato social da sociedade"
    )
    assert "data_registro" not in find_marks([layout(text)]).fields()


def test_the_name_of_a_junta_over_two_lines_above_a_short_note() -> None:
    stamp = "JUNTA COMERCIAL DO ESTADO DE SANTA\nCATARINA\nREGISTRADO\nsob número 19953669345\nem 03 FEV. 1995\nSecretário-Geral"
    found = find_marks([layout("CONTRATO SOCIAL\ntexto do contrato\n\n" + stamp)]).fields()
    assert found["numero_registro"].valor == "19953669345" and found["data_registro"].valor == "1995-02-03"
    assert found["junta_comercial"].valor == "Junta Comercial do Estado de Santa Catarina"
