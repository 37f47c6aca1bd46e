"""Scraps of an address that hold nothing against a paper, and labels taken for its parts."""

from __future__ import annotations

from docverify.documents import declared
from docverify.documents.kinds_endereco import without_labels
from docverify.model import Document, Ficha, Field, Pedido
from docverify.values.addresses import Endereco, compare_address
from tests.acceptance.norms.cases import BASE, all_cases, run
from tests.unit.documents.pages import page

IN_ORDER = next(c.data for c in all_cases("GLP297") if c.data["nome"] == "dossiê em ordem")


def level(read: str, told: str) -> str:
    street = "Rua Barão de Jaguara"
    one, other = Endereco(logradouro=street, numero=read), Endereco(logradouro=street, numero=told)
    return str(dict(compare_address(one, other, 0.95))["numero"].nivel)


def test_a_number_beside_the_label_of_a_kilometre_is_the_number() -> None:
    assert level("km 4002", "4002") == "alerta"
    assert level("km 4003", "4002") == "impede"


def test_a_label_of_another_cell_is_no_town() -> None:
    assert without_labels({"municipio": "COD. ATIVIDADE", "uf": "SP"}) == {"uf": "SP"}
    assert without_labels({"municipio": "Rio Branco"}) == {"municipio": "Rio Branco"}


def test_the_last_line_of_a_name_in_a_narrow_cell() -> None:
    ficha = Ficha(origem="json", pedido=Pedido(), razao_social="Retalhista Jatobá de Derivados de Petróleo Ltda")
    fields = {"razao_social": Field("Petróleo Ltda", "Petróleo Ltda", 0.9, 1, (0.1, 0.1, 0.2, 0.2))}
    paper = Document("a.pdf", (1,), "alvara_funcionamento", 0.97, fields)
    text = "Razão social:\nRetalhista Jatobá de Derivados de\nPetróleo Ltda"
    [found] = declared.complete([paper], [page(text)], ficha)
    assert found.campos["razao_social"].valor == "Retalhista Jatobá de Derivados de Petróleo Ltda"
    [kept] = declared.complete([paper], [page("Petróleo Ltda")], ficha)
    assert kept.campos["razao_social"].valor == "Petróleo Ltda"


def test_the_state_alone_or_a_scrap_of_a_street_rejects_nothing() -> None:
    own = {k: v for k, v in BASE["ficha"]["endereco"].items() if k in ("logradouro", "numero", "municipio", "uf")}

    def judged(**changes: str) -> str:
        return run({**IN_ORDER, "muda": {"comprovante_cnpj.endereco": {**own, **changes}}}).resultado

    assert judged() == "aceito"
    assert judged(uf="AL") == "em_analise"
    assert judged(logradouro="NSRA") == "em_analise"
    assert judged(logradouro="Rua das Palmeiras") == "rejeitado"
    assert judged(municipio="Arapiraca", uf="AL") == "rejeitado"
