"""The truth of one paper: the contract's ``campos`` from its data and its layout's declaration."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from samples.generator.document import ATOS
from samples.generator.layouts import Layout

D = dict[str, Any]


def _endereco(d: D, layout: Layout) -> dict[str, str]:
    fonte = d["endereco"]
    saida: dict[str, str] = {}
    for parte in layout.endereco:
        valor = fonte["cep_puro"] if parte == "cep" else fonte[parte]
        if valor is None:
            continue
        saida[parte] = "S/N" if parte == "numero" and valor.upper() in {"S/N", "S/Nº"} else valor
    return saida


def _socios(d: D) -> list[dict[str, str]]:
    return [{"nome": p["nome"], "documento": p["cpf_puro"]} for p in d["socios"]]


def _responsavel(d: D) -> dict[str, str]:
    fonte = d["responsavel"]
    pares = {
        "nome": fonte["nome"],
        "identidade": fonte["identidade"],
        "cpf": fonte["cpf_puro"] if fonte["cpf"] else None,
        "funcao": fonte["funcao"],
    }
    return {k: v for k, v in pares.items() if v}


def _junta(chave: str) -> Callable[[D, Layout], Any]:
    def ler(d: D, _layout: Layout) -> Any:
        j = d["junta"]
        if j is None:
            return None
        return {"junta_comercial": j["nome"], "numero_registro": j["numero"], "data_registro": j["data"]["iso"]}[chave]

    return ler


def _distribuidores(d: D) -> list[dict[str, Any]]:
    return [
        {"razao_social": x["razao_social"], "cnpj": x["cnpj_puro"], "marcas": x["marcas"]} for x in d["distribuidores"]
    ]


def _partes(a: D) -> dict[str, str]:
    """Return every component of an address that the whole of it prints."""
    saida = {k: a[k] for k in ("logradouro", "numero", "complemento", "bairro", "municipio", "uf") if a[k]}
    return saida | {"cep": a["cep_puro"]}


_LEITORES: dict[str, Callable[[D, Layout], Any]] = {
    "cnpj": lambda d, _l: d["empresa"]["cnpj_puro"] if d["empresa"]["cnpj"] else None,
    "razao_social": lambda d, _l: d["empresa"]["nome"],
    "nome_fantasia": lambda d, _l: d["empresa"]["fantasia"],
    "endereco": _endereco,
    "numero": lambda d, layout: _NUMEROS[layout.tipo](d) if layout.tipo in _NUMEROS else d["doc"]["numero"],
    "orgao_emissor": lambda d, layout: layout.orgao or d["emissor"]["nome"],
    "uf_emissor": lambda d, _l: d["emissor"]["uf"],
    "municipio_emissor": lambda d, _l: d["emissor"]["municipio"],
    "data_emissao": lambda d, _l: d["doc"]["emissao"]["iso"],
    "atividade": lambda d, _l: d["atividade"],
    "codigo_verificacao": lambda d, _l: d["doc"]["codigo"],
    "exercicio": lambda d, _l: d["doc"]["exercicio"],
    "inscricao_municipal": lambda d, _l: d["empresa"]["im"],
    "capacidade_glp_kg": lambda d, _l: d["glp"]["kg"],
    "contempla_revenda_glp": lambda d, _l: d["glp"]["contempla"],
    "tipo_licenca": lambda _d, layout: layout.tipo_licenca,
    "nire": lambda d, _l: d["empresa"]["nire_puro"],
    "objeto_social": lambda d, _l: d["empresa"]["objeto"],
    "capital_social": lambda d, _l: d["empresa"]["capital"]["decimal"],
    "socios": lambda d, _l: _socios(d),
    "administradores": lambda d, _l: [p["nome"] for p in d["socios"] if p["administrador"]],
    "junta_comercial": _junta("junta_comercial"),
    "numero_registro": _junta("numero_registro"),
    "data_registro": _junta("data_registro"),
    "alterado": lambda d, _l: d["ato"]["alterado"],
    "consolidado": lambda d, _l: d["ato"]["consolidado"],
    "mandato_ate": lambda d, _l: d["ato"]["mandato_ate"]["iso"],
    "matriz_filial": lambda d, _l: d["empresa"]["matriz_filial"],
    "data_abertura": lambda d, _l: d["empresa"]["abertura"]["iso"],
    "cnae_principal": lambda d, _l: d["empresa"]["cnae_principal"]["puro"],
    "cnaes_secundarios": lambda d, _l: [c["puro"] for c in d["empresa"]["cnaes_secundarios"]],
    "natureza_juridica": lambda d, _l: f"{d['empresa']['natureza']['codigo']} - {d['empresa']['natureza']['nome']}",
    "situacao_cadastral": lambda d, _l: d["empresa"]["situacao"],
    "data_situacao": lambda d, _l: d["empresa"]["data_situacao"]["iso"],
    "inscricao_estadual": lambda d, _l: d["empresa"]["ie_pura"],
    "uf": lambda d, _l: d["emissor"]["uf"],
    "situacao": lambda d, layout: d["empresa"]["situacao_ie"] if layout.tipo == "inscricao_estadual" else None,
    "resultado": lambda d, _l: d["certidao"]["resultado"],
    "embarcacao": lambda d, _l: d["embarcacao"]["nome"],
    "contempla_tancagem": lambda d, _l: d["conclusao"]["contempla_tancagem"],
    "outorgante": lambda d, _l: d["procuracao"]["outorgante"],
    "outorgado": lambda d, _l: d["procuracao"]["outorgado"]["nome"],
    "poderes": lambda d, _l: d["procuracao"]["poderes"],
    "nome": lambda d, _l: d["identidade"]["nome"],
    "cpf": lambda d, _l: d["identidade"]["cpf_puro"],
    "vias_de_acesso": lambda d, _l: [_partes(v) for v in d["vias"]],
    "filiais": lambda d, _l: [
        {"cnpj": f["cnpj_puro"], "uf": f["uf"], "inscricao_estadual": f["ie_pura"]} for f in d["filiais"] if "uf" in f
    ],
    "estados_onde_atua": lambda d, _l: [x["uf"] for x in d["estados"]],
    "data_protocolo": lambda d, _l: d["renovacao"]["data"]["iso"],
    "documento_renovado": lambda _d, layout: layout.documento_renovado,
    "signatario": lambda d, _l: d["responsavel"]["nome"],
    "destinatario": lambda d, _l: d["pedido"]["destinatario"],
    "telefone": lambda d, _l: d["empresa"]["telefone"],
    "classe_armazenamento": lambda d, _l: d["glp"]["classe"],
    "distribuidores": lambda d, _l: _distribuidores(d),
    "responsavel": lambda d, _l: _responsavel(d),
    "local": lambda d, _l: d["doc"]["cidade"],
    "data": lambda d, _l: d["doc"]["emissao"]["iso"],
}

_NUMEROS: dict[str, Callable[[D], Any]] = {
    "documento_identidade": lambda d: d["identidade"]["rg"],
    "mandado_judicial": lambda d: d["processo"]["numero"],
    "protocolo_transferencia_titularidade": lambda d: d["renovacao"]["protocolo"],
}


def verdade(d: D, layout: Layout, carimbos: list[Layout] | None = None) -> dict[str, Any]:
    """Return the ``campos`` that stand on the paper, in normal form.

    Args:
        d: the paper's data.
        layout: its layout.
        carimbos: the stamps that were laid over it; each brings what it declares.
    """
    nomes = list(layout.campos)
    for carimbo in carimbos or []:
        nomes += [c for c in carimbo.campos if c not in nomes]
    saida: dict[str, Any] = {}
    for nome in nomes:
        if nome in {"validade", "prazo_indeterminado", "autenticacao", "firma_reconhecida"}:
            continue
        valor = _LEITORES[nome](d, layout)
        if valor is not None and valor != [] and valor != {}:
            saida[nome] = valor
    tipo_validade = d["doc"]["validade_tipo"]
    if "validade" in layout.campos:
        if tipo_validade in {"data", "mes_ano", "prazo", "prazo_dias"} and d["doc"]["validade"]:
            saida["validade"] = d["doc"]["validade"]["iso"]
        elif tipo_validade == "indeterminado":
            saida["prazo_indeterminado"] = True
        elif tipo_validade == "exercicio":
            saida["exercicio"] = d["doc"]["exercicio"]
    postos = carimbos or []
    registrado = d["junta"] is not None
    ato_social = layout.tipo in ATOS
    if any(c.tipo in {"_autenticacao", "_servidor"} for c in postos) or (
        layout.autenticacao == "propria" and d["autenticacao"]
    ):
        saida["autenticacao"] = d["autenticacao"]["tipo"]
    elif (layout.autenticacao == "digital" and (registrado or not ato_social)) or any(
        c.tipo == "_junta" and c.autenticacao == "digital" for c in postos
    ):
        saida["autenticacao"] = "digital"
    if layout.tipo in {"ficha_cadastral", "requerimento_cancelamento"}:
        saida["firma_reconhecida"] = d["firma"] is not None
    return saida
