"""The worker, in processes of its own: from the queue to the verdict."""

from __future__ import annotations

from docverify.store.opening import Store
from docverify.work.scratch import root
from tests.service.queue_tools import dossier_row, jobs, over, run_row, send, someone, until, verdicts_of, worker


def test_a_dossier_gets_its_verdict_its_pages_and_leaves_the_queue_empty(store: Store) -> None:
    actor = someone(store)
    dossie, run = send(store, actor, {"cnpj": "20419417000109"}, {"a.pdf": b"%PDF- um", "b.pdf": b"%PDF- dois"})
    with worker(store.settings) as process:
        until(lambda: over(store, run) and not jobs(store))
        process.terminate()
        assert process.wait(20) == 0
    assert run_row(store, run).estado == "concluida"
    row = dossier_row(store, dossie)
    assert (row.estado, row.versao, row.resultado, row.efeito) == ("concluido", 1, "em_analise", "em_analise")
    assert (row.cnpj, row.uf, row.progresso["etapa"]) == ("20419417000109", "PB", "pronto")
    (verdict,) = verdicts_of(store, dossie)
    assert verdict.relatorio["arquivos"] == {"a.pdf": 8, "b.pdf": 10, "ficha.json": 26}
    assert verdict.relatorio["dossie"] == "Dossiê do João"
    assert not root(store.settings.home).exists()
