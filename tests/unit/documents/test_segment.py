"""Pages of files -> documents: parting, joining, blanks, covers, order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from pages import layout, page, pages

from docverify.documents.layout import build
from docverify.documents.pagination import clause_numbers, ordinal, page_numbers
from docverify.documents.segment import DocumentPages, documents
from docverify.model import DESCONHECIDO, Page

_CORPUS = Path(__file__).parent / "corpus"


def _text(name: str) -> str:
    return (_CORPUS / f"{name}.txt").read_text(encoding="utf-8")


def _documents(read: Sequence[Page]) -> tuple[DocumentPages, ...]:
    return documents(read, [build(one) for one in read])


def _shape(found: Sequence[DocumentPages]) -> list[tuple[str, tuple[int, ...], str]]:
    return [(one.arquivo, one.paginas, one.tipo) for one in found]


_CONTRATO = _text("contrato_social/constituicao")
_CONTRATO_2 = _text("contrato_social/pagina2")
_ALVARA = _text("alvara_funcionamento/uberlandia")
_CNPJ = _text("comprovante_cnpj/rfb")
_CETESB_2 = """
> Processo N° 26/00123/11
> N° 26001234
## LICENÇA DE OPERAÇÃO
VALIDADE ATÉ : 15/06/2028	Versão: 01	Data: 15/06/2023
EXIGÊNCIAS TÉCNICAS
01. Manter o Auto de Vistoria do Corpo de Bombeiros revalidado.
02. Destinar adequadamente os resíduos sólidos.
ENTIDADE
> Pag.2/3
"""


def test_several_documents_in_one_file_are_parted_and_blanks_belong_to_none() -> None:
    found = _documents(pages(_CNPJ, "", _ALVARA, "", _CONTRATO, _CONTRATO_2, _text("desconhecido/energia")))
    assert _shape(found) == [
        ("a.pdf", (1,), "comprovante_cnpj"),
        ("a.pdf", (3,), "alvara_funcionamento"),
        ("a.pdf", (5, 6), "contrato_social"),
        ("a.pdf", (7,), DESCONHECIDO),
    ]


def test_a_blank_back_within_a_document_does_not_part_it() -> None:
    assert _shape(_documents(pages(_CONTRATO, "", _CONTRATO_2))) == [("a.pdf", (1, 3), "contrato_social")]


def test_a_document_over_two_files_is_joined_whatever_their_order() -> None:
    one, two = page(_CONTRATO, arquivo="x.jpg"), page(_CONTRATO_2, arquivo="y.jpg")
    for read in ([one, two], [two, one]):
        found = _documents(read)
        assert _shape(found) == [("x.jpg", (1,), "contrato_social"), ("y.jpg", (1,), "contrato_social")]
        assert [part.continua for part in found] == [None, 0]


def test_page_k_of_n_joins_files() -> None:
    first = page(_text("licenca_operacao/cetesb"), arquivo="z.jpg")
    second = page(_CETESB_2, arquivo="b.jpg")
    other = page(_ALVARA, arquivo="c.jpg")
    found = _documents([second, other, first])
    assert _shape(found) == [
        ("c.jpg", (1,), "alvara_funcionamento"),
        ("z.jpg", (1,), "licenca_operacao"),
        ("b.jpg", (1,), "licenca_operacao"),
    ]
    assert found[2].continua == 1


def test_a_running_header_goes_on_in_one_file() -> None:
    found = _documents(pages(_text("licenca_operacao/cetesb"), _CETESB_2))
    assert _shape(found) == [("a.pdf", (1, 2), "licenca_operacao")]


def test_a_cnpj_card_of_two_pages_is_one_and_two_cards_are_two() -> None:
    first = _CNPJ.replace("1/1", "1/2")
    second = _CNPJ.replace("1/1", "2/2").replace("47.23-7-00", "49.30-2-02")
    other = _CNPJ.replace("11.222.333/0001-81", "44.555.666/0001-03").replace("14/03/2012", "02/01/2019")
    assert _shape(_documents(pages(first, second))) == [("a.pdf", (1, 2), "comprovante_cnpj")]
    assert [part.paginas for part in _documents(pages(_CNPJ, other))] == [(1,), (2,)]
    bare = _CNPJ.replace("Página: 1/1", ""), other.replace("Página: 1/1", "")
    assert [part.paginas for part in _documents(pages(*bare))] == [(1,), (2,)]


def test_two_alvaras_of_one_company_are_two() -> None:
    last_year = _ALVARA.replace("/2026", "/2025").replace("004512", "003377")
    assert [part.paginas for part in _documents(pages(_ALVARA, last_year))] == [(1,), (2,)]


def test_covers_and_terms_of_the_junta_belong_to_the_act() -> None:
    term = """
    JUNTA COMERCIAL DO ESTADO DE SÃO PAULO
    ## TERMO DE AUTENTICAÇÃO E REGISTRO
    Certifico que o ato assinado digitalmente da empresa GÁS ASSIS foi deferido e arquivado.
    IDENTIFICAÇÃO DO(S) ASSINANTE(S)
    """
    found = _documents(pages(_text("desconhecido/capa_jucesp"), _CONTRATO, _CONTRATO_2, term))
    assert _shape(found) == [("a.pdf", (1, 2, 3, 4), "contrato_social")]


def test_a_certificate_of_full_content_is_the_act_that_it_carries() -> None:
    cover = "JUNTA COMERCIAL DO ESTADO DE SÃO PAULO\n# CERTIDÃO DE INTEIRO TEOR\nAs páginas seguintes são cópia."
    assert _shape(_documents(pages(cover, _CONTRATO, _CONTRATO_2))) == [("a.pdf", (1, 2, 3), "contrato_social")]


def test_another_paper_after_a_contract_does_not_become_its_page() -> None:
    found = _documents(pages(_CONTRATO, _text("procuracao/particular"), _text("requerimento/carta")))
    assert [part.tipo for part in found] == ["contrato_social", "procuracao", "requerimento"]


def test_an_orphan_that_fits_two_documents_is_left_alone() -> None:
    other = _CONTRATO.replace("GÁS ASSIS", "GÁS OURINHOS")
    read = [page(_CONTRATO, arquivo="1.jpg"), page(other, arquivo="2.jpg"), page(_CONTRATO_2, arquivo="3.jpg")]
    assert all(part.continua is None for part in _documents(read))


def test_an_unread_page_stays_by_itself_and_in_doubt() -> None:
    read = pages(_CONTRATO, _CONTRATO_2)
    failed = replace(read[1], words=(), failure="tempo esgotado", source="nenhuma", quality=0.0)
    found = _documents([read[0], failed])
    assert _shape(found) == [("a.pdf", (1,), "contrato_social"), ("a.pdf", (2,), DESCONHECIDO)]
    assert found[1].confianca < 0.5


def test_names_and_order_of_files_change_nothing_but_names() -> None:
    texts = [_ALVARA, _CNPJ, _CONTRATO, _CONTRATO_2, _text("certificado_bombeiros/avcb_sp")]
    a = _documents([page(text, arquivo=f"{n}.jpg") for n, text in enumerate(texts)])
    b = _documents([page(text, arquivo=f"scan{9 - n}.png") for n, text in enumerate(texts)])
    assert [(x.indices, x.tipo, x.confianca, x.continua) for x in a] == [
        (x.indices, x.tipo, x.confianca, x.continua) for x in b
    ]


def test_every_page_that_is_not_blank_is_in_exactly_one_document() -> None:
    read = [*pages(_CNPJ, "", _ALVARA, _CONTRATO), *pages(_CONTRATO_2, _CETESB_2, "", arquivo="b.pdf")]
    told = sorted(index for part in _documents(read) for index in part.indices)
    assert told == [n for n, one in enumerate(read) if not one.blank]


def test_nothing_gives_nothing() -> None:
    assert documents([], []) == ()
    with pytest.raises(ValueError, match="length"):
        documents(pages(_ALVARA), [])


@pytest.mark.parametrize(
    ("line", "wanted"),
    [("> Pag.1/3", (1, 3)), ("^ Página 2 de 5", (2, 5)), ("> pág. 3/9", (3, 9)), ("^ Folha: 02/04", (2, 4)),
     ("> fls. 1 de 2", (1, 2)), ("^ Página: 1/1", (1, 1)), ("> Pag. l/3", (1, 3)), ("^ 2/4", (2, 4))],
)  # fmt: skip
def test_page_numbers_are_read(line: str, wanted: tuple[int, int]) -> None:
    body = "\n".join(["prosa qualquer do documento"] * 45)
    assert wanted in page_numbers(layout(f"{line}\n{body}"))


@pytest.mark.parametrize("line", ["Válido até 1/3/2026", "Lote 2/4 da quadra 3", "pág. 5/3", "P-13 120/200 kg", "1/0"])
def test_other_numbers_are_no_page_numbers(line: str) -> None:
    body = "\n".join(["prosa qualquer do documento"] * 12)
    assert page_numbers(layout(f"{body}\n{line}\n{body}")) == ()


def test_clauses_and_ordinals() -> None:
    assert clause_numbers("CLAUSULA DECIMA SEGUNDA - X\nCLAUSULA 3ª - Y\nARTIGO 7º - Z") == (12, 3, 7)
    assert [ordinal(text) for text in ("PRIMEIRA", "DECIMA", "VIGESIMA QUINTA", "NONO", "XUXA", "")] == [
        1, 10, 25, 9, 0, 0,
    ]  # fmt: skip
