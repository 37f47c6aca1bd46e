"""The HTML report: one file without anything from outside, text of the documents inert, pictures inside."""

from __future__ import annotations

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from docverify.report import words
from docverify.report.crops import Cropper, places
from docverify.report.view import View
from docverify.resources import package_path


def render(view: View, cropper: Cropper) -> str:
    """Render a report.

    Args:
        view: What it says.
        cropper: Where its pictures come from.

    Returns:
        An HTML document. Everything that comes from a dossier is escaped; the page runs no script and loads nothing.
    """
    environment = Environment(
        loader=FileSystemLoader(package_path("report", "templates")),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    urgency = list(words.SITUACOES)
    items = sorted(view.itens, key=lambda item: urgency.index(item.situacao))
    pictures = {
        item.id: [(place, cropper.data_uri(place)) for place in places(item)]
        for item in items
        if item.situacao != "nao_aplicavel"
    }
    return environment.get_template("relatorio.html.j2").render(view=view, itens=items, pictures=pictures)
