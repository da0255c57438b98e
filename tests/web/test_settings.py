"""Settings as they are stored: what does not fit keeps its default, and nothing else is lost."""

from __future__ import annotations

import json
from dataclasses import asdict, fields

from hypothesis import given
from hypothesis import strategies as st

from demilune.games import GAMES
from web.settings import Settings

FIELDS = [each.name for each in fields(Settings)]
texts = st.text(max_size=9)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


def test_settings_come_back_as_they_were_written() -> None:
    settings = Settings(sound=True, theme="paper", card_size="small", language="fi")
    settings.undo["RU1-C"] = "unlimited"
    settings.tap_style["CR1-N"] = "select"
    settings.layout["CR1-F"] = "arc"
    assert Settings.read(settings.write()) == settings


def test_a_rule_has_its_own_taps_undo_and_layout_until_the_player_sets_them() -> None:
    settings = Settings()
    assert [settings.taps(rule) for rule in GAMES] == ["direct"] * 2 + ["select"] * 2 + [
        "direct"
    ] * 2
    assert settings.layout_name("CR1-H") == "rows"
    assert settings.layout_name("CR1-N") == "auto"
    settings.tap_style["CR1-H"] = "direct"
    settings.layout["CR1-H"] = "auto"
    assert (settings.taps("CR1-H"), settings.taps("CR1-G")) == ("direct", "select")
    assert (settings.layout_name("CR1-H"), settings.layout_name("CR1-G")) == ("auto", "rows")


def test_what_fits_is_kept_beside_what_does_not() -> None:
    read = Settings.read(
        '{"sound": 1, "theme": "pink", "back": ["moon"], "animation": false, "unknown": 1,'
        ' "undo": {"CR1-N": "unlimited", "CR1-F": "much", "XX1-Q": "limited"}, "layout": 7}'
    )
    assert read == Settings(animation=False, undo={"CR1-N": "unlimited"})


@given(st.dictionaries(st.sampled_from(FIELDS) | texts, json_values) | json_values)
def test_any_stored_text_gives_settings(stored: object) -> None:
    read = Settings.read(json.dumps(stored))
    assert Settings.read(read.write()) == read
    assert {name: type(value) for name, value in asdict(read).items()} == {
        name: type(value) for name, value in asdict(Settings()).items()
    }


def test_settings_become_others() -> None:
    settings = Settings(sound=True, undo={"RU1-C": "unlimited"})
    settings.become(Settings())
    assert settings == Settings()
