"""What can be right or wrong with a GLP297 dossier (each scenario changes a dossier that is in order)."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from samples.generator import numbers, pools
from samples.generator.company import Endereco, nova_pessoa, novo_endereco
from samples.generator.plan import BASE, ITEM, Doc, Plano

Cenario = Callable[[Plano, random.Random], None]
CENARIOS: dict[str, tuple[Cenario, float]] = {}


def cenario(nome: str, peso: float = 1.0) -> Callable[[Cenario], Cenario]:
    """Register a scenario with its weight."""

    def registra(f: Cenario) -> Cenario:
        CENARIOS[nome] = (f, peso)
        return f

    return registra


@cenario("aceito", 14)
def _aceito(p: Plano, rng: random.Random) -> None:
    """Everything in order."""


@cenario("aceito_ficha_digitalizada", 4)
def _so_ficha(p: Plano, rng: random.Random) -> None:
    p.ficha_json = False


def _falta(tipo: str) -> Cenario:
    def f(p: Plano, rng: random.Random) -> None:
        alvo = p.doc(tipo)
        p.docs.remove(alvo)
        if alvo.tipo == "estatuto_social":
            p.docs = [d for d in p.docs if d.tipo != "ata_eleicao"]
        p.falha(ITEM[tipo], "documento_ausente", situacao="ausente", efeito="nao_admitido")

    return f


for _tipo in BASE:
    CENARIOS[f"falta_{_tipo}"] = (_falta(_tipo), 0.8)


@cenario("alvara_vencido", 3)
def _alvara_vencido(p: Plano, rng: random.Random) -> None:
    p.muda("alvara_funcionamento", vencido=True)
    p.exige(
        "alvara_funcionamento", lambda layout: bool({"data", "prazo", "exercicio", "mes_ano"} & set(layout.validade))
    )
    p.falha("GLP-06", "validade_vencida")


@cenario("bombeiros_vencido", 3)
def _bombeiros_vencido(p: Plano, rng: random.Random) -> None:
    p.muda("certificado_bombeiros", vencido=True)
    p.falha("GLP-07", "validade_vencida")


@cenario("bombeiros_vencido_protocolo", 1)
def _protocolo(p: Plano, rng: random.Random) -> None:
    _bombeiros_vencido(p, rng)
    p.docs.append(Doc("protocolo_renovacao"))


@cenario("outro_cnpj", 3)
def _outro_cnpj(p: Plano, rng: random.Random) -> None:
    tipo = rng.choice(["comprovante_cnpj", "comprovante_cnpj", "inscricao_estadual", "alvara_funcionamento"])
    p.exige(tipo, lambda layout: "cnpj" in layout.campos)
    p.muda(tipo, cnpj=numbers.novo_cnpj(rng, alfanumerico=not p.empresa.cnpj.isdigit()))
    p.falha_cruzada(ITEM[tipo], "cnpj_divergente")


@cenario("cnpj_de_outro_estabelecimento", 1.5)
def _outro_estabelecimento(p: Plano, rng: random.Random) -> None:
    ordem = "0001" if p.empresa.filial else f"{rng.randint(2, 9):04d}"
    p.muda("comprovante_cnpj", cnpj=numbers.novo_cnpj(rng, raiz=p.empresa.raiz, ordem=ordem))
    p.falha_cruzada("GLP-03", "cnpj_divergente")


@cenario("cnpj_um_digito", 1)
def _um_digito(p: Plano, rng: random.Random) -> None:
    raiz = p.empresa.raiz
    i = rng.randrange(2, 8)
    outro = rng.choice([c for c in "0123456789" if c != raiz[i]])
    p.muda(
        "comprovante_cnpj",
        cnpj=numbers.novo_cnpj(rng, raiz=raiz[:i] + outro + raiz[i + 1 :], ordem=p.empresa.cnpj[8:12]),
    )
    p.falha_cruzada("GLP-03", "cnpj_divergente")


@cenario("capacidade_ausente", 3)
def _sem_capacidade(p: Plano, rng: random.Random) -> None:
    p.muda("certificado_bombeiros", explicita="nenhuma")
    p.exige("certificado_bombeiros", lambda layout: "nenhuma" in layout.capacidade)
    p.falha("GLP-07", "capacidade_nao_explicita")


@cenario("capacidade_so_classe", 0.7)
def _so_classe(p: Plano, rng: random.Random) -> None:
    p.muda("certificado_bombeiros", explicita="classe")
    p.exige("certificado_bombeiros", lambda layout: "classe" in layout.capacidade)
    p.falha("GLP-07", "capacidade_nao_explicita")


def _classe(p: Plano, rng: random.Random, passo: int) -> None:
    i = next(k for k, c in enumerate(pools.CLASSES) if c[0] == p.empresa.classe)
    j = i + passo if 0 <= i + passo < 7 else i - passo
    _, menor, maior = pools.CLASSES[j]
    p.muda("certificado_bombeiros", kg=maior if rng.random() < 0.5 else 13 * rng.randint(menor // 13 + 1, maior // 13))
    p.falha_cruzada("GLP-07", "capacidade_incompativel_com_classe")


@cenario("capacidade_acima_da_classe", 2.5)
def _acima(p: Plano, rng: random.Random) -> None:
    _classe(p, rng, 1)


@cenario("capacidade_abaixo_da_classe", 1.2)
def _abaixo(p: Plano, rng: random.Random) -> None:
    _classe(p, rng, -1)


@cenario("contrato_sem_registro", 3)
def _sem_registro(p: Plano, rng: random.Random) -> None:
    p.muda("contrato_social", registrado=False)
    p.falha("GLP-05", "registro_junta_ausente")


@cenario("contrato_sem_consolidacao", 2)
def _sem_consolidacao(p: Plano, rng: random.Random) -> None:
    p.exige("contrato_social", lambda layout: "alteracao" in layout.atos)
    p.muda("contrato_social", especie="alteracao")
    p.falha("GLP-05", "consolidacao_ausente")


@cenario("sem_autenticacao", 3)
def _sem_autenticacao(p: Plano, rng: random.Random) -> None:
    tipo = rng.choice(["inscricao_estadual", "contrato_social", "alvara_funcionamento"])
    p.exige(tipo, lambda layout: layout.autenticacao != "digital")
    p.muda(tipo, autenticacao=None)
    if p.doc(tipo).tipo in {"contrato_social", "estatuto_social"}:
        p.doc(tipo).ajuste = replace(p.doc(tipo).ajuste, extra={"junta_digital": False})
    p.falha(ITEM[tipo], "autenticacao_ausente")


@cenario("bombeiros_sem_autenticacao", 1)
def _bombeiros_simples(p: Plano, rng: random.Random) -> None:
    p.exige("certificado_bombeiros", lambda layout: layout.autenticacao != "digital")
    p.muda("certificado_bombeiros", autenticacao=None)
    p.falha("GLP-07", "autenticacao_ausente", situacao="em_analise", resultado="em_analise")


@cenario("autenticacao_por_servidor", 1)
def _servidor(p: Plano, rng: random.Random) -> None:
    tipo = rng.choice(["inscricao_estadual", "alvara_funcionamento"])
    p.exige(tipo, lambda layout: layout.autenticacao is None)
    p.muda(tipo, autenticacao="servidor")
    p.falha(ITEM[tipo], situacao="em_analise", resultado="em_analise")


@cenario("firma_nao_reconhecida", 2.5)
def _sem_firma(p: Plano, rng: random.Random) -> None:
    p.muda("ficha_cadastral", firma=False)
    p.falha("GLP-02", "firma_nao_reconhecida")


@cenario("outra_empresa", 2.5)
def _outra_empresa(p: Plano, rng: random.Random) -> None:
    tipo = rng.choice(["alvara_funcionamento", "inscricao_estadual", "comprovante_cnpj", "contrato_social"])
    p.exige(tipo, lambda layout: "razao_social" in layout.campos)
    n = rng.choice([x for x in pools.NUCLEOS if x not in p.empresa.nucleo])
    p.muda(tipo, nucleo=rng.choice(["Mercantil {n}", "Transportadora {n}", "Gás e Cia {n}"]).format(n=n))
    p.falha_cruzada(ITEM[tipo], "razao_social_divergente")


def _outro_lugar(p: Plano, rng: random.Random, muda: Callable[[Endereco], Endereco], componente: str) -> None:
    tipo = rng.choice(["alvara_funcionamento", "certificado_bombeiros", "comprovante_cnpj", "contrato_social"])
    if tipo == "contrato_social" and p.empresa.filial:
        tipo = "comprovante_cnpj"
    p.exige(tipo, lambda layout: componente in layout.endereco)
    p.muda(tipo, endereco=muda(p.empresa.endereco), emissor=(p.empresa.endereco.municipio, p.empresa.endereco.uf))
    p.falha_cruzada(ITEM[tipo], "endereco_divergente")


@cenario("outro_numero", 1.5)
def _outro_numero(p: Plano, rng: random.Random) -> None:
    def muda(a: Endereco) -> Endereco:
        novo = f"KM {rng.randint(500, 690)}" if a.tipo == "Rodovia" else str(rng.randint(5000, 9000))
        return replace(a, numero=novo)

    _outro_lugar(p, rng, muda, "numero")


@cenario("outra_rua", 1.5)
def _outra_rua(p: Plano, rng: random.Random) -> None:
    nome = rng.choice([r for r in pools.RUAS if r != p.empresa.endereco.nome])
    _outro_lugar(
        p,
        rng,
        lambda a: replace(a, tipo="Rua", nome=nome, numero=a.numero if a.numero[0].isdigit() else "77"),
        "logradouro",
    )


@cenario("outro_municipio", 1)
def _outro_municipio(p: Plano, rng: random.Random) -> None:
    outro = _vizinho(p, rng)
    if outro is None:
        return _outra_rua(p, rng)
    return _outro_lugar(p, rng, lambda a: replace(a, municipio=outro.municipio, cep=outro.cep), "municipio")


def _vizinho(p: Plano, rng: random.Random) -> Endereco | None:
    aqui = p.empresa.endereco
    opcoes = [m for m in pools.MUNICIPIOS if m[1] == aqui.uf and m[0] != aqui.municipio]
    return novo_endereco(rng, rng.choice(opcoes)[0], aqui.uf) if opcoes else None


@cenario("alvara_de_outro_municipio", 1.5)
def _alvara_alheio(p: Plano, rng: random.Random) -> None:
    outro = _vizinho(p, rng)
    if outro is None:
        return _alvara_vencido(p, rng)
    p.muda("alvara_funcionamento", emissor=(outro.municipio, outro.uf))
    p.exige("alvara_funcionamento", lambda layout: not layout.municipios and "municipio_emissor" in layout.campos)
    return p.falha("GLP-06", "municipio_emissor_divergente")


@cenario("bombeiros_de_outra_uf", 1)
def _bombeiros_alheio(p: Plano, rng: random.Random) -> None:
    m = rng.choice([m for m in pools.MUNICIPIOS if m[1] != p.empresa.endereco.uf])
    p.muda("certificado_bombeiros", emissor=(m[0], m[1]))
    p.exige("certificado_bombeiros", lambda layout: not layout.ufs and "uf_emissor" in layout.campos)
    p.falha("GLP-07", "uf_emissor_divergente")


@cenario("bombeiros_outra_atividade", 2)
def _outra_atividade(p: Plano, rng: random.Random) -> None:
    p.muda("certificado_bombeiros", atividade=rng.choice(pools.ATIVIDADES_OUTRAS), explicita="nenhuma")
    p.exige("certificado_bombeiros", lambda layout: "nenhuma" in layout.capacidade and "atividade" in layout.campos)
    p.falha("GLP-07", "atividade_nao_contemplada")


@cenario("cnpj_irregular", 2)
def _irregular(p: Plano, rng: random.Random) -> None:
    p.muda("comprovante_cnpj", situacao_cnpj=rng.choice(["INAPTA", "BAIXADA", "SUSPENSA"]))
    p.falha("GLP-03", "situacao_cadastral_irregular")


@cenario("ficha_incompleta", 2)
def _incompleta(p: Plano, rng: random.Random) -> None:
    chave, caminho = rng.choice(
        [
            ("telefone", "empresa.telefone"),
            ("classe_armazenamento", "glp.classe"),
            ("distribuidores", "distribuidores"),
            ("responsavel.cpf", "responsavel.cpf"),
            ("responsavel.funcao", "responsavel.funcao"),
        ]
    )
    p.omitir_ficha = (chave,)
    p.muda("ficha_cadastral", omitir=(caminho,))
    p.falha("GLP-02", "ficha_incompleta")


@cenario("sa_sem_ata", 1)
def _sem_ata(p: Plano, rng: random.Random) -> None:
    p.docs = [d for d in p.docs if d.tipo != "ata_eleicao"]
    p.falha("GLP-05", "ata_eleicao_ausente")


@cenario("arquivo_ilegivel", 1.5)
def _ilegivel(p: Plano, rng: random.Random) -> None:
    tipo = rng.choice(["alvara_funcionamento", "certificado_bombeiros", "inscricao_estadual"])
    p.doc(tipo).ilegivel = rng.choice(["truncado", "senha", "lixo"])
    p.avisos.append("pdf_protegido" if p.doc(tipo).ilegivel == "senha" else "arquivo_ilegivel")
    p.falha(ITEM[tipo], "documento_ilegivel", situacao="em_analise", resultado="em_analise")


@cenario("alvara_sem_validade", 1)
def _sem_validade(p: Plano, rng: random.Random) -> None:
    alvo = p.doc("alvara_funcionamento")
    alvo.serve = lambda layout: "nenhuma" in layout.validade
    p.muda("alvara_funcionamento", validade="nenhuma")
    p.falha("GLP-06", "validade_nao_encontrada", situacao="em_analise", resultado="em_analise")


@cenario("responsavel_estranho", 0.8)
def _estranho(p: Plano, rng: random.Random) -> None:
    novos = tuple(
        nova_pessoa(rng, p.empresa.endereco.uf, administrador=s.administrador, quotas=s.quotas, entrada=s.entrada)
        for s in p.empresa.socios
    )
    p.empresa = p.empresa.com(socios=novos, extra=p.empresa.extra | {"sem_socios": True})
    p.falha("GLP-05", "representante_sem_poderes")
    p.itens.pop("GLP-05")  # on which item the reason stands is the norm file's choice
    p.itens.pop("GLP-09", None)


@cenario("recadastramento", 1.5)
def _recadastramento(p: Plano, rng: random.Random) -> None:
    """Everything in order, for a dealer already in operation."""


def _alteracao(p: Plano, rng: random.Random, dias: int) -> None:
    p.pedido["data_efetivacao"] = (p.empresa.referencia - timedelta(days=dias)).isoformat()
    p.itens |= {
        i: ("nao_aplicavel", [])
        for i in (
            "GLP-01",
            "GLP-03",
            "GLP-04",
            "GLP-05",
            "GLP-06",
            "GLP-07",
            "GLP-08",
            "GLP-12",
            "GLP-13",
            "GLP-14",
            "GLP-15",
        )
    }
    p.itens |= {
        "GLP-02": ("conforme", []),
        "GLP-09": ("conforme", []),
        "GLP-10": ("nao_verificavel", []),
        "GLP-11": ("conforme", []),
    }


@cenario("alteracao_no_prazo", 1.5)
def _no_prazo(p: Plano, rng: random.Random) -> None:
    _alteracao(p, rng, rng.randint(3, 30))


@cenario("alteracao_fora_do_prazo", 1.5)
def _fora_do_prazo(p: Plano, rng: random.Random) -> None:
    _alteracao(p, rng, rng.choice([31, 45, rng.randint(32, 200)]))
    p.falha("GLP-11", "fora_do_prazo")
    p.avisos.append("reexame")


@cenario("encerramento", 1)
def _encerramento(p: Plano, rng: random.Random) -> None:
    p.docs = [d for d in p.docs if d.tipo in {"ficha_cadastral", "comprovante_cnpj"}]
    p.itens = {f"GLP-{i:02d}": ("nao_aplicavel", []) for i in range(1, 16)}
    p.itens["GLP-12"] = ("nao_verificavel", [])


def situacao_de(nome: str, rng: random.Random) -> str:
    """Return the ``pedido.situacao`` that goes with a scenario."""
    if nome.startswith("alteracao"):
        return rng.choice(["alteracao_endereco", "alteracao_socios", "alteracao_marca", "alteracao_outras"])
    return nome if nome in {"recadastramento", "encerramento"} else "novo"
