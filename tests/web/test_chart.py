"""The charts: every bar inside the picture, and no text of ours taken for markup."""

from xml.etree import ElementTree

import pytest

from web.chart import HEIGHT, WIDTH, DayBar, GameBar, days_chart, games_chart

SVG = "{http://www.w3.org/2000/svg}"


def rects(chart: str) -> list[ElementTree.Element]:
    return ElementTree.fromstring(chart.replace("<svg ", f'<svg xmlns="{SVG[1:-1]}" ')).findall(
        f"{SVG}rect"
    )


@pytest.mark.parametrize(
    "games",
    [
        [],
        [GameBar("lost", 5, "")],
        [GameBar("won", 0, "")],
        [GameBar("won", 1e9, "a < b & c"), GameBar("assisted", 3, '"'), GameBar("lost", 1, "x")]
        * 10,
    ],
)
def test_games(games: list[GameBar]) -> None:
    """One bar a game, of its kind; none leaves the picture or is lower than can be seen."""
    found = rects(games_chart(games, 30, 'of "all" <games>'))
    assert [each.get("class") for each in found] == [game.kind for game in games]
    assert [each.findtext(f"{SVG}title") for each in found] == [game.title for game in games]
    for each in found:
        x, y, width, height = (float(each.get(name, "")) for name in ("x", "y", "width", "height"))
        assert 0 <= x <= x + width <= WIDTH
        assert 0 <= y <= HEIGHT - 4
        assert y + height == pytest.approx(HEIGHT, abs=0.11)


def test_days() -> None:
    """A day has a bar of the games played and one of those won; a day without games has none."""
    found = rects(days_chart([DayBar(0, 0, ""), DayBar(4, 1, "a"), DayBar(2, 0, "b")], "days"))
    assert [(each.get("class"), float(each.get("height", ""))) for each in found] == [
        ("played", HEIGHT),
        ("won", HEIGHT / 4),
        ("played", HEIGHT / 2),
    ]
    assert rects(days_chart([DayBar(0, 0, "")], "none")) == []
