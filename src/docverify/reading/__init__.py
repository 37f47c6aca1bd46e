"""Page -> upright, clean image -> words with boxes and confidence.

Words and cells stand in the space of the *flattened* page (deskewed, perspective removed), so that the layout can build
level lines; ``Page.warp`` maps that space to the upright page as shown (see ``model.shown_box``).
"""

from __future__ import annotations
