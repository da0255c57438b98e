"""A picture of the position, for `picture.js` to show before Python runs at the next start.

It is what the page shows: of a card that lies face down nothing but its back.
"""

from __future__ import annotations

import json

from demilune.session import Session
from web.dom import find
from web.storage import Storage
from web.table import Table

LAYERS = ("places", "cards", "controls")


def keep(storage: Storage, session: Session, table: Table) -> None:
    """Keep a picture of the table beside the save; `record` tells whether it still fits that."""
    scene = table.scene
    picture = {
        "rule": session.code.rule,
        "record": session.record,
        "width": scene.width,
        "height": scene.height,
        "layout": scene.layout.name,
        "style": table.root.style.cssText,
        "bar": find(".bar").innerHTML,
        "layers": {name: find(f"#table > .{name}").innerHTML for name in LAYERS},
    }
    storage.write("picture", json.dumps(picture), needed=False)
