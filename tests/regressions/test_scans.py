"""What scans and photos do to words, each kind once: found on pages read from pixels, never a page itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from docverify.documents.authentication import find_marks
from docverify.documents.extract import extract
from docverify.documents.layout import build, letters_put_right
from docverify.values.dates import find_dates
from tests.unit.documents.acts import extract_text, values
from tests.unit.documents.pages import layout, page

_ALVARA = """# PREFEITURA DE LONDRINA
^ Secretaria Municipal de Desenvolvimento Econômico
## ALVARÁ DE LOCALIZAÇÃO
^ Nº 24500/2026
^ Concedemos o presente a
^ DISTRIBUIDORA DE GÁS VALE VERDE LIMITADA
^ CNPJ 11.222.333/0001-81
^ estabelecida à R BARÃO DE ITAPURA, 2574, bairro SANTO ANTÔNIO, LONDRINA - PR
^ Validade: 10/09/2027
"""


def test_own_name_speaks_against_nothing() -> None:
    found = extract_text("alvara_funcionamento", _ALVARA).campos["endereco"]
    assert found.valor["logradouro"] == "R BARÃO DE ITAPURA"
    assert found.confianca > 0.8


def test_a_department_is_no_rival_of_its_organ() -> None:
    found = extract_text("alvara_funcionamento", _ALVARA).campos["orgao_emissor"]
    assert found.valor == "PREFEITURA DE LONDRINA"
    assert found.confianca > 0.7


@pytest.mark.parametrize(
    ("read", "meant"),
    [
        ("PACHECo", "PACHECO"),
        ("OLIvÉRI0", "OLIVÉRIO"),
        ("sôNIA", "SÔNIA"),
        ("EXPEDICA0.:", "EXPEDICAO.:"),
        ("R0D", "ROD"),
        ("Oliveira", "Oliveira"),
        ("R$", "R$"),
        ("4J.KX0.BK2/0001-63", "4J.KX0.BK2/0001-63"),
        ("EZ6881AM382488", "EZ6881AM382488"),
        ("2026", "2026"),
        ("Ltda", "Ltda"),
        ("", ""),
    ],
)
def test_letters_are_put_right_by_shape_only(read: str, meant: str) -> None:
    assert letters_put_right(read) == meant
    assert len(letters_put_right(read)) == len(read)


def test_a_text_layer_is_taken_as_it_stands() -> None:
    assert build(page("PACHECo", source="texto")).text.raw == "PACHECo"
    assert build(page("PACHECo")).text.raw == "PACHECO"


def test_an_hour_glued_to_a_date() -> None:
    assert [m.lido for m in find_dates("06/08/202617:29:46")] == ["06/08/2026"]
    assert find_dates("06/08/20261") == []


def test_a_company_of_gas_may_be_certified_as_a_grocer() -> None:
    text = """## CORPO DE BOMBEIROS MILITAR DO ESTADO DE GOIÁS
# CERTIFICADO DE CONFORMIDADE
Razão Social: ALVORADA COMÉRCIO DE GÁS LTDA
CNPJ: 11.222.333/0001-81
Ocupação: Comércio varejista de produtos alimentícios em geral
Validade: 10/03/2027
"""
    found = extract_text("certificado_bombeiros", text).campos.get("contempla_revenda_glp")
    assert found is None or found.valor is False


def test_strokes_of_a_roman_number_are_repaired() -> None:
    text = "# FICHA CADASTRAL PARA REVENDEDOR DE GLP\nCLASSE DE ARMAZENAMENTO\n11\n"
    found = extract_text("ficha_cadastral", text).campos["classe_armazenamento"]
    assert (found.valor, found.reparado) == ("II", True)


@pytest.mark.parametrize(("printed", "read"), [("11.222.33310001-81", True), ("11.222.33310001-82", False)])
def test_a_stroke_read_as_one_only_where_the_check_digits_hold(printed: str, read: bool) -> None:
    found = values(extract_text("alvara_funcionamento", f"# ALVARÁ\nRazão social: GÁS LTDA\nCNPJ: {printed}\n"))
    assert (found.get("cnpj") == "11222333000181") is read


def test_cnae_without_mask_behind_its_label() -> None:
    text = "# COMPROVANTE DE INSCRIÇÃO ESTADUAL\nCNAE FISCAL: 4723700 - Comércio varejista de bebidas\n"
    assert values(extract_text("inscricao_estadual", text))["cnae_principal"] == "4723700"


def test_the_number_of_a_revoked_paper_is_no_rival() -> None:
    text = """## CORPO DE BOMBEIROS MILITAR DO ESTADO DO AMAZONAS
# CERTIFICADO DE REGULARIDADE Nº 36717/2026
CERTIFICAMOS que as instalações da empresa GÁS DA PENHA LTDA foram vistoriadas.
Fica revogado o certificado nº 589041/2022.
"""
    found = extract_text("certificado_bombeiros", text).campos["numero"]
    assert found.valor == "36717/2026"
    assert found.confianca > 0.7


def test_the_house_number_in_a_licence_to_work_there_is_not_the_licence_s() -> None:
    text = """# ALVARÁ
## de Licença para Localização e Funcionamento nº 8512631
O Secretário concede a GÁS DO VALE LTDA licença para funcionar na RUA VISCONDE DE TAUNAY, Nº 3086, Centro, Macapá - AP.
"""
    found = extract_text("alvara_funcionamento", text).campos["numero"]
    assert found.valor == "8512631"
    assert found.confianca > 0.7


def test_a_doubted_letter_at_the_end_of_a_name_is_a_stain() -> None:
    source = page("# ALVARÁ\nRazão social: GÁS DO VALE LTDA A\nBairro: ZONA RURAL L\nRua: RUA A\n", confidence=0.99)
    stained = tuple(replace(w, confidence=0.85) if w.text in ("A", "L") else w for w in source.words)
    found = values(extract("alvara_funcionamento", [build(replace(source, words=stained))]))
    assert found["razao_social"] == "GÁS DO VALE LTDA"
    assert found["endereco"]["bairro"] == "ZONA RURAL"


def test_a_code_s_small_letters_of_the_same_shape() -> None:
    text = "A autenticidade pode ser verificada em www.bombeiros.pr.gov.br com o código de verificação 684328cF5F4D."
    found = find_marks([layout(text)]).codigo_verificacao
    assert found is not None
    assert found.valor == "684328CF5F4D"


def test_a_lone_zero_is_the_article_in_a_filing() -> None:
    text = """# CONTRATO SOCIAL
Certifico 0 registro sob o nº 3815926 em 08/03/2019 da Empresa GÁS LTDA, NIRE 16277971403. Secretário-Geral.
Junta Comercial do Estado do Amapá.
"""
    marks = find_marks([layout(text)])
    assert marks.numero_registro is not None
    assert marks.numero_registro.valor == "3815926"
    assert marks.data_registro is not None
    assert marks.data_registro.valor == "2019-03-08"


def test_a_label_whose_blank_was_lost() -> None:
    text = """# FICHA CADASTRAL PARA REVENDEDOR DE GLP
## 03 DISTRIBUIDOR
RAZÃO SOCIALDO DISTRIBUIDOR
SUPRA GÁS BUTANO S.A.
CNPJ DO DISTRIBUIDOR
11.222.333/0001-81
"""
    found = values(extract_text("ficha_cadastral", text))
    assert found["distribuidores"] == [{"razao_social": "SUPRA GÁS BUTANO S.A.", "cnpj": "11222333000181"}]


def test_heads_of_two_lines_above_a_row_of_values() -> None:
    text = """# ALVARÁ DE LICENÇA PARA ESTABELECIMENTO
INSCRIÇÃO\tCNPJ/CPF\tPROCESSO
MUNICIPAL
365.840-8\t11.222.333/0001-81\t35/513.621/2026
"""
    found = extract_text("alvara_funcionamento", text).campos
    assert found["cnpj"].confianca > 0.7
    assert found["inscricao_municipal"].valor == "365.840-8"


def test_a_town_torn_apart_is_put_together() -> None:
    found = values(extract_text("ficha_cadastral", "# FICHA CADASTRAL\nLOCAL: M ONTES CL AROS\nDATA: 20/11/2026\n"))
    assert found["local"] == "MONTES CLAROS"


def test_a_row_of_values_read_as_one_run_is_parted_at_its_heads() -> None:
    source = page(
        "# COMPROVANTE DE INSCRIÇÃO E DE SITUAÇÃO CADASTRAL\nCEP\tBAIRRO/DISTRITO\tMUNICÍPIO\tUF\n"
        "45.000-320\tJARDIM ESPERANCA\tVITORIA DA CONQUISTA\tBA\n"
    )
    # Boxes of a reader that cuts a whole line in words: each reaches to the next one.
    row = next(w.line for w in source.words if w.text == "JARDIM")
    words = list(source.words)
    for i, word in enumerate(words[:-1]):
        if word.line == row and words[i + 1].line == row:
            x0, y0, _, y1 = word.box
            words[i] = replace(word, box=(x0, y0, words[i + 1].box[0] - 0.004, y1))
    found = values(extract("comprovante_cnpj", [build(replace(source, words=tuple(words)))]))["endereco"]
    assert (found["bairro"], found["municipio"]) == ("JARDIM ESPERANCA", "VITORIA DA CONQUISTA")


def test_a_stroke_read_as_one_in_a_number_with_letters() -> None:
    text = "# FICHA CADASTRAL\n## 01 IDENTIFICAÇÃO DO REVENDEDOR\nNOME EMPRESARIAL: GÁS LTDA\nCNPJ: 12.ABC.34510001-"
    from docverify.values.identifiers.cnpj import is_valid

    digits = next(f"{n:02d}" for n in range(100) if is_valid(f"12ABC3450001{n:02d}"))
    assert values(extract_text("ficha_cadastral", f"{text}{digits}\n"))["cnpj"] == f"12ABC3450001{digits}"


@pytest.mark.parametrize("bairro", ["DOM PEDRO I", "SETOR B"])
def test_a_doubted_letter_that_is_a_part_of_a_name_stays(bairro: str) -> None:
    source = page(f"# ALVARÁ\nRazão social: GÁS DO VALE LTDA\nRua: RUA DAS FLORES\nBairro: {bairro}\n", confidence=0.85)
    assert values(extract("alvara_funcionamento", [build(source)]))["endereco"]["bairro"] == bairro
