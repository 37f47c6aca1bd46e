"""Who issues a paper: prefeitura, fire brigade, treasury, environment body, notary, Junta."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any

from samples.generator import bodies, numbers, pools
from samples.generator.issuers_more import emissor_novo
from samples.generator.written import data, reais

_CARTORIOS = ["Tabelionato de Notas", "Ofício de Notas", "Cartório de Notas e Protestos"]


def _pessoa(rng: random.Random) -> str:
    return f"{rng.choice(pools.NOMES_M + pools.NOMES_F)} {' '.join(rng.sample(pools.SOBRENOMES, 2))}"


def _do(uf: str) -> str:
    nome, preposicao = pools.UFS[uf]
    return f"{preposicao} {nome}"


def emissor(rng: random.Random, tipo: str, municipio: str, uf: str, epoca: str = "atual") -> dict[str, Any]:
    """Return the issuer of a paper of that type in that town (DATA.md, ``d.emissor``)."""
    estado = pools.UFS[uf][0]
    sigla: str | None = None
    secretaria, unidade, cargo = "", "", "Diretor"
    if (novo := emissor_novo(rng, tipo, municipio, uf, epoca)) is not None:
        nome, sigla, secretaria, unidade, cargo = novo
        sede = "a capital"
    elif tipo == "certificado_bombeiros":
        sigla = f"CBM{uf}"
        nome = (
            "Corpo de Bombeiros da Polícia Militar do Estado de São Paulo"
            if uf == "SP"
            else f"Corpo de Bombeiros Militar do Estado {_do(uf)}"
        )
        secretaria = rng.choice(
            ["Secretaria de Estado da Segurança Pública", "Diretoria de Serviços Técnicos", "Comando Geral"]
        )
        corpo = ["Grupamento de Bombeiros", "Batalhão de Bombeiros Militar", "GBM"]
        unidade = f"{rng.randint(1, 20)}º {rng.choice(corpo)} - {municipio}"
        cargo = rng.choice(["Major BM - Chefe da Seção de Vistorias", "Capitão QOBM", "Ten Cel BM Comandante"])
        sede = "a capital"
    elif tipo == "licenca_operacao":
        sigla, nome = bodies.AMBIENTAIS.get(uf, ("SEMA", f"Secretaria de Estado do Meio Ambiente {_do(uf)}"))
        secretaria, unidade, cargo = (
            "Secretaria de Meio Ambiente e Desenvolvimento Sustentável",
            f"Agência Ambiental de {municipio}",
            "Gerente Regional",
        )
        sede = "a capital"
    elif tipo == "inscricao_estadual":
        sigla = f"SEFAZ-{uf}"
        nome = (
            "Secretaria da Fazenda e Planejamento do Estado de São Paulo"
            if uf == "SP"
            else f"Secretaria de Estado da Fazenda {_do(uf)}"
        )
        secretaria, unidade, cargo = (
            "Subsecretaria da Receita Estadual",
            f"Posto Fiscal de {municipio}",
            "Auditor Fiscal da Receita Estadual",
        )
        sede = "a capital"
    elif tipo == "comprovante_cnpj":
        sigla, nome, sede = "RFB", "Secretaria Especial da Receita Federal do Brasil", "Brasília"
    else:
        nome = rng.choice(
            [
                f"Prefeitura Municipal de {municipio}",
                f"Prefeitura Municipal de {municipio}",
                f"Prefeitura de {municipio}",
                f"Município de {municipio}",
            ]
        )
        secretaria = rng.choice(
            [
                "Secretaria Municipal de Finanças",
                "Secretaria Municipal da Fazenda",
                "Secretaria Municipal de Desenvolvimento Econômico",
                "Departamento de Tributos e Fiscalização",
                "Secretaria Municipal de Urbanismo",
            ]
        )
        unidade, cargo = (
            "Divisão de Alvarás e Licenciamento",
            rng.choice(["Secretário Municipal", "Diretor de Tributos", "Chefe do Setor de Alvarás"]),
        )
        sede = municipio
    local = municipio if sede == "a capital" else sede
    prefixo = next((m[2] for m in pools.MUNICIPIOS if m[0] == municipio and m[1] == uf), "70040")
    rua = rng.choice(["Praça da Matriz", "Avenida Getúlio Vargas", "Rua do Comércio", "Praça Rui Barbosa"])
    cep = f"{rng.randint(1, 1900)} - Centro - {local}/{uf} - CEP {prefixo}-{rng.randint(0, 99) * 10:03d}"
    endereco = f"{rua}, {cep}"
    dominio = "".join(c for c in nome.split(" de ")[-1].lower() if c.isascii() and c.isalpha())[:14] or "gov"
    return {
        "nome": nome,
        "sigla": sigla,
        "secretaria": secretaria,
        "unidade": unidade,
        "cnpj": numbers.mascara_cnpj(numbers.novo_cnpj(rng)),
        "endereco": endereco,
        "telefone": f"({rng.randint(11, 99)}) 3{rng.randint(100, 999)}-{rng.randint(1000, 9999)}",
        "site": f"www.{dominio}.{uf.lower()}.gov.br",
        "municipio": municipio,
        "uf": uf,
        "uf_nome": estado,
        "do_estado": _do(uf),
        "autoridade": _pessoa(rng),
        "cargo": cargo,
        "matricula": f"{rng.randint(1000, 99999)}-{rng.randint(0, 9)}",
    }


def autenticacao(rng: random.Random, tipo: str, municipio: str, uf: str, dia: date) -> dict[str, Any]:
    """Return an authentication: ``cartorio``, ``servidor`` or ``digital`` (DATA.md, ``d.autenticacao``)."""
    return {
        "tipo": tipo,
        "cartorio": f"{rng.randint(1, 9)}º {rng.choice(_CARTORIOS)} de {municipio} - {uf}",
        "tabeliao": _pessoa(rng),
        "escrevente": _pessoa(rng),
        "selo": f"{rng.choice('ABCDEFGH')}{rng.choice('TUVXZ')}{rng.randint(1000, 9999)}"
        f"{rng.choice('ABCD')}{rng.choice('KLMN')}{rng.randint(100000, 999999)}",
        "valor": reais(rng.randint(310, 690)),
        "data": data(dia),
        "cidade": municipio,
        "uf": uf,
        "endereco": f"Rua {rng.choice(pools.RUAS)}, {rng.randint(10, 900)} - Centro",
        "servidor": _pessoa(rng),
        "matricula": f"{rng.randint(10000, 99999)}",
        "codigo": codigo(rng),
        "site": "www.cenad.exemplo.org.br",
    }


def firma(rng: random.Random, signatario: str, municipio: str, uf: str, dia: date) -> dict[str, Any]:
    """Return a recognition of a signature (DATA.md, ``d.firma``)."""
    a = autenticacao(rng, "cartorio", municipio, uf, dia)
    return {
        k: a[k] for k in ("cartorio", "tabeliao", "escrevente", "selo", "valor", "data", "cidade", "uf", "endereco")
    } | {"signatario": signatario, "modo": rng.choice(["semelhança", "semelhança", "autenticidade"])}


def junta(rng: random.Random, uf: str, nire: str, dia: date) -> dict[str, Any]:
    """Return a registration at the State's Junta (DATA.md, ``d.junta``)."""
    sigla, nome = bodies.JUNTAS.get(uf, (f"JUCE{uf}", f"Junta Comercial do Estado {_do(uf)}"))
    if uf == "SP":
        numero = f"{rng.randint(100, 699)}.{rng.randint(100, 999)}/{dia:%y}-{rng.randint(0, 9)}"
        protocolo = f"{rng.randint(0, 2)}.{rng.randint(100, 999)}.{rng.randint(100, 999)}/{dia:%y}-{rng.randint(0, 9)}"
    else:
        numero = (
            f"{dia.year}{rng.randint(1000000, 9999999)}" if rng.random() < 0.6 else f"{rng.randint(1000000, 9999999)}"
        )
        protocolo = (
            f"{uf}E{dia:%y}{rng.randint(10000000, 99999999)}"
            if rng.random() < 0.5
            else f"{dia:%y}/{rng.randint(100000, 999999)}-{rng.randint(0, 9)}"
        )
    return {
        "nome": nome,
        "sigla": sigla,
        "numero": numero,
        "data": data(dia),
        "data_efeitos": data(dia - timedelta(days=rng.randint(1, 9))),
        "protocolo": protocolo,
        "protocolo_data": data(dia - timedelta(days=rng.randint(1, 6))),
        "hash": "".join(rng.choice("0123456789ABCDEF") for _ in range(40)),
        "secretario": _pessoa(rng),
        "nire": mascara_nire(rng, nire),
        "uf": uf,
    }


def mascara_nire(rng: random.Random, nire: str) -> str:
    """Return a NIRE in one of the shapes in which papers print it."""
    return rng.choice(
        [
            nire,
            f"{nire[:10]}-{nire[10:]}",
            f"{nire[:2]}.{nire[2:5]}.{nire[5:8]}.{nire[8:]}",
            f"{nire[:2]} {nire[2]} {nire[3:10]}-{nire[10]}",
        ]
    )


def codigo(rng: random.Random) -> str:
    """Return a verification code in one of several shapes."""
    hexa = "".join(rng.choice("0123456789ABCDEF") for _ in range(16))
    return rng.choice(
        [
            ".".join(hexa[i : i + 4] for i in range(0, 16, 4)),
            hexa[:12],
            f"{hexa[:4]}-{hexa[4:8]}-{hexa[8:12]}",
            str(rng.randint(100000000, 999999999)),
        ]
    )
