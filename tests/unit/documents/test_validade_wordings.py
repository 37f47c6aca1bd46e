"""The end of a paper's validity in whatever words, places and spacings it is said; and what is no end."""

from __future__ import annotations

import pytest
from tests.unit.documents.pages import layout

from docverify.documents.extract import extract

_HEAD = {
    "alvara_funcionamento": "^ PREFEITURA MUNICIPAL DE ASSIS\n# ALVARÁ DE FUNCIONAMENTO Nº 123/2026",
    "certificado_bombeiros": "^ CORPO DE BOMBEIROS MILITAR\n# CERTIFICADO DE CONFORMIDADE Nº 123/2026",
    "licenca_operacao": "^ SECRETARIA DE ESTADO DO MEIO AMBIENTE\n# LICENÇA DE OPERAÇÃO Nº 123/2026",
}
_BODY = "Razão Social: GAS BOM LTDA\nCNPJ: 11.222.333/0001-81\nData de emissão: 15/03/2026"
_SURE = 0.8

ENDS = [
    "VAL. 19/04/2027",
    "VALIDADE19/04/2027",
    "VALIDOATE19/04/2027",
    "PRAZODEVALIDADE:19/04/2027",
    "Validade do documento: 19/04/2027",
    "VALIDADE DO DOCUMENTO\t19/04/2027",
    "VALIDADE DO DOCUMENTO\n19/04/2027",
    "VÁLIDO ATÉ\t19/04/2027",
    "Vence: 19/04/2027",
    "Este alvará expira no dia 19/04/2027",
    "A validade deste alvará encerra-se em 19/04/2027.",
    "Válida exclusivamente até 19/04/2027",
    "Licença concedida até 19/04/2027",
    "Funcionamento autorizado até 19/04/2027",
    "Vigência\nDe 15/03/2026 até 19/04/2027",
    "VIGÊNCIA DA PRESENTE LICENÇA\n15/03/2026 a 19/04/2027",
    "VIGÊNCIA DO ALVARÁ: 15/03/2026 a 19/04/2027",
    "VIGÊNCIA INICIAL: 15/03/2026 VIGÊNCIA FINAL: 19/04/2027",
    "Validade inicial: 15/03/2026 Validade final: 19/04/2027",
    "EMISSÃO / VALIDADE\n15/03/2026 / 19/04/2027",
    "ABERTURA\tEMISSÃO\tVENCIMENTO\tEXERCÍCIO\n01/02/2019\t15/03/2026\t19/04/2027\t2026",
    "tem seu vencimento em 19/04/2027",
]


@pytest.mark.parametrize("tipo", _HEAD)
@pytest.mark.parametrize("line", ENDS)
def test_an_end_is_read_for_sure(tipo: str, line: str) -> None:
    campos = extract(tipo, [layout(f"{_HEAD[tipo]}\n{_BODY}\n{line}\nAfixar em local visível")]).campos
    assert (campos["validade"].valor, campos["validade"].confianca >= _SURE) == ("2027-04-19", True)


TERMS = [
    ("Validade\t1 ano", "2027-03-15"),
    ("Validade\tProcesso\n1 ano\t991/2026", "2027-03-15"),
    ("VALIDADE:12MESES", "2027-03-15"),
    ("VALIDADE:5(CINCO)ANOS", "2031-03-15"),
    ("Este alvará expira 12 meses após a data de emissão", "2027-03-15"),
    ("Vigência\t02 (dois) anos", "2028-03-15"),
]


@pytest.mark.parametrize(("line", "day"), TERMS)
def test_a_term_runs_from_the_issue(line: str, day: str) -> None:
    text = f"{_HEAD['alvara_funcionamento']}\n{_BODY}\n{line}"
    found = extract("alvara_funcionamento", [layout(text)]).campos["validade"]
    assert (found.valor, found.confianca >= _SURE) == (day, True)


NO_END = [
    "Próxima renovação: 19/04/2027",
    "A renovação deverá ser requerida até 19/04/2027",
    "Validade do alvará anterior: 19/04/2024",
    "Alvará anterior nº 99/2023, válido até 19/04/2024",
    "Início da vigência: 19/04/2026",
    "Boleto com vencimento em 19/04/2026",
    "Guia paga, válida até 19/04/2026",
    "Selo de autenticidade válido até 19/04/2028",
    "Extintores com validade até 19/04/2027",
    "Seguro contra incêndio vigente até 19/04/2027",
    "Este alvará não é válido até 19/04/2026",
    "Rua Vale do Sol, 19/04/2027",
    "Inválido até 19/04/2027",
]


@pytest.mark.parametrize("line", NO_END)
def test_what_ends_on_another_day_is_no_end_of_the_paper(line: str) -> None:
    text = f"{_HEAD['alvara_funcionamento']}\n{_BODY}\n{line}"
    found = extract("alvara_funcionamento", [layout(text)]).campos.get("validade")
    assert found is None or found.confianca < _SURE, (found.valor, found.confianca)


def test_the_first_issue_is_not_that_of_this_copy() -> None:
    heads = "1ª EMISSÃO\tÚLTIMA EMISSÃO\tVALIDADE\n15/03/2024\t15/03/2026\t19/04/2027"
    text = f"{_HEAD['alvara_funcionamento']}\nRazão Social: GAS BOM LTDA\n{heads}"
    campos = extract("alvara_funcionamento", [layout(text)]).campos
    assert (campos["data_emissao"].valor, campos["validade"].valor) == ("2026-03-15", "2027-04-19")


def test_a_label_of_another_paper_is_no_end() -> None:
    text = f"{_HEAD['alvara_funcionamento']}\n{_BODY}\nValidade do AVCB: 19/04/2028"
    found = extract("alvara_funcionamento", [layout(text)]).campos.get("validade")
    assert found is None or found.confianca < _SURE
