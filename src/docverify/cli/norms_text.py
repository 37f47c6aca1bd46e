"""A norm as a lawyer reads it: window, who it is for, what each rule asks, where that is written, what follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from docverify.cli.norms_glossary import verificacao
from docverify.norms import labels
from docverify.norms.schema import CheckCall, Norm, Part, Rule, Setting
from docverify.report import codes, words

ATIVIDADES: Final = {
    "revenda_glp": "revenda de GLP",
    "revenda_varejista": "revenda varejista de combustíveis",
    "trr": "transportador-revendedor-retalhista",
    "distribuidor": "distribuição de combustíveis",
}
_ETIQUETAS: Final = {
    "varias_vias": "quando a Ficha declara vias de acesso",
    "pos_registro": "quando o pedido traz a data do registro anterior",
    "notificacao": "quando o pedido traz a data de uma notificação",
    "sempre": "sempre",
}
_POR: Final = {
    "estabelecimento": "um da matriz e um de cada filial",
    "estado": "um de cada Estado onde atua",
}
_DE: Final = {"substituida": "da empresa substituída", "qualquer": "de qualquer empresa"}


def window(inicio: str, fim: str | None) -> str:
    """Return a window of validity in words."""
    return f"de {inicio} a {fim}" if fim else f"desde {inicio}"


def lines(norm: Norm) -> Iterator[str]:
    """Yield the norm's text after its title, a line at a time; a line without indent begins a section or a rule."""
    yield norm.ementa
    fim = f"{norm.fim:%d/%m/%Y}" if norm.fim else None
    yield f"em vigor {window(f'{norm.inicio:%d/%m/%Y}', fim)}"
    yield f"    {norm.fonte_vigencia}"
    for label, others in (("antes", norm.antecessoras), ("depois", norm.sucessoras)):
        for other in others:
            since = f", desde {other.desde:%d/%m/%Y}" if other.desde else ""
            yield f"    {label}: {other.norma}{since}{' (em vigor)' if other.em_vigor else ''}"
    yield f"Atividade: {ATIVIDADES.get(norm.atividade, norm.atividade)}"
    yield f"Situações do pedido: {_names(words.PEDIDOS, norm.situacoes)}"
    if norm.modalidades:
        yield f"Modalidades: {_names(codes.MODALIDADES, norm.modalidades)}"
    if norm.perfis:
        yield f"Perfis: {_names(codes.PERFIS, norm.perfis)}"
    yield ""
    yield "Regras"
    yield ""
    for rule in norm.regras:
        yield from _rule(norm, rule)
        yield ""
    yield "Efeitos, do mais grave ao mais leve"
    for effect in sorted(norm.efeitos.values(), key=lambda e: -e.peso):
        yield f"- {effect.codigo}: {effect.mensagem} ({norm.cite(effect.citacao)})"
    if norm.avisos:
        yield ""
        yield "Avisos"
        yield from (f"- {code}: {text}" for code, text in norm.avisos.items())
    yield ""
    yield "Leituras configuráveis"
    yield from (_setting(s) for s in norm.ajustes.values())


def _names(known: dict[str, str], codes: Iterable[str]) -> str:
    return ", ".join(known.get(c, c) for c in codes)


def _setting(setting: Setting) -> str:
    allowed = f" (valores: {', '.join(map(labels.valor, setting.valores))})" if setting.valores else ""
    return f"- {setting.nome} = {labels.valor(setting.padrao)}{allowed}: {setting.descricao} ({setting.citacao})"


def _tags(norm: Norm, tags: Iterable[str]) -> str:
    """Return tags of requests in words: a tag that several situations share is told by them."""
    told: dict[str, None] = {}
    for tag in tags:
        sharing = [s for s, own in norm.situacoes.items() if tag == s or tag in own]
        told.update(dict.fromkeys(words.PEDIDOS.get(s, s) for s in sharing))
        if not sharing:
            told[_ETIQUETAS.get(tag, tag)] = None
    return ", ".join(told) or "em nenhuma, hoje"


def _rule(norm: Norm, rule: Rule) -> Iterator[str]:
    yield f"{rule.id}  {rule.descricao}"
    yield f"    {norm.cite(rule.citacao)}"
    yield from (f"    também: {norm.cite(source)}" for source in rule.fontes if source != rule.citacao)
    yield f"    situações: {_tags(norm, rule.situacoes)}"
    if rule.modalidades:
        yield f"    modalidades: {_names(codes.MODALIDADES, rule.modalidades)}"
    if rule.perfis:
        yield f"    perfis: {_names(codes.PERFIS, rule.perfis)}"
    if rule.solicitavel:
        yield "    só quando solicitado, se o pedido diz o que foi solicitado"
    if rule.grupo:
        group = [r.id for r in norm.regras if r.grupo == rule.grupo]
        yield f"    basta um de: {', '.join(group)}"
    if rule.documentos:
        whose = f" ({_DE[rule.de]})" if rule.de in _DE else ""
        yield f"    documento: {' ou '.join(map(words.tipo, rule.documentos))}{whose}"
    if rule.formalidade:
        yield f"    forma: {rule.formalidade}"
    yield from (f"    texto da norma: {entry}" for entry in rule.literal)
    yield from (f"    inferência: {entry}" for entry in rule.inferencias)
    yield from _checks(norm, rule.verificacoes, "    ")
    for number, part in enumerate(rule.partes, start=1):
        yield from _part(norm, part, number)
    if rule.suprido_por:
        yield f"    na falta do documento, vale a regra {rule.suprido_por}"
    if rule.ausente and rule.ausente == rule.defeituoso:
        yield f"    se falta ou não conforme: {_effect(rule.ausente)}"
    else:
        yield from (f"    se falta: {_effect(e)}" for e in (rule.ausente,) if e)
        yield from (f"    se não conforme: {_effect(e)}" for e in (rule.defeituoso,) if e)
    for code, effect in rule.efeito_por_motivo.items():
        yield f"    se {codes.MOTIVOS.get(code, code)}: {_effect(effect)}"
    for notice in rule.avisos:
        when = f" (se {_names(codes.MOTIVOS, notice.motivos)})" if notice.motivos else ""
        yield f"    se não conforme, avisa: {codes.AVISOS.get(notice.codigo, notice.codigo)}{when}"
    if rule.nao_verificavel:
        yield f"    não verificável: {rule.nao_verificavel}"


def _part(norm: Norm, part: Part, number: int) -> Iterator[str]:
    name = part.descricao or " ou ".join(map(words.tipo, part.documentos))
    remarks = [_POR[part.por]] if part.por else []
    remarks += ["se houver"] if part.opcional else []
    remarks += [_tags(norm, part.situacoes)] if part.situacoes else []
    yield f"    parte {number}: {name}" + (f" ({'; '.join(remarks)})" if remarks else "")
    yield f"        documento: {' ou '.join(map(words.tipo, part.documentos))}"
    yield from _checks(norm, part.verificacoes, "        ")


def _checks(norm: Norm, calls: Iterable[CheckCall], indent: str) -> Iterator[str]:
    """Yield which checks are owed, those of the text apart from those that we infer, each with its settings."""
    told: dict[bool, list[str]] = {False: [], True: []}
    for call in calls:
        settings = [v[1:] for v in call.parametros.values() if isinstance(v, str) and v.startswith("@")]
        own = [f"{s} = {labels.valor(norm.setting(s))}" for s in settings]
        told[call.inferencia].append(verificacao(call.nome) + (f" [{', '.join(own)}]" if own else ""))
    for inferred, label in ((False, "confere, pelo texto"), (True, "confere, por inferência")):
        if told[inferred]:
            yield f"{indent}{label}: {'; '.join(told[inferred])}"


def _effect(codigo: str) -> str:
    """Return an effect by name and code: what it says stands once, at the end."""
    return f"{codes.EFEITOS.get(codigo, codigo)} [{codigo}]"
