"""The arithmetic of the evaluation, on cases small enough to count by hand."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from docverify.cli import app
from docverify.evaluate import figures, run, tables, values
from docverify.evaluate.compare import DossierResult, compare
from docverify.evaluate.truth import Truth, TruthError, find, load


def _truth(**changes: Any) -> dict[str, Any]:
    return {
        "resultado": "rejeitado",
        "efeito": "nao_acolhido",
        "itens": {
            "GLP-03": {"situacao": "conforme", "motivos": []},
            "GLP-06": {"situacao": "nao_conforme", "motivos": ["validade_vencida"]},
        },
        "documentos": [
            {
                "arquivo": "a.pdf",
                "paginas": [1],
                "tipo": "comprovante_cnpj",
                "campos": {
                    "cnpj": "11222333000181",
                    "razao_social": "Gás São José Ltda.",
                    "endereco": {"logradouro": "Rua das Flores", "numero": "10"},
                    "data_abertura": "2010-01-02",
                },
            },
            {
                "arquivo": "a.pdf",
                "paginas": [2, 3],
                "tipo": "alvara_funcionamento",
                "campos": {"validade": "2025-12-31", "exercicio": 2025},
            },
        ],
        "camada": "digital",
        "grupo": "working",
        **changes,
    }


def _field(value: Any, confidence: float = 0.9) -> dict[str, Any]:
    return {"valor": value, "lido": str(value), "confianca": confidence, "pagina": 1, "caixa": [0, 0, 1, 1]}


def _document(pages: list[int], tipo: str, file: str = "a.pdf", **fields: Any) -> dict[str, Any]:
    named = {k: v if isinstance(v, dict) and "valor" in v else _field(v) for k, v in fields.items()}
    return {"arquivo": file, "paginas": pages, "tipo": tipo, "confianca": 0.9, "campos": named}


def _item(name: str, situacao: str, *reasons: tuple[str, str]) -> dict[str, Any]:
    return {"id": name, "situacao": situacao, "motivos": [{"gravidade": g, "codigo": c} for g, c in reasons]}


def _report(**changes: Any) -> dict[str, Any]:
    return {
        "dossie": "d",
        "resultado": "rejeitado",
        "itens": [
            _item("GLP-03", "conforme"),
            _item("GLP-06", "nao_conforme", ("impede", "validade_vencida")),
            _item("GLP-11", "nao_aplicavel"),
        ],
        "documentos": [
            _document(
                [1],
                "comprovante_cnpj",
                cnpj="11222333000181",
                razao_social="GAS SAO JOSE LTDA",
                endereco={"logradouro": "RUA DAS FLORES", "numero": "10"},
                data_abertura="2010-01-02",
            ),
            _document([2, 3, 4], "alvara_funcionamento", validade="2025-12-31", exercicio=2025),
        ],
        **changes,
    }


def _made(tmp_path: Path, truth: dict[str, Any]) -> Truth:
    path = tmp_path / "esperado.json"
    path.write_text(json.dumps(truth), encoding="utf-8")
    return load(path, "d")


def _result(tmp_path: Path, truth: dict[str, Any] | None = None, report: dict[str, Any] | None = None) -> DossierResult:
    return compare(_made(tmp_path, truth or _truth()), report or _report())


def test_a_perfect_report_has_no_miss_and_a_blank_page_held_by_its_document_is_none(tmp_path: Path) -> None:
    result = _result(tmp_path)
    assert figures.misses(result) == []
    block = figures.block([result])
    for key, total in (("paginas", 3), ("documentos", 2), ("separacao", 2), ("itens_certos", 2)):
        assert block[key] == {"certos": total, "total": total, "taxa": 1.0}
    assert block["decididos_sem_pessoa"]["taxa"] == 1.0
    assert {name: f["certos"] for name, f in block["campos"].items()} == {
        "cnpj": 1, "razao_social": 1, "endereco.logradouro": 1, "endereco.numero": 1, "data_abertura": 1, "validade": 1,
        "exercicio": 1,
    }  # fmt: skip


def test_fields_are_counted_as_missing_wrong_similar_extra_and_confident(tmp_path: Path) -> None:
    report = _report()
    report["documentos"][0]["campos"] = {
        "cnpj": _field("11222333000182", 0.95),
        "razao_social": _field("GAS SAO JOSE LTDS", 0.5),
        "endereco": _field({"logradouro": "RUA DAS FLORES", "numero": "10", "cep": "13010300"}, 0.7),
        "nome_fantasia": _field("X", 0.95),
        "prazo_indeterminado": _field(False, 0.9),
    }
    found = {(f.campo, f.kind): f for f in _result(tmp_path, report=report).campos}
    assert found["cnpj", "errado"].confiante
    assert found["data_abertura", "ausente"].confianca is None
    assert not found["endereco.cep", "a_mais"].confiante
    assert found["nome_fantasia", "a_mais"].confiante
    assert ("prazo_indeterminado", "a_mais") not in found
    assert ("razao_social", "errado") in found, "16 of 17 letters are under 0.95"
    rates = figures.field_rates(found.values())
    assert rates["cnpj"] == {
        "certos": 0, "total": 1, "taxa": 0.0, "taxa_parecidos": 0.0, "parecidos": 0, "ausentes": 0, "errados": 1,
        "a_mais": 0, "errados_confiantes": 1,
    }  # fmt: skip
    assert rates["nome_fantasia"]["total"] == 0 and rates["nome_fantasia"]["taxa"] is None


def test_a_page_of_another_type_counts_for_pages_documents_and_the_fields_that_were_not_read(tmp_path: Path) -> None:
    report = _report()
    report["documentos"][1]["tipo"] = "licenca_operacao"
    block = figures.block([_result(tmp_path, report=report)])
    assert block["paginas"] == {"certos": 1, "total": 3, "taxa": 0.3333}
    assert block["documentos"]["certos"] == 1 and block["separacao"]["certos"] == 2
    assert block["tipos"]["alvara_funcionamento"]["trocado_por"] == {"licenca_operacao": 2}
    assert block["campos"]["validade"]["ausentes"] == 1


def test_documents_that_were_joined_or_parted_wrongly_are_no_good_split(tmp_path: Path) -> None:
    joined = _report(documentos=[_document([1, 2, 3], "comprovante_cnpj")])
    assert figures.block([_result(tmp_path, report=joined)])["separacao"]["certos"] == 0
    parted = _report()
    parted["documentos"][1]["paginas"] = [2]
    parted["documentos"].append(_document([3], "alvara_funcionamento"))
    block = figures.block([_result(tmp_path, report=parted)])
    assert block["separacao"]["certos"] == 1 and block["documentos"]["certos"] == 2


def test_a_document_over_two_files_is_one(tmp_path: Path) -> None:
    truth = _truth(
        documentos=[
            {"arquivo": "b.jpg", "paginas": [1], "tipo": "contrato_social", "campos": {"nire": "35"}},
            {"arquivo": "c.jpg", "paginas": [1], "tipo": "contrato_social", "continua": 0, "campos": {}},
        ]
    )
    first = _document([1], "contrato_social", "c.jpg", nire="35")
    second = {**_document([1], "contrato_social", "b.jpg"), "continua": 0}
    result = _result(tmp_path, truth, _report(documentos=[first, second]))
    assert [d.separado for d in result.documentos] == [True]
    assert [f.kind for f in result.campos] == ["certo"]


@pytest.mark.parametrize(
    ("expected", "got", "accept", "reject"),
    [
        ("aceito", "rejeitado", 0, 1),
        ("aceito", "em_analise", 0, 0),
        ("rejeitado", "aceito", 1, 0),
        ("em_analise", "aceito", 1, 0),
        ("em_analise", "rejeitado", 0, 0),
        ("rejeitado", "em_analise", 0, 0),
        ("aceito", "aceito", 0, 0),
    ],
)
def test_false_accepts_and_false_rejects(tmp_path: Path, expected: str, got: str, accept: int, reject: int) -> None:
    block = figures.block([_result(tmp_path, _truth(resultado=expected), _report(resultado=got))])
    assert len(block["falsos_aceites"]) == accept and len(block["falsas_rejeicoes"]) == reject
    assert block["decisoes"][expected][got] == 1
    assert sum(sum(row.values()) for row in block["decisoes"].values()) == 1


def test_items_that_differ_lack_a_reason_or_hold_an_undue_defect_are_told(tmp_path: Path) -> None:
    items = [
        _item("GLP-03", "nao_conforme", ("impede", "cnpj_divergente")),
        _item("GLP-06", "nao_conforme", ("impede", "documento_cancelado")),
    ]
    result = _result(tmp_path, report=_report(itens=items))
    assert [(i.item, i.indevido, i.faltam) for i in result.itens] == [
        ("GLP-03", True, ()),
        ("GLP-06", False, ("validade_vencida",)),
    ]
    block = figures.block([result])
    assert block["itens_certos"]["certos"] == 0 and block["impedimentos_indevidos"] == 1


def test_an_error_line_counts_against_everything(tmp_path: Path) -> None:
    result = _result(tmp_path, report={"dossie": "d", "erro": {"codigo": "tempo_esgotado", "mensagem": "x"}})
    block = figures.block([result])
    assert block["erros"] == {"tempo_esgotado": 1}
    assert block["decisoes"]["rejeitado"]["erro"] == 1
    assert block["paginas"]["certos"] == 0 and block["campos"]["cnpj"]["ausentes"] == 1
    assert block["decididos_sem_pessoa"]["certos"] == 0


@pytest.mark.parametrize(
    ("name", "expected", "got", "same"),
    [
        ("cnpj", "11222333000181", "11.222.333/0001-81", False),
        ("razao_social", "Gás & Cia. Ltda", "GAS & CIA LTDA", True),
        ("capacidade_glp_kg", 1560, 1560, True),
        ("capacidade_glp_kg", 1, True, False),
        ("exercicio", 2026, "2026", False),
        ("cnaes_secundarios", ["4784900", "4723700"], ["4723700", "4784900"], True),
        ("socios", [{"nome": "João", "documento": "1"}], [{"documento": "1", "nome": "JOAO"}], True),
        ("socios", [{"nome": "João"}], [{"nome": "José"}], False),
        ("validade", "2026-12-31", "2026-12-30", False),
    ],
)
def test_normal_forms(name: str, expected: Any, got: Any, same: bool) -> None:
    assert values.exact(name, expected, got) is same


def test_rates_are_never_rounded_up_to_all() -> None:
    assert figures.rate(99_999, 100_000)["taxa"] == 0.9999
    assert figures.rate(0, 0)["taxa"] is None


def test_truth_is_found_inside_or_beside(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "esperado.json").write_text("{}", encoding="ascii")
    (tmp_path / "b").mkdir()
    for name in ("b.esperado.json", "c.esperado.json", "d.pdf.esperado.json"):
        (tmp_path / name).write_text("{}", encoding="ascii")
    assert find(tmp_path / "a") == tmp_path / "a" / "esperado.json"
    assert find(tmp_path / "b") == tmp_path / "b.esperado.json"
    assert find(tmp_path / "c.zip") == tmp_path / "c.esperado.json"
    assert find(tmp_path / "d.pdf") == tmp_path / "d.pdf.esperado.json"
    assert find(tmp_path / "e.pdf") is None


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"resultado":"aceito","documentos":[{}]}'])
def test_a_truth_that_is_none_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "esperado.json").write_text(text, encoding="ascii")
    with pytest.raises(TruthError, match="esperado"):
        load(tmp_path / "esperado.json", "d")


def test_reports_of_a_batch_are_compared_and_printed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for name, grupo in (("d", "working"), ("e", "held_back")):
        (tmp_path / "s" / name).mkdir(parents=True)
        (tmp_path / "s" / name / "esperado.json").write_text(json.dumps(_truth(grupo=grupo)), encoding="utf-8")
    lines = [json.dumps(_report()), json.dumps(_report(dossie="e", resultado="aceito"))]
    (tmp_path / "r.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    target = tmp_path / "f.json"
    assert app.run(["eval", str(tmp_path / "s"), "--reports", str(tmp_path / "r.jsonl"), "--json", str(target)]) == 0
    numbers = json.loads(target.read_text(encoding="utf-8"))
    assert numbers["por_grupo"]["working"]["falsos_aceites"] == []
    assert numbers["por_grupo"]["held_back"]["falsos_aceites"] == ["e"]
    assert [(m["dossie"], m["falha"]) for m in numbers["falhas"]] == [("e", "falso_aceite")]
    out = capfd.readouterr().out
    assert "Falsos aceites: 1 (e)" in out and "comprovante_cnpj" in out


def test_tables_stand_figures_without_anything(tmp_path: Path) -> None:
    console = Console(file=io.StringIO(), width=100)
    tables.render(figures.figures([_result(tmp_path)]), console)
    tables.render(figures.figures([]), console)


def test_truths_are_collected_through_plain_folders(tmp_path: Path) -> None:
    (tmp_path / "digital" / "d1").mkdir(parents=True)
    (tmp_path / "digital" / "d1" / "esperado.json").write_text(json.dumps(_truth()), encoding="utf-8")
    assert [t.dossie for t in run.truths(tmp_path).values()] == ["digital/d1"]
