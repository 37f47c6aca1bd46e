"""A table-form application had the applicant's CNPJ reported as the paper's own number."""

from __future__ import annotations

from docverify.documents.extract import _identifies


def test_a_cnpj_is_no_paper_number() -> None:
    assert _identifies("11.222.333/0001-81")
    assert _identifies("12ABC34501DE35")
    for number in ("75903/2026", "26005290", "11222333000182", "CAA-03071/24", None, 75903):
        assert not _identifies(number)
