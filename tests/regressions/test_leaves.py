"""Which leaves belong together: the signed last leaf of an act, and papers that a form beside them swallowed."""

# ruff: noqa: E501 - papers are written as they stand

from __future__ import annotations

from docverify.documents.layout import build
from docverify.documents.segment import DocumentPages, documents
from tests.unit.documents.pages import page

CONTRACT = (
    "# CONTRATO SOCIAL\nPAULO SÉRGIO ANDRADE MAGALHÃES, brasileiro, casado, CPF 111.444.777-35, e EDMÍLSON LACERDA DE SOUZA, "
    "brasileiro, solteiro, resolvem constituir uma sociedade por quotas de responsabilidade limitada.\nCLÁUSULA PRIMEIRA - A "
    "sociedade girará sob o nome empresarial POSTO JATOBÁ LTDA, com sede na Rua das Palmeiras, 372, Teresina - PI.\nCLÁUSULA "
    "SEGUNDA - O objeto social é o comércio varejista de combustíveis.\nCLÁUSULA TERCEIRA - O capital social é de R$ 10.000,00."
)
LAST = (
    "Teresina, 25 de setembro de 1996.\n\nPAULO SÉRGIO ANDRADE MAGALHÃES\nEDMÍLSON LACERDA DE SOUZA\nTestemunhas: Cláudio de "
    "Souza Camargo e Antônio Siqueira Pacheco\nJunta Comercial do Estado do Piauí\nCERTIDÃO DE ARQUIVAMENTO\nArquivado sob n.º "
    "22201234567\nem sessão de 02/10/1996\nSecretário-Geral"
)
FORM = (
    "# FICHA CADASTRAL DE POSTO REVENDEDOR\nRazão social: POSTO JATOBÁ LTDA\nCNPJ: 11.222.333/0001-81\nEndereço do estabelecimento"
    "\nRua das Palmeiras, 372\nResponsável pelo preenchimento: Paulo Sérgio\nLocal e data: Teresina, 3/3/1997"
)
OTHER = (
    "Passada nesta cidade, em 8 de julho de 1997.\nos tanques de sessenta metros cúbicos e sua bacia, estando o imóvel em condições "
    "de ser utilizado.\nprojeto que foi apresentado, os trabalhos de alvenaria do estabelecimento e o parque com três tanques "
    "foram vistos no local pelo servidor que esta subscreve, a quem nada se opôs, do que se lavra a presente para os fins."
)


def parted(*texts: str, files: bool = False) -> tuple[DocumentPages, ...]:
    own = [page(t, arquivo=f"{i}.png" if files else "a.pdf", numero=1 if files else i + 1) for i, t in enumerate(texts)]
    return documents(own, [build(p) for p in own])


def test_the_signed_last_leaf_goes_on_with_its_act_in_its_file_and_across_files() -> None:
    for files in (False, True):
        found = parted(CONTRACT, LAST, FORM, files=files)
        assert [d.tipo for d in found] == ["contrato_social"] * (2 if files else 1) + ["ficha_cadastral"]
        assert not files or found[1].continua == 0


def test_a_page_that_says_nothing_of_the_form_before_it_is_a_paper_of_its_own() -> None:
    found = parted(FORM, OTHER)
    assert len(found) == 2 and found[1].tipo != "ficha_cadastral" and found[1].confianca < 0.9
