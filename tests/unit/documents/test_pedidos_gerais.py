"""Applications of other wordings, and filings that a Junta's stamp tells by their session; composed anew."""

from __future__ import annotations

from tests.unit.documents.acts import extract_text, values

PETITION = """^ ILUSTRÍSSIMO SENHOR SUPERINTENDENTE DA AGÊNCIA NACIONAL DO PETRÓLEO - ANP
MARCOS VINÍCIUS LACERDA, brasileiro, CPF nº 390.533.447-05, na qualidade de sócio da firma CHAMA DO SERTÃO GÁS LTDA (nome fantasia SERTÃO GÁS), CNPJ nº 11.222.333/0001-81, com estabelecimento localizado na Rua das Flores, 120, no bairro Vila Nova, no município de Petrolina - PE, CEP 56304-000, vem REQUERER autorização para exercer a atividade de revenda varejista de gás liquefeito de petróleo (GLP), na forma do art. 5º da Portaria ANP nº 297, de 18 de novembro de 2003.
Nesses termos, pede deferimento.
Petrolina, 20 de novembro de 2026.
MARCOS VINÍCIUS LACERDA
"""  # noqa: E501

LETTERHEAD = """^ CHAMA DO SERTÃO GÁS LTDA
^ Rua das Flores, 120 - Vila Nova - Petrolina/PE
^ CNPJ: 11.222.333/0001-81 - Tel.: (87) 3861-1020
# REQUERIMENTO
Exmo. Sr. Diretor-Geral da Agência Nacional do Petróleo - ANP
A empresa em epígrafe, neste ato representada por MARCOS VINÍCIUS LACERDA, CPF 390.533.447-05, requer autorização para o exercício da atividade de revendedor de GLP, no endereço acima.
Petrolina, 20/11/2026
"""  # noqa: E501

FORM = """# REQUERIMENTO DE AUTORIZAÇÃO PARA REVENDA DE GLP
NOME OU RAZÃO SOCIAL DO REQUERENTE\tCNPJ
CHAMA DO SERTÃO GÁS LTDA\t11.222.333/0001-81
ENDEREÇO (RUA, AV., PRAÇA)\tNÚMERO
RUA DAS FLORES\t120
NOME DO REPRESENTANTE LEGAL\tCPF
MARCOS VINÍCIUS LACERDA\t390.533.447-05
ATIVIDADE QUE PRETENDE EXERCER
Revenda de gás liquefeito de petróleo - GLP
"""


def test_petition_in_the_name_of_a_person() -> None:
    got = values(extract_text("requerimento", PETITION))
    assert got["razao_social"] == "CHAMA DO SERTÃO GÁS LTDA"
    assert got["nome_fantasia"] == "SERTÃO GÁS"
    assert got["endereco"]["bairro"] == "Vila Nova"  # type: ignore[index]
    assert got["atividade"] == "revenda varejista de gás liquefeito de petróleo (GLP)"


def test_the_company_of_the_letterhead() -> None:
    got = values(extract_text("requerimento", LETTERHEAD))
    assert got["razao_social"] == "CHAMA DO SERTÃO GÁS LTDA"
    assert got["signatario"] == "MARCOS VINÍCIUS LACERDA"


def test_form_with_remarks_in_its_labels() -> None:
    got = values(extract_text("requerimento", FORM))
    assert got["razao_social"] == "CHAMA DO SERTÃO GÁS LTDA"
    assert got["signatario"] == "MARCOS VINÍCIUS LACERDA"
    assert got["endereco"] == {"logradouro": "RUA DAS FLORES", "numero": "120"}
    assert got["atividade"] == "Revenda de gás liquefeito de petróleo - GLP"


def test_heading_of_a_clause_is_no_name() -> None:
    text = """# CONTRATO SOCIAL
SEGUNDA - DENOMINAÇÃO E SEDE: A sociedade girará sob a denominação de CHAMA DO SERTÃO GÁS LTDA, com sede na Rua das Flores, nº 120, Vila Nova, Petrolina/PE.
"""  # noqa: E501
    found = extract_text("contrato_social", text).campos["razao_social"]
    assert found.valor == "CHAMA DO SERTÃO GÁS LTDA" and found.confianca > 0.7
