from __future__ import annotations

import io
from uuid import uuid4

from docverify.store.files import original
from docverify.store.opening import Store


def test_an_original_is_kept_under_its_hash(store: Store) -> None:
    entidade = uuid4()
    digest, length = store.files.put(entidade, io.BytesIO(b"abc"))
    assert (digest[:8], length) == ("ba7816bf", 3)
    assert store.files.read(original(entidade, digest)) == b"abc"
    assert store.files.keys("originais") == [original(entidade, digest)]
