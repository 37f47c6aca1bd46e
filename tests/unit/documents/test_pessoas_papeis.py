"""Powers of attorney and identity documents: who grants, who is granted, whose card it is."""

from __future__ import annotations

import pytest
from tests.unit.documents.acts import extract_text
from tests.unit.documents.paper_cases import Paper, misses
from tests.unit.documents.papers_pessoas import IDENTIDADES, PROCURACOES


@pytest.mark.parametrize("paper", [*PROCURACOES, *IDENTIDADES], ids=lambda p: str(p[1].strip().split("\n")[0][:30]))
def test_paper(paper: Paper) -> None:
    assert misses(paper) == {}


def test_a_name_of_the_filiation_is_never_the_holders() -> None:
    text = """# CARTEIRA DE IDENTIDADE
FILIAÇÃO
JOSÉ ANTONIO DA SILVA
MARIA APARECIDA DA SILVA
CPF 390.533.447-05
"""
    assert "nome" not in extract_text("documento_identidade", text).campos


@pytest.mark.parametrize(
    "junk", ["", "x", "3²", "OUTORGANTE", "OUTORGADO:", "PODERES: ", "NOME", "FILIAÇÃO", "a" * 3000]
)
@pytest.mark.parametrize("tipo", ["procuracao", "documento_identidade"])
def test_junk_is_read_as_nothing(tipo: str, junk: str) -> None:
    found = extract_text(tipo, junk)
    assert not {"outorgante", "outorgado", "poderes", "nome", "cpf"} & set(found.campos)


def test_powers_that_name_the_grantor_run_on() -> None:
    text = """# PROCURAÇÃO
OUTORGANTE: POSTO SOL LTDA, CNPJ 11.222.333/0001-81.
OUTORGADO: DANILO MARTINS ROCHA, CPF 529.982.247-25.
PODERES: em nome da
outorgante, requerer autorizações e registros junto à ANP.
Natal, 3 de maio de 2026.
"""
    powers = extract_text("procuracao", text).campos["poderes"].valor
    assert powers == "em nome da outorgante, requerer autorizações e registros junto à ANP"
