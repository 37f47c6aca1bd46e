"""Marks: what is one, what only looks like one, and what is read out of it."""

# ruff: noqa: E501 - stamps are written as they stand on paper

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import layout, noisy, page

from docverify.documents.authentication import Marks, find_marks
from docverify.documents.layout import build
from docverify.model import Page, Word

_ALVARA = "## PREFEITURA MUNICIPAL DE ITU\n# ALVARÁ DE FUNCIONAMENTO\nGÁS BOM LTDA\nValidade 31/12/2026\n\n\n"
_CONTRATO = (
    "# CONTRATO SOCIAL\nA sociedade girará sob o nome empresarial GÁS BOM LTDA.\nO capital social é de R$ 1,00.\n\n"
)

_NOTARY = {
    "classic": """^ 2º TABELIONATO DE NOTAS DE ITU
^ AUTENTICAÇÃO
Autentico a presente cópia reprográfica, a qual confere com o original a mim apresentado. Dou fé.
Itu, 12 de maio de 2026. Em testemunho da verdade.
Escrevente autorizado - Selo AU0123AB456789""",
    "label": """CARTÓRIO DO 1º OFÍCIO - REGISTRO CIVIL E NOTAS
AUTENTICO ESTA CÓPIA, FIEL REPRODUÇÃO DO ORIGINAL QUE ME FOI EXIBIDO, DO QUE DOU FÉ.
FULANA DE TAL - ESCREVENTE   Emol.: R$ 5,10   Selo Digital nº XX123456""",
    "south": """Tabelionato Medeiros - 3º Tabelião de Notas
CERTIFICO que a presente fotocópia é reprodução fiel do documento original que me foi apresentado.
Selo de Fiscalização FUNARPEN nº aBcD1.x2Yz3""",
    "north": """Serventia de Notas e Protesto - Tabeliã: Maria
Certifico e dou fé que a presente cópia é fiel do original. Selo de autenticidade TJ-BA 1234.AB567890-1""",
}


@pytest.mark.parametrize("stamp", _NOTARY.values(), ids=_NOTARY)
def test_a_notary_authenticates(stamp: str) -> None:
    marks = find_marks([layout(_ALVARA + stamp)])
    assert marks.autenticacao is not None
    assert marks.autenticacao.valor == "cartorio"
    assert marks.autenticacao.confianca >= 0.7
    assert marks.autenticacao.caixa[1] > 0.1
    assert marks.firma_reconhecida is None


@pytest.mark.parametrize("rate", [0.03, 0.06, 0.1])
def test_broken_stamps_are_told_from_what_is_left(rate: float) -> None:
    found = total = 0
    for stamp in _NOTARY.values():
        for seed in range(6):
            marks = find_marks([build(noisy(page(_ALVARA + stamp), rate, seed))])
            found += marks.autenticacao is not None and marks.autenticacao.valor == "cartorio"
            total += 1
    assert found >= (0.95 if rate < 0.05 else 0.8) * total


@pytest.mark.parametrize(
    "text",
    [
        "ASSINATURA COM RECONHECIMENTO DE FIRMA (Declaro sob as penas da lei)",
        "2. Cópia autenticada do alvará de funcionamento expedido pela Prefeitura Municipal.",
        "Apresentar cópia autenticada em cartório do contrato social e firma reconhecida.",
        "Autenticação mecânica no verso",
        "SEM VALOR DE CERTIDÃO",
        "A renovação deverá ser requerida no prazo. Cartório de Registro de Imóveis, matrícula 1234.",
        "Leia o QR Code ao lado",
        "Este documento foi lavrado em livro próprio e confere com o original lavrado em livro próprio.",
    ],
)
def test_what_is_asked_for_is_no_mark(text: str) -> None:
    marks = find_marks([layout(_ALVARA + text)])
    assert marks.autenticacao is None
    assert marks.firma_reconhecida is None


def test_a_civil_servant_is_not_a_notary() -> None:
    stamp = "^ CONFERE COM O ORIGINAL\n^ Em 12/05/2026\n^ José Silva - Servidor Público - Mat. 12345"
    mark = find_marks([layout(_ALVARA + stamp)]).autenticacao
    assert mark is not None
    assert (mark.valor, mark.lido) == ("servidor", "CONFERE ORIGINAL")


@pytest.mark.parametrize(
    "text",
    [
        "A autenticidade deste documento pode ser verificada em www.itu.sp.gov.br com o código de verificação: 8F2A-99C1-B0",
        "Documento emitido eletronicamente. Código de autenticidade: AB12.CD34.EF56",
        "Documento assinado digitalmente por Fulano, conforme MP 2.200-2/2001. Código verificador 0123456 e código CRC 9AF3B2C1",
        "Esta licença foi certificada por assinatura digital. Verifique autenticidade em autenticidade.cetesb.sp.gov.br",
        "AUTENTICAÇÃO DIGITAL - CENAD / e-Notariado. Confere com o documento original. Código de verificação: 12AB34CD56",
        "DocuSign Envelope ID: 3F2A1B0C-1234-4F0A-9B8C-0123456789AB",
    ],
)
def test_electronic_certification(text: str) -> None:
    mark = find_marks([layout(_ALVARA + text)]).autenticacao
    assert mark is not None
    assert mark.valor == "digital"
    assert mark.confianca >= 0.7


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Código de verificação: 8F2A-99C1-B0", "8F2A-99C1-B0"),
        ("Código de controle da certidão: 0188.7E30.06FB.13AC", "0188.7E30.06FB.13AC"),
        ("informando o código 9536.55D2.01E2.CAC7.", "9536.55D2.01E2.CAC7"),
        ("Autenticidade: A1B2C3D4E5", "A1B2C3D4E5"),
        ("Código de verificação da prefeitura", None),
        ("Código de verificação: 12/05/2026", None),
        ("Código da atividade: 4784-9/00", None),
        ("Código de verificação: www.itu.sp.gov.br", None),
    ],
)
def test_verification_codes(text: str, code: str | None) -> None:
    mark = find_marks([layout(_ALVARA + text)]).codigo_verificacao
    assert (mark.valor if mark else None) == code


@pytest.mark.parametrize(
    ("stamp", "name"),
    [
        ("1º TABELIONATO DE NOTAS\nReconheço por semelhança a firma de JOÃO DA SILVA, e dou fé.\nEscrevente - Selo 12", "JOÃO DA SILVA"),
        ("2º Cartório de Notas\nRECONHEÇO, por autenticidade, a(s) firma(s) de:\n[0A12] - MARIA DE SOUZA LIMA\nDou fé. Itu, 3/5/2026", "MARIA DE SOUZA LIMA"),
        ("OFÍCIO ÚNICO\nRECONHECIMENTO DE FIRMA\nReconheço a firma por SEMELHANÇA de: Ana Paula Reis\nEscrevente Selo 9", "Ana Paula Reis"),
        ("Tabelião de Notas\nReconheço por verdadeira a firma de Pedro Alves Neto. Em testemunho da verdade. Selo", "Pedro Alves Neto"),
    ],
)  # fmt: skip
def test_recognised_signatures_tell_the_signer(stamp: str, name: str) -> None:
    marks = find_marks([layout("# FICHA CADASTRAL\nNome JOSÉ NINGUÉM\n\n" + stamp)])
    assert marks.firma_reconhecida is not None
    assert marks.firma_reconhecida.valor is True
    assert marks.firma_reconhecida.confianca >= 0.7
    assert marks.signatario_firma is not None
    assert marks.signatario_firma.valor == name
    assert marks.autenticacao is None or marks.autenticacao.confianca < 0.6


_A = """CERTIFICO O REGISTRO EM 06/06/2025 10:11 SOB Nº 20251505987.
PROTOCOLO: 251505987 DE 04/06/2025. CNPJ DA SEDE: 11222333000181. NIRE: 52206183723. COM EFEITOS DO REGISTRO EM: 02/06/2025.
JUNTA COMERCIAL DO ESTADO DE GOIÁS - FULANA, SECRETÁRIA-GERAL"""
_B = """Junta Comercial, Industrial e Serviços do Distrito Federal
Certifico registro sob o nº 2004670 em 26/01/2023 da Empresa GÁS BOM LTDA, CNPJ 11222333000181 e protocolo DFE2300018859 - 20/01/2023.
Autenticação: 0A1B2C3D4E5F60718293A4B5C6D7E8F901234567. Fulano - Secretário-Geral."""
_C = """Certifico o registro de constituição sob o NIRE nº 35212345678 em 14/03/2022 da empresa GÁS BOM LTDA, protocolado sob o nº SPP2230000001.
Autenticação: validar a autenticidade do registro em http://www.jucesp.sp.gov.br/ - JUCESP. Esta cópia foi autenticada digitalmente e assinada em 15/03/2022"""
_D = """^ JUCESP
^ SECRETARIA DE DESENVOLVIMENTO ECONÔMICO
^ CERTIFICO O REGISTRO SOB O NÚMERO
^ 123.456/26-1
^ 14 MAR. 2026
^ Fulana - SECRETÁRIA GERAL"""
_E = """Junta Comercial do Estado do Rio de Janeiro
NIRE: 33.2.1234567-8   Protocolo: 33-2026/123456-7   Data do protocolo: 10/03/2026
CERTIFICO O ARQUIVAMENTO em 12/03/2026 SOB O NÚMERO 00004567890 e demais constantes do termo de autenticação.
Autenticação: D5F382CF05E5025497029ACD730E8C768B2B6902"""


@pytest.mark.parametrize(
    ("stamp", "numero", "data", "nire", "junta"),
    [
        (_A, "20251505987", "2025-06-06", "52206183723", "Junta Comercial do Estado de Goiás"),
        (_B, "2004670", "2023-01-26", None, "Junta Comercial, Industrial e Serviços do Distrito Federal"),
        (_C, None, "2022-03-14", "35212345678", "Junta Comercial do Estado de São Paulo"),
        (_D, "123.456/26-1", "2026-03-14", None, "Junta Comercial do Estado de São Paulo"),
        (_E, "00004567890", "2026-03-12", "33212345678", "Junta Comercial do Estado do Rio de Janeiro"),
    ],
    ids="ABCDE",
)
def test_registration_of_all_shapes(stamp: str, numero: str | None, data: str, nire: str | None, junta: str) -> None:
    marks = find_marks([layout(_CONTRATO + stamp)])
    got = {name: field.valor for name, field in marks.fields().items()}
    assert got.get("numero_registro") == numero
    assert got.get("data_registro") == data
    assert got.get("nire") == nire
    assert got.get("junta_comercial") == junta


def test_pages_vote_on_a_footer_that_repeats() -> None:
    spoiled = _A.replace("20251505987", "20251505981")
    marks = find_marks([layout(_CONTRATO + text) for text in (_A, spoiled, _A)])
    assert marks.numero_registro is not None
    assert marks.numero_registro.valor == "20251505987"
    assert marks.numero_registro.confianca < 0.9


def test_history_is_no_registration_of_this_paper() -> None:
    text = (
        "cujo contrato foi arquivado na Junta Comercial do Estado de Goiás sob nº 52206183723 em sessão de 30/08/2023"
    )
    marks = find_marks([layout(_CONTRATO + text)])
    assert marks.numero_registro is None
    assert marks.data_registro is None


@pytest.mark.parametrize(
    ("text", "cancelled"),
    [
        ("# CANCELADO", True),
        ("Situação do alvará: CANCELADO", True),
        ("ALVARÁ SUSPENSO", True),
        ("O alvará poderá ser cancelado ou cassado a qualquer tempo.", False),
        ("A licença será suspensa em caso de infração.", False),
        ("SITUAÇÃO CADASTRAL\nSUSPENSA", False),
    ],
)
def test_cancelled_papers(text: str, cancelled: bool) -> None:
    assert (find_marks([layout(_ALVARA + text)]).cancelado is not None) is cancelled


def test_evidence_names_its_file_only_where_it_is_another_one() -> None:
    first = build(page(_CONTRATO, arquivo="a.pdf"))
    last = build(page("Fica eleito o foro.\n" + _A, arquivo="b.pdf", numero=2))
    marks = find_marks([first, last])
    assert marks.data_registro is not None
    assert (marks.data_registro.arquivo, marks.data_registro.pagina) == ("b.pdf", 2)
    own = find_marks([last]).data_registro
    assert own is not None
    assert own.arquivo is None


def test_nothing_gives_nothing() -> None:
    assert find_marks([]) == Marks()
    assert find_marks([layout("")]).fields() == {}


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from(["CERTIFICO", "O", "REGISTRO", "SOB", "Nº", "3²", "\0", "FIRMA", "DE", "código", ":", "AB12CD",
                                 "Reconheço", "selo", "31/02/2026", "JUNTA", "COMERCIAL", "DO", "x" * 300]), max_size=40))  # fmt: skip
def test_junk_never_breaks_it(texts: list[str]) -> None:
    words = tuple(Word(text, (0.02 * (i % 40), 0.03 * (i // 8), 0.02 * (i % 40) + 0.015, 0.03 * (i // 8) + 0.01), 0.5)
                  for i, text in enumerate(texts))  # fmt: skip
    marks = find_marks([build(Page("a.pdf", 1, "d", 2480, 3508, words))])
    assert all(0.0 <= field.confianca <= 1.0 for field in marks.fields().values())


def test_a_megabyte_is_taken_in_time() -> None:
    texts = ["CERTIFICO", "O", "REGISTRO", "SOB", "1" * 1_000_000, "código", "de", "verificação:", "A1." * 300_000]
    words = tuple(Word(text, (0.1, 0.03 * i, 0.9, 0.03 * i + 0.02), 0.5) for i, text in enumerate(texts))
    assert find_marks([build(Page("a.pdf", 1, "d", 2480, 3508, words))]).fields() is not None


@pytest.mark.parametrize(
    "text",
    [
        "A autenticidade deste documento pode ser verificada em www.itu.sp.gov.br com o código 4F2A9C31B7",
        "A autenticidade deste documento pode ser verificada em www.itu.sp.gov.br, código: A1B2-C3D4-E5F6",
        "Código de autenticidade: A1B2-C3D4-E5F6",
        "Certificação eletrônica - código de controle 1F2E.3D4C.5B6A.7980",
        "Certificação digital. Código verificador: 98213746",
    ],
)
def test_a_code_printed_with_words_of_certification_is_digital(text: str) -> None:
    marks = find_marks([layout(_ALVARA + text)])
    assert marks.autenticacao is not None
    assert marks.autenticacao.valor == "digital"
    assert marks.autenticacao.confianca >= 0.8
    assert marks.codigo_verificacao is not None


@pytest.mark.parametrize(
    "text",
    [
        "Leia o QR code",
        "QR Code 98213746",
        "Verifique a autenticidade em www.itu.sp.gov.br pelo QR code",
        "Autenticidade: confira em www.itu.sp.gov.br",
    ],
)
def test_a_bare_qr_code_or_address_is_no_authentication(text: str) -> None:
    assert find_marks([layout(_ALVARA + text)]).autenticacao is None
