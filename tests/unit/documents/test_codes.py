"""What QR codes say is one more witness: it makes surer, it raises a doubt, it never replaces what is printed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.documents.pages import page

from docverify.documents import layout
from docverify.documents.codes import ONLY_CODE_NOTE, parse, witness
from docverify.model import Field
from docverify.values.sinais import Codigo

CNPJ, OTHER = "11222333000181", "19131243000197"
PLACE = (0.7, 0.8, 0.85, 0.9)


def seen(text: str, campos: dict[str, Field], printed: str = "", kind: str = "QRCode"):  # type: ignore[no-untyped-def]
    one = replace(page("ALVARÁ\n" + printed), codigos=(Codigo(text, kind, PLACE),))
    return witness([layout.build(one)], campos, "ALVARÁ " + printed)


def field(valor: object, sure: float = 0.9, lido: str = "lido") -> Field:
    return Field(valor, lido, sure, 1, (0.1, 0.1, 0.3, 0.12))


@pytest.mark.parametrize(
    ("text", "values", "code"),
    [
        ("https://www.caxiasdosul.rs.gov.br/v/773280644", {}, "773280644"),
        ("https://x.sp.gov.br/validar?codigo=AB12-CD34-EF56&cnpj=11222333000181", {"cnpj": CNPJ}, "AB12-CD34-EF56"),
        ("http://sefaz.gov.br/q?c=7&token=99AA88BB#top", {}, "99AA88BB"),
        ("https://x.gov.br/valida?doc=L%C3%AD&chave=A1B2C3D4E5", {}, "A1B2C3D4E5"),
        (
            '{"cnpj":"11.222.333/0001-81","validade":"2027-12-31T00:00:00","numero":"1234/2026","hash":"9F8E7D6C5B"}',
            {"cnpj": CNPJ, "validade": "2027-12-31", "numero": "1234/2026"},
            "9F8E7D6C5B",
        ),
        (
            "ALVARÁ: 1234/2026; CNPJ: 11.222.333/0001-81; Razão Social: GÁS BOM LTDA; Válido até: 31/12/2027",
            {"numero": "1234/2026", "cnpj": CNPJ, "razao_social": "GÁS BOM LTDA", "validade": "2027-12-31"},
            None,
        ),
        ("nr_cnpj=11222333000181&dt_validade=20271231", {"cnpj": CNPJ, "validade": "2027-12-31"}, None),
        ("dt_validade=31122027|emissao=01/02/2026", {"validade": "2027-12-31", "data_emissao": "2026-02-01"}, None),
        ("Inscrição Estadual: 123.456.789.110", {"inscricao_estadual": "123.456.789.110"}, None),
        ("CÓDIGO DE AUTENTICIDADE: 9KX2-77PQ-04", {}, "9KX2-77PQ-04"),
        ("AB12-CD34-EF56", {}, "AB12-CD34-EF56"),
        ("validade: 31/02/2027", {}, None),
        ("cnpj=11222333000180", {}, None),
        ("hello world", {}, None),
        ("00020126580014BR.GOV.BCB.PIX0136aaaabbbb", {}, None),
        ("https://prefeitura.sp.gov.br/", {}, None),
        ("", {}, None),
    ],
)
def test_contents(text: str, values: dict[str, str], code: str | None) -> None:
    told = parse(text)
    assert dict(told.valores) == values
    assert told.codigo == code


def test_a_fiscal_key_names_its_company_without_saying_what_it_is() -> None:
    assert parse("35260411222333000181550010000000011000000017").outros == (CNPJ,)
    told = seen("35260411222333000181550010000000011000000017", {"cnpj": field(CNPJ)})
    assert told.campos["cnpj"].testemunha == "concorda"
    assert not seen("35260419131243000197550010000000011000000017", {"cnpj": field(CNPJ)}).sinais


def test_what_agrees_is_surer() -> None:
    told = seen(
        "CNPJ: 11.222.333/0001-81; validade: 31/12/2027", {"cnpj": field(CNPJ, 0.7), "validade": field("2027-12-31")}
    )
    assert not told.sinais
    assert told.campos["cnpj"].confianca > 0.9
    assert told.campos["cnpj"].testemunha == "concorda"
    assert told.campos["validade"].testemunha == "concorda"


def test_another_validity_is_shown_and_the_printed_one_stays() -> None:
    told = seen("validade=2025-12-31", {"validade": field("2027-12-31", lido="31/12/2027")}, "Emitido em 31/12/2025")
    (sign,) = told.sinais
    assert (sign.codigo, sign.campo, sign.caixa, sign.pagina) == ("leitores_divergentes", "validade", PLACE, 1)
    assert "31/12/2025" in sign.mensagem
    assert "31/12/2027" in sign.mensagem
    assert told.campos["validade"].valor == "2027-12-31"
    assert (told.campos["validade"].testemunha, told.campos["validade"].visto) == ("diverge", "31/12/2025")


def test_another_company_is_shown_unless_the_paper_names_it_too() -> None:
    assert [s.campo for s in seen(f"cnpj={OTHER}", {"cnpj": field(CNPJ)}).sinais] == ["cnpj"]
    assert not seen(f"cnpj={OTHER}", {"cnpj": field(CNPJ)}, "Prefeitura CNPJ 19.131.243/0001-97").sinais


@pytest.mark.parametrize(("name", "shown"), [("GAS BOM LTDA - ME", 0), ("Gás Bom", 0), ("PADARIA CENTRAL LTDA", 1)])
def test_names_are_compared_as_names(name: str, shown: int) -> None:
    assert len(seen(f"Razão Social: {name}", {"razao_social": field("GÁS BOM LTDA")}).sinais) == shown


def test_numbers_of_papers_only_confirm() -> None:
    assert seen("numero=1234/2026", {"numero": field("1234/2026")}).campos["numero"].testemunha == "concorda"
    assert not seen("numero=99", {"numero": field("1234/2026")}).sinais


def test_a_code_in_the_qr_alone() -> None:
    told = seen("https://x.gov.br/v/AB12CD34", {"cnpj": field(CNPJ)})
    found = told.campos["codigo_verificacao"]
    assert (found.valor, found.caixa, found.pagina) == ("AB12CD34", PLACE, 1)
    assert told.notas == (ONLY_CODE_NOTE,)


def test_the_printed_code_comes_first() -> None:
    printed = {"codigo_verificacao": field("AB12-CD34-EF56", 0.8)}
    assert seen("https://x.gov.br/v/AB12CD34EF56", printed).campos["codigo_verificacao"].confianca > 0.9
    # misread in print: the code's own correction makes it the better reading, in the print's dress
    misread = {"codigo_verificacao": field("A812-CD34-EF56", 0.8)}
    assert seen("https://x.gov.br/v/AB12CD34EF56", misread).campos["codigo_verificacao"].valor == "AB12-CD34-EF56"
    other = seen("https://x.gov.br/v/771199", printed)
    assert other.campos["codigo_verificacao"].valor == "AB12-CD34-EF56"
    assert not other.sinais
    assert not other.notas


def test_a_barcode_is_no_verification_code() -> None:
    assert "codigo_verificacao" not in seen("20260012345678", {}, kind="Code128").campos


@given(st.text(max_size=300), st.sampled_from(["cnpj", "validade", "razao_social", "numero", "codigo_verificacao"]))
def test_any_text_is_only_text(text: str, name: str) -> None:
    told = seen(text or "x", {name: field("2027-12-31")})
    assert told.campos[name].valor == "2027-12-31" or name == "codigo_verificacao"
    assert all(s.codigo == "leitores_divergentes" for s in told.sinais)


@pytest.mark.parametrize(
    "text", ["cnpj=" * 400, "A" * 2000, "%" * 2000, "validade: " * 200, "{" * 2000, "1" * 2000, "/" * 2000]
)
def test_long_contents_are_read_in_a_moment(text: str) -> None:
    parse(text)


def test_an_address_smuggles_no_control_characters_into_a_report() -> None:
    told = parse("https://a.gov.br/v?razao_social=GOLPE%1B%5B31m%07%E2%80%AE%00LTDA%0AX&codigo=AB%1B12-CD34")
    assert told.valores["razao_social"].isprintable()
    assert told.codigo is None or told.codigo.isprintable()
    told = parse("https://a.gov.br/v?razao_social=GAS%1B%5B31mX LTDA")
    found = seen("https://a.gov.br/v?razao_social=OUTRO%1B%5B31mNOME LTDA", {"razao_social": field("GAS ALFA LTDA")})
    assert all(s.mensagem.isprintable() and (s.lido or "").isprintable() for s in found.sinais)
    assert found.sinais
