from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from docverify.confirmation import confirm
from docverify.errors import EngineError, EngineMissingError, EngineTimeoutError
from docverify.model import Document, Field
from docverify.reading import PageCache
from docverify.reading.tesseract import TesseractReader
from docverify.settings import Settings
from tests.unit.confirmation.made import FICHA, FakeLead, FakeReader, a_document, a_field, drawn, witnesses

LINE = "Validade: 31/12/2026"


def validade(say: object, lead: object = None, line: str = LINE, confidence: float = 0.9) -> tuple[Field, FakeReader]:
    page, plate = drawn([line])
    reader = FakeReader(say, confidence=confidence)  # type: ignore[arg-type]
    documents = [a_document(validade=a_field(page, "2026-12-31", 0, 1))]
    (told,) = confirm(documents, [page], FICHA, witnesses(plate, reader, lead))
    return told.campos["validade"], reader


def test_agreement_takes_one_look() -> None:
    found, reader = validade(lambda call, row: "31/12/2026")
    assert (found.testemunha, found.visto) == ("concorda", None)
    assert reader.calls == [1]


def test_a_second_look_may_agree() -> None:
    found, reader = validade(lambda call, row: "31/12/2026" if call == 2 else "3l/lZ")
    assert found.testemunha == "concorda" and len(reader.calls) == 2


def test_another_date_seen_twice_diverges_though_the_first_reader_insists() -> None:
    found, _ = validade(lambda call, row: "31/12/2025", FakeLead("31/12/2026"))
    assert (found.testemunha, found.visto) == ("diverge", "31/12/2025")


def test_a_first_reader_that_does_not_stand_by_its_reading_diverges() -> None:
    found, _ = validade(lambda call, row: "31/12/2025" if call == 1 else "", FakeLead("31/12/2025"))
    assert (found.testemunha, found.visto) == ("diverge", "31/12/2025")


def test_a_witness_that_never_sees_the_same_did_not_see() -> None:
    found, _ = validade(lambda call, row: "31/12/2025" if call == 1 else "81/12/20", FakeLead("31/12/2026"))
    assert found.testemunha == "nao_viu"


def test_a_blind_witness_did_not_see() -> None:
    lead = FakeLead("31/12/2026")
    assert validade(lambda call, row: "", lead)[0].testemunha == "nao_viu"
    assert lead.calls == 0, "nobody contradicted the first reader"


@pytest.mark.parametrize("error", [EngineError("caiu"), EngineTimeoutError("demorou")])
def test_a_failing_witness_costs_its_testimony(error: EngineError) -> None:
    assert validade(error)[0].testemunha == "nao_viu"


def test_a_witness_that_is_not_installed_is_an_error() -> None:
    with pytest.raises(EngineMissingError):
        validade(EngineMissingError("falta"))


def test_no_second_reader_no_testimony() -> None:
    page, _ = drawn([LINE])
    documents = (a_document(validade=a_field(page, "2026-12-31", 0, 1)),)
    assert confirm(documents, [page], FICHA, None) == documents


def test_text_layers_are_not_looked_at() -> None:
    page, plate = drawn([LINE])
    reader = FakeReader(lambda call, row: "31/12/2025")
    documents = (a_document(validade=a_field(page, "2026-12-31", 0, 1)),)
    assert confirm(documents, [replace(page, source="texto")], FICHA, witnesses(plate, reader)) == documents
    assert not reader.calls


def test_what_the_ficha_declares_is_proof() -> None:
    page, plate = drawn(["CNPJ 11.222.333/0001-81", "Nome GAS BOM JESUS LTDA"])
    reader = FakeReader(lambda call, row: "outra coisa")
    documents = [
        a_document(cnpj=a_field(page, "11222333000181", 0, 1), razao_social=a_field(page, "GAS BOM JESUS LTDA", 1, 1))
    ]
    (told,) = confirm(documents, [page], FICHA, witnesses(plate, reader))
    assert {f.testemunha for f in told.campos.values()} == {"prova"}
    assert not reader.calls


def test_a_scanned_ficha_proves_nothing() -> None:
    page, plate = drawn(["CNPJ 11.222.333/0001-81"])
    reader = FakeReader(lambda call, row: "11.222.333/0001-81")
    documents = [a_document(cnpj=a_field(page, "11222333000181", 0, 1))]
    (told,) = confirm(documents, [page], replace(FICHA, origem="digitalizada"), witnesses(plate, reader))
    assert told.campos["cnpj"].testemunha == "concorda" and reader.calls == [1]


def test_a_valid_number_on_two_papers_proves_itself() -> None:
    page, plate = drawn(["CNPJ 33.000.167/0001-01"])
    number = a_field(page, "33000167000101", 0, 1)
    documents = [a_document(cnpj=number), a_document("inscricao_estadual", cnpj=number)]
    told = confirm(documents, [page], FICHA, witnesses(plate, FakeReader(lambda call, row: "")))
    assert {d.campos["cnpj"].testemunha for d in told} == {"prova"}
    (alone,) = confirm(documents[:1], [page], FICHA, witnesses(plate, FakeReader(lambda call, row: "")))
    assert alone.campos["cnpj"].testemunha == "nao_viu"


def test_a_page_that_cannot_be_shown_is_not_seen() -> None:
    page, plate = drawn([LINE])
    asked = replace(witnesses(plate, FakeReader(lambda call, row: "31/12/2026")), plates={})
    (told,) = confirm([a_document(validade=a_field(page, "2026-12-31", 0, 1))], [page], FICHA, asked)
    assert told.campos["validade"].testemunha == "nao_viu"


def test_answers_are_kept(tmp_path: Path) -> None:
    page, plate = drawn([LINE])
    documents = [a_document(validade=a_field(page, "2026-12-31", 0, 1))]
    cache = PageCache(tmp_path, 1_000_000)
    reader, lead = FakeReader(lambda call, row: "31/12/2025"), FakeLead("31/12/2026")
    first = confirm(documents, [page], FICHA, witnesses(plate, reader, lead, cache))
    asked = (len(reader.calls), lead.calls)
    assert asked == (2, 1)
    assert confirm(documents, [page], FICHA, replace(witnesses(plate, reader, lead, cache), plates={})) == first
    assert (len(reader.calls), lead.calls) == asked


def test_the_order_of_documents_does_not_matter() -> None:
    page, plate = drawn([LINE, "Emissão: 02/01/2026", "Exercício: 2026"])
    one = a_document(validade=a_field(page, "2026-12-31", 0, 1), exercicio=a_field(page, 2026, 2, 1))
    other = a_document("licenca_operacao", data_emissao=a_field(page, "2026-01-02", 1, 1))

    def told(documents: list[Document]) -> tuple[Document, ...]:
        reader = FakeReader(lambda call, row: ("31/12/2026", "02/01/2020", "2026")[row] if call == 1 else "")
        return confirm(documents, [page], FICHA, witnesses(plate, reader, FakeLead("?")))

    assert told([one, other]) == tuple(reversed(told([other, one])))


@pytest.fixture(scope="module")
def tesseract() -> TesseractReader:
    return TesseractReader(Settings(cache_enabled=False))


def test_tesseract_reads_the_lines_of_a_sheet(tesseract: TesseractReader) -> None:
    lines = [LINE, "Emissão: 02/01/2026", "Exercício: 2026", "Capacidade: 1.560 kg", "Endereço: RUA DAS FLORES, 45"]
    page, plate = drawn(lines)
    document = a_document(
        validade=a_field(page, "2026-12-31", 0, 1),
        data_emissao=a_field(page, "2026-01-02", 1, 1),
        exercicio=a_field(page, 2026, 2, 1),
        capacidade_glp_kg=a_field(page, 1560, 3, 1),
        endereco=a_field(page, {"logradouro": "RUA DAS FLORES", "numero": "45"}, 4, 1),
    )
    (told,) = confirm([document], [page], FICHA, witnesses(plate, tesseract))
    assert {name: f.testemunha for name, f in told.campos.items()} == dict.fromkeys(document.campos, "concorda")


def test_tesseract_contradicts_a_wrong_reading(tesseract: TesseractReader) -> None:
    page, plate = drawn(["Validade: 31/12/2028", "Exercício: 2026"], ["Validade: 31/12/2026", "Exercício: 2025"])
    document = a_document(validade=a_field(page, "2028-12-31", 0, 1), exercicio=a_field(page, 2026, 1, 1))
    (told,) = confirm([document], [page], FICHA, witnesses(plate, tesseract, FakeLead("31/12/2028")))
    assert {f.testemunha for f in told.campos.values()} == {"diverge"}
    assert told.campos["validade"].visto == "31/12/2026"
