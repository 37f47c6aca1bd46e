"""A verification made by hand, with text that tries to break out of every printing."""

from __future__ import annotations

from datetime import date

from PIL import Image, ImageDraw

from docverify.model import (
    Box,
    Decision,
    Distribuidor,
    Document,
    Effect,
    Evidence,
    Ficha,
    Field,
    Item,
    Notice,
    Pedido,
    Reason,
    Responsavel,
    Timings,
    Verification,
)
from docverify.values.addresses import Endereco

EVIL = '<script>alert(1)</script><img src="http://x/y" onerror=z> {{ 7*7 }} #eval("1") \x1b[31m\u202eabc'
NORM = "Portaria ANP nº 297/2003"
VALIDADE: Box = (0.1, 0.2, 0.45, 0.215)


def _field(valor: object, lido: str, confianca: float = 0.97, caixa: Box = VALIDADE, **more: object) -> Field:
    return Field(valor, lido, confianca, 1, caixa, **more)  # type: ignore[arg-type]


DOCUMENTS = (
    Document(
        "alvara & <b>.pdf",
        (1,),
        "alvara_funcionamento",
        0.99123456,
        {
            "validade": _field("2025-12-31", "31/12/2025"),
            "razao_social": _field(EVIL, EVIL, 0.6),
            "endereco": _field({"logradouro": "Rua X", "numero": "10", "uf": "SP"}, "Rua X, 10"),
        },
    ),
    Document(
        "contrato.pdf",
        (1, 2, 3),
        "contrato_social",
        0.97,
        {
            "socios": _field([{"nome": "JOÃO DA SILVA", "documento": "39053344705"}], "João"),
            "alterado": _field(False, ""),
            "numero_registro": _field("123", "123", 0.9, (0.6, 0.9, 0.95, 0.97), arquivo="contrato2.pdf"),
        },
        {"folha": _field("1", "1")},
    ),
    Document("contrato2.pdf", (1,), "contrato_social", 0.97, continua=1),
)


def verification() -> Verification:
    """Return a rejected dossier with an expired alvará and a missing requerimento."""
    expired = Evidence(0, "validade", 1, VALIDADE, "31/12/2025", None, None)
    named = Evidence(0, "razao_social", 1, (0.1, 0.3, 0.9, 0.33), EVIL, "POSTO X LTDA", 0.93456)
    cite = f"{NORM}, art. 6º, VI"
    items = (
        Item(
            "GLP-01",
            "Requerimento",
            f"{NORM}, art. 6º, I",
            "ausente",
            (),
            (Reason("documento_ausente", "impede", "O requerimento não foi encontrado.", f"{NORM}, art. 6º, I"),),
        ),
        Item("GLP-05", "Contrato social", f"{NORM}, art. 6º, V", "conforme", (1, 2)),
        Item(
            "GLP-06",
            "Alvará de funcionamento",
            cite,
            "nao_conforme",
            (0,),
            (
                Reason("validade_vencida", "impede", f"O alvará venceu. {EVIL}", cite, True, expired),
                Reason("razao_social_divergente", "alerta", "O nome difere no sufixo.", cite, True, named),
            ),
        ),
        Item("GLP-10", "Recipientes", f"{NORM}, art. 4º", "nao_verificavel"),
        Item("GLP-11", "Alteração", f"{NORM}, art. 8º", "nao_aplicavel"),
    )
    effect = Effect("nao_admitido", "O requerimento não é admitido.", f"{NORM}, art. 6º, § 1º")
    notices = (
        Notice("norma_fora_de_vigencia", "A norma não está mais em vigor."),
        Notice("arquivo_ilegivel", "está danificado", "x<y>.pdf"),
    )
    decision = Decision("GLP297", NORM, "novo", None, None, date(2026, 11, 30), "rejeitado", effect, items, notices)
    ficha = Ficha(
        "json",
        Pedido(),
        razao_social="POSTO X LTDA",
        cnpj="11222333000181",
        endereco=Endereco("Rua X", "10"),
        responsavel=Responsavel("João"),
        distribuidores=(Distribuidor("Y", "11222333000181", ("Fulgás",)),),
        data=date(2026, 1, 2),
    )
    return Verification(f"dossiê {EVIL}", ficha, decision, DOCUMENTS, Timings(1.23456, 2.0, 3, 2, 1))


def page(_: str, __: int) -> Image.Image:
    """Return a white page whose evidence box is black."""
    picture = Image.new("L", (620, 877), 255)
    x0, y0, x1, y1 = VALIDADE
    ImageDraw.Draw(picture).rectangle((x0 * 620, y0 * 877, x1 * 620, y1 * 877), fill=0)
    return picture
