"""The layouts and what they declare of themselves (see DATA.md)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

RAIZ = Path(__file__).parent / "layouts"
Grupo = Literal["working", "held_back"]
GRUPOS: tuple[Grupo, ...] = ("working", "held_back")

_COMUNS = {
    "cnpj",
    "razao_social",
    "nome_fantasia",
    "endereco",
    "numero",
    "orgao_emissor",
    "uf_emissor",
    "municipio_emissor",
    "data_emissao",
    "validade",
    "prazo_indeterminado",
    "atividade",
    "autenticacao",
    "codigo_verificacao",
}
_CONTRATO = {
    "nire",
    "objeto_social",
    "capital_social",
    "socios",
    "administradores",
    "junta_comercial",
    "numero_registro",
    "data_registro",
    "alterado",
    "consolidado",
}
CAMPOS: dict[str, set[str]] = {
    "requerimento": _COMUNS | {"signatario", "destinatario"},
    "ficha_cadastral": _COMUNS
    | {
        "firma_reconhecida",
        "inscricao_estadual",
        "telefone",
        "classe_armazenamento",
        "distribuidores",
        "responsavel",
        "local",
        "data",
        "situacao",
        "socios",
        "vias_de_acesso",
        "filiais",
        "estados_onde_atua",
    },
    "comprovante_cnpj": _COMUNS
    | {
        "matriz_filial",
        "data_abertura",
        "cnae_principal",
        "cnaes_secundarios",
        "natureza_juridica",
        "situacao_cadastral",
        "data_situacao",
    },
    "inscricao_estadual": _COMUNS | {"inscricao_estadual", "uf", "situacao", "cnae_principal"},
    "contrato_social": _COMUNS | _CONTRATO,
    "estatuto_social": _COMUNS | _CONTRATO,
    "ata_eleicao": _COMUNS | _CONTRATO | {"mandato_ate"},
    "alvara_funcionamento": _COMUNS | {"exercicio", "inscricao_municipal"},
    "certificado_bombeiros": _COMUNS | {"capacidade_glp_kg", "contempla_revenda_glp"},
    "licenca_operacao": _COMUNS | {"tipo_licenca"},
    "protocolo_renovacao": _COMUNS | {"data_protocolo", "documento_renovado"},
    "certidao_negativa_federal": _COMUNS | {"resultado", "uf"},
    "certidao_negativa_estadual": _COMUNS | {"resultado", "uf"},
    "certificado_borda_livre": _COMUNS | {"embarcacao"},
    "comprovante_conclusao_obras": _COMUNS | {"contempla_tancagem"},
    "declaracao_prefeitura": _COMUNS,
    "protocolo_transferencia_titularidade": _COMUNS | {"data_protocolo"},
    "certidao_junta": _COMUNS | {"nire", "junta_comercial", "socios"},
    "procuracao": _COMUNS | {"outorgante", "outorgado", "poderes"},
    "documento_identidade": _COMUNS | {"nome", "cpf"},
    "requerimento_cancelamento": _COMUNS | {"firma_reconhecida"},
    "mandado_judicial": _COMUNS,
    "distrato_social": _COMUNS | _CONTRATO,
    "ato_incorporacao": _COMUNS | _CONTRATO,
    "comunicacao_encerramento": _COMUNS,
    "projeto_instalacoes": _COMUNS,
    "contrato_cessao_espaco": _COMUNS,
    "desconhecido": set(),
}
"""The contract's ``campos`` of each type that a layout may print (contract, section 3)."""

COMPONENTES = ("logradouro", "numero", "complemento", "bairro", "cep", "municipio", "uf")
VALIDADES = ("data", "mes_ano", "prazo", "prazo_dias", "exercicio", "indeterminado", "prorrogada", "nenhuma")
RESULTADOS = ("negativa", "positiva_com_efeito_de_negativa", "positiva")
EPOCAS = ("atual", "1990")
_RAMOS = ("revenda_glp", "posto", "gnv", "flutuante", "maritimo", "trr", "distribuidor")
_SO_GLP = {"ficha_cadastral", "requerimento"}
"""Types whose layouts speak of GLP unless they say for which ``ramos`` they are."""
CARIMBOS = ("_autenticacao", "_firma", "_junta", "_servidor")


class LayoutError(ValueError):
    """A layout's head says something that DATA.md does not know."""


@dataclass(frozen=True)
class Layout:
    """One Typst file and its declaration; ``nome`` is ``grupo/tipo/arquivo`` without the ending."""

    caminho: Path
    grupo: str
    tipo: str
    descricao: str = ""
    campos: tuple[str, ...] = ()
    endereco: tuple[str, ...] = ()
    validade: tuple[str, ...] = ("nenhuma",)
    ufs: tuple[str, ...] = ()
    municipios: tuple[str, ...] = ()
    orgao: str | None = None
    paginas: int = 1
    autenticacao: str | None = None
    firma: str | None = None
    junta: str | None = None
    atos: tuple[str, ...] = ("constituicao",)
    filiais: bool = False
    historico: bool = True
    matriz_filial: tuple[str, ...] = ("MATRIZ", "FILIAL")
    sociedades: tuple[str, ...] = ("ltda",)
    tipo_licenca: str | None = None
    documento_renovado: str | None = None
    capacidade: tuple[str, ...] = ("kg", "nenhuma")
    ramos: tuple[str, ...] = ()
    epocas: tuple[str, ...] = ("atual",)
    resultados: tuple[str, ...] = RESULTADOS
    tancagem: tuple[str, ...] = ("sim", "nao")
    peso: float = 1.0
    largura: float = 80.0
    altura: float = 45.0
    onde: str = "primeira"
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def nome(self) -> str:
        """Return ``grupo/tipo/arquivo``."""
        return f"{self.grupo}/{self.tipo}/{self.caminho.stem}"

    def serve(self, uf: str, municipio: str | None = None, ramo: str | None = None) -> bool:
        """Tell whether the layout belongs to a paper of that State (and town, and activity)."""
        return (
            (not self.ufs or uf in self.ufs)
            and (not self.municipios or municipio in self.municipios)
            and (ramo is None or not self.ramos or ramo in self.ramos)
        )


_LISTAS = {
    "campos",
    "endereco",
    "validade",
    "ufs",
    "municipios",
    "atos",
    "matriz_filial",
    "sociedades",
    "capacidade",
    "ramos",
    "epocas",
    "resultados",
    "tancagem",
}
_CHAVES = {
    *_LISTAS,
    "descricao",
    "orgao",
    "paginas",
    "autenticacao",
    "firma",
    "junta",
    "filiais",
    "historico",
    "tipo_licenca",
    "documento_renovado",
    "peso",
    "largura",
    "altura",
    "onde",
}


def ler_layout(caminho: Path) -> Layout:
    """Read the head of one layout.

    Raises:
        LayoutError: where the head is not TOML, or names a key, field, component or kind of validity that is not known.
    """
    cabeca = [
        linha[3:].strip() for linha in caminho.read_text(encoding="utf-8").splitlines() if linha.startswith("//!")
    ]
    try:
        dados: dict[str, Any] = tomllib.loads("\n".join(cabeca))
    except tomllib.TOMLDecodeError as erro:
        raise LayoutError(f"{caminho.name}: cabeçalho não é TOML: {erro}") from erro
    tipo, grupo = caminho.parent.name, caminho.parent.parent.name
    if estranhas := set(dados) - _CHAVES:
        raise LayoutError(f"{caminho.name}: chaves desconhecidas: {sorted(estranhas)}")
    for chave in _LISTAS & set(dados):
        dados[chave] = (dados[chave],) if isinstance(dados[chave], str) else tuple(dados[chave])
    permitidos = CAMPOS.get(tipo, _CONTRATO | {"autenticacao"}) if not tipo.startswith("_") else _CONTRATO | _COMUNS
    _conferir(caminho, "campos", dados.get("campos", ()), permitidos)
    _conferir(caminho, "endereco", dados.get("endereco", ()), set(COMPONENTES))
    _conferir(caminho, "validade", dados.get("validade", ()), set(VALIDADES))
    _conferir(caminho, "atos", dados.get("atos", ()), {"constituicao", "alteracao", "consolidacao"})
    _conferir(caminho, "ramos", dados.get("ramos", ()), set(_RAMOS))
    _conferir(caminho, "epocas", dados.get("epocas", ()), set(EPOCAS))
    _conferir(caminho, "resultados", dados.get("resultados", ()), set(RESULTADOS))
    _conferir(caminho, "tancagem", dados.get("tancagem", ()), {"sim", "nao"})
    if tipo in _SO_GLP:
        dados.setdefault("ramos", ("revenda_glp",))
    if "endereco" in dados.get("campos", ()) and not dados.get("endereco"):
        raise LayoutError(f"{caminho.name}: endereco sem componentes")
    return Layout(caminho=caminho, grupo=grupo, tipo=tipo, **dados)


def _conferir(caminho: Path, chave: str, valores: tuple[str, ...], permitidos: set[str]) -> None:
    if estranhos := set(valores) - permitidos:
        raise LayoutError(f"{caminho.name}: {chave} desconhecidos: {sorted(estranhos)}")


def carregar(grupos: tuple[str, ...] = GRUPOS, raiz: Path = RAIZ) -> list[Layout]:
    """Read every layout of the groups, in the order of their names."""
    achados = (p for g in grupos for p in sorted((raiz / g).glob("*/*.typ")))
    return [ler_layout(p) for p in achados if not p.name.startswith("lib")]
