"""Names of files: safe for any system, still the person's own, and each its own in a dossier."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docverify.intake.names import is_noise
from docverify.store.names import MAX_BYTES, safe_name, title, unique


@pytest.mark.parametrize(
    ("given_name", "safe"),
    [
        ("Alvará 2026 (cópia).pdf", "Alvará 2026 (cópia).pdf"),
        ("🦙.pdf", "🦙.pdf"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\x\\CON.pdf", "_CON.pdf"),
        ("con", "_con"),
        ("COM1.tar.gz", "_COM1.tar.gz"),
        ("lpt¹", "_lpt¹"),
        ("a\0b.pdf", "ab.pdf"),
        ("a\r\nb\t c.pdf", "a b c.pdf"),
        ("x\u202efdp.exe", "xfdp.exe"),
        ("\u200b\u2066", "arquivo"),
        ("-rf", "_-rf"),
        (".htaccess", "_.htaccess"),
        ("~$alvará.docx", "_~$alvará.docx"),
        ("=cmd()|x.pdf", "_=cmd()_x.pdf"),
        ('a<b>:"c|d?e*.pdf', "a_b___c_d_e_.pdf"),
        ("fim. . ", "fim"),
        ("...", "arquivo"),
        ("", "arquivo"),
        ("/", "arquivo"),
        ("ficha.json", "_ficha.json"),
        ("Thumbs.db", "_Thumbs.db"),
        ("esperado.json", "_esperado.json"),
        ("cafe\u0301.pdf", "café.pdf"),
        ("\ud800x.pdf", "x.pdf"),
    ],
)
def test_a_name_is_made_safe_and_stays_readable(given_name: str, safe: str) -> None:
    assert safe_name(given_name) == safe


def test_a_long_name_keeps_its_ending() -> None:
    for long in ("é" * 500 + ".pdf", "🦙" * 100 + ".jpeg", "x" * 500):
        found = safe_name(long)
        assert MAX_BYTES - 4 <= len(found.encode()) <= MAX_BYTES
        assert found.endswith(long[-4:])


@given(st.text(st.characters(), max_size=300))
def test_whatever_comes_is_safe_and_stays_as_it_is(raw: str) -> None:
    found = safe_name(raw)
    assert safe_name(found) == found
    assert 0 < len(found.encode("utf-8")) <= MAX_BYTES
    assert not set(found) & set('/\\\0\r\n<>:"|?*')
    assert not found.startswith((".", "-", "~", "=", " "))
    assert not found.endswith((".", " "))
    assert not is_noise(found), "intake would pass it over"
    assert all(unicodedata.category(c) not in ("Cc", "Cf", "Cs") for c in found)


@given(st.lists(st.sampled_from(["a.pdf", "A.PDF", "a (2).pdf", "b", "ﬁm.pdf", "fim.pdf"]), max_size=12))
def test_names_in_a_dossier_differ_for_every_system(raw: list[str]) -> None:
    taken: list[str] = []
    for name in raw:
        taken.append(unique(safe_name(name), taken))
    folded = [unicodedata.normalize("NFKC", name).casefold() for name in taken]
    assert len(set(folded)) == len(folded)


def test_a_number_fits_into_the_longest_name() -> None:
    name = safe_name("é" * 500 + ".pdf")
    assert len(unique(name, [name]).encode()) <= MAX_BYTES
    assert unique(name, [name]).endswith(" (2).pdf")


def test_a_title_is_one_line_that_prints() -> None:
    assert title("  Depósito\n\0do\u202e  Zé \t") == "Depósito do Zé"
    assert title("\0\u200b") == ""
