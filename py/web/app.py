"""The page of the game: what the player wants becomes a move, and the new position is drawn."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from urllib.parse import parse_qs

import js
from pyodide.ffi import create_proxy

from demilune.deals import DEALS, CodeError, DealCode, read_code
from demilune.games import GAMES, REDEAL, Move, Refusal, Status
from demilune.session import Session
from web import picture
from web.bar import Bar
from web.catalogue import _
from web.deck import Deck
from web.dom import Element, Timer, find, listen
from web.gestures import Gestures
from web.hand import Answer, Choice, Hand
from web.keyboard import Keyboard
from web.language import speak
from web.layout import Rect
from web.notices import Notices
from web.panels import EndPanels, HelpPanel, NewGamePanel
from web.saves import Saves
from web.settings import Settings
from web.settings_panel import SettingsPanel
from web.storage import Storage
from web.table import Table
from web.wording import wording_of
from web.wording.faults import code_error

_PICTURE_AFTER = 400.0
"""Milliseconds of rest after which the picture for the next start is kept."""


def random_code(rule: str) -> DealCode:
    """Return a deal of a rule by the browser's randomness.

    Python's own would be frozen in a memory snapshot: every visitor would get the same deal.
    """
    high, low = js.crypto.getRandomValues(js.Uint32Array.new(2)).to_py()
    return DealCode(rule, (high << 32 | low) % DEALS)


class App:
    """One page: a session, its table, and all that happens to them."""

    saves_prefix = ""

    def __init__(self) -> None:
        """Begin with the game of the address or the one played last, and listen."""
        self._notices = Notices()
        self._storage = Storage(self._storage_failed)
        self._saves = Saves(self._storage, time.monotonic, self._notices.show, self.saves_prefix)
        self._keep_older_save = False
        self._settings = Settings.read(self._storage.read("settings") or "")
        self._address = {k: v[0] for k, v in parse_qs(js.location.search[1:]).items()}
        self._language = ""
        self._choose_language()
        self._session = self._first_session()
        self._hand = Hand(self._session, self._settings)
        self._table = Table(self._session.game, self._session.position, Deck(self._settings))
        self._bar = Bar()
        self._gestures = Gestures(self._table, self)
        self._new_game_panel = NewGamePanel(self._deal, self._waiting, self._switch_to)
        self._end_panels = EndPanels()
        self._settings_panel = SettingsPanel(self._settings, self._setting_changed)
        self._help_panel = HelpPanel()
        self._commands: Mapping[str, Callable[[], object]] = {
            "new": self._open_new_game,
            "restart": self._restart,
            "undo": self._undo,
            "redo": self._redo,
            "redeal": lambda: self._play(REDEAL),
            "settings": lambda: self._settings_panel.open(self._session.game, self._language),
            "help": lambda: self._help_panel.open(self._session.game),
            "notice": self._notices.act,
            "close": lambda: None,
        }
        Keyboard(
            self._table,
            {
                "f": self._focused_to_foundation,
                "u": self._undo,
                "ctrl+z": self._undo,
                "ctrl+y": self._redo,
                "ctrl+shift+z": self._redo,
                "r": self._commands["redeal"],
                "n": self._open_new_game,
                "?": self._commands["help"],
                "Escape": self._escape,
            },
        )
        self._listen()
        self._picture_timer = Timer(self._keep_picture)
        self._lay()
        find("body").dataset.ready = "true"
        self._catch_up()
        js.window.dispatchEvent(js.Event.new("demilune-ready"))

    def _listen(self) -> None:
        root = self._table.root
        listen(find("body"), "click", self._pressed)
        listen(root, "click", self._clicked)
        listen(root, "focusin", self._focus_moved)
        listen(root, "contextmenu", lambda event: event.preventDefault())
        listen(js.document, "visibilitychange", lambda _event: self._visibility_changed())
        listen(js.window, "pagehide", lambda _event: self._leave())
        listen(js.window, "storage", lambda _event: self._is_elsewhere())
        listen(js.window, "error", self._went_wrong)
        listen(js.window, "demilune-update", lambda event: self._offer_update(event.detail))
        js.ResizeObserver.new(create_proxy(lambda *_args: self._resized())).observe(root)
        js.setInterval(create_proxy(lambda: self._bar.show_time(self._session)), 500)

    # Beginning a game

    def _choose_language(self) -> None:
        wishes = [self._address.get("lang", ""), self._settings.language, *js.navigator.languages]
        self._language = speak(wishes)

    def _first_session(self) -> Session:
        """Return the session that the address asks for, else the one played last."""
        wish = self._address.get("code") or self._address.get("game") or self._saves.last_rule
        if wish.upper() in GAMES:
            rule = wish.upper()
            return self._saves.read(rule) or self._new_session(random_code(rule))
        # A link must not cost the visitor the game that is saved: it stays until the first move.
        self._keep_older_save = True
        try:
            code = read_code(wish)
        except CodeError as error:
            self._notices.show(code_error(error))
            return self._new_session(random_code(self._saves.last_rule))
        saved = self._saves.read(code.rule)
        return saved if saved and saved.code == code else self._new_session(code)

    def _new_session(self, code: DealCode) -> Session:
        return Session(code, time.monotonic, self._settings.undo_policy(code.rule))

    def _deal(self, wish: DealCode | str) -> None:
        """Begin the game of a code, or any of a rule."""
        code = wish if isinstance(wish, DealCode) else random_code(wish)
        self._begin(self._new_session(code))
        self._table.controls.enter()

    def _waiting(self, rule: str) -> Session | None:
        """Return the game of another rule that was begun and can be played on."""
        if rule == self._session.code.rule:
            return None
        saved = self._saves.read(rule)
        return saved if saved and saved.started and saved.status is not Status.WON else None

    def _restart(self) -> None:
        self._begin(self._new_session(self._session.code))

    def _begin(self, session: Session) -> None:
        """Begin another game; the one that it replaces among the saves can be had back."""
        played, rule = self._session, session.code.rule
        left = played if played.code.rule == rule and played.started else self._saves.read(rule)
        self._switch_to(session)
        self._forget_address()
        self._offer_back(left)

    def _offer_back(self, left: Session | None) -> None:
        """Offer the way back to a game that another has taken the place of."""
        if left and left.started and left.status is not Status.WON:
            save = left.save()
            self._notices.show(
                _("A new game was dealt."),
                _("Back to the game before"),
                lambda: self._switch_to(Session.restore(save, time.monotonic)),
            )

    def _switch_to(self, session: Session) -> None:
        self._gestures.cancel()
        self._notices.hide()
        self._notices.remind()
        self._session = session
        self._hand = Hand(session, self._settings)
        self._keep_older_save = False
        self._lay()

    def _lay(self) -> None:
        session = self._session
        if not js.document.hidden:
            session.resume()
        self._table.lay(session.game, session.position)
        self._bar.show(session)
        self._save()
        js.document.title = f"{wording_of(session.game).name()} – Demilune"

    def _forget_address(self) -> None:
        """Take the game out of the address, so that a reload keeps the one played now."""
        url = js.URL.new(js.location.href)
        url.searchParams.delete("code")
        url.searchParams.delete("game")
        js.history.replaceState(None, "", url.href)

    # What the player does

    def _pressed(self, event: Element) -> None:
        """A button was pressed; one in a dialog closes it first."""
        button = event.target.closest("[data-command]")
        if button:
            dialog = button.closest("dialog")
            if dialog:
                dialog.close()
            self._commands[button.dataset.command]()

    def tap(self, choice: Choice, at: float) -> None:
        """A card or place was tapped."""
        self._answer(self._hand.tap(choice, at), choice)

    def lift(self, choice: Choice) -> bool:
        """Cards are about to be dragged; say why when they may not be."""
        game, position = self._session.game, self._session.position
        refusal = game.judge_lift(position, *choice)
        self._hand.let_go()
        if refusal:
            self._refuse(choice, refusal)
            return False
        self._table.hide_reason()
        self._mark(choice)
        return True

    def drop(self, choice: Choice, card: Rect) -> None:
        """Cards were dropped."""
        answer = self._hand.drop(choice, card, self._table.scene)
        self._table.lay_down()
        self._answer(answer, choice)

    def put_back(self) -> None:
        """A drag came to nothing."""
        self._table.lay_down()
        self._mark(None)

    def _clicked(self, event: Element) -> None:
        """A control was pressed without a pointer: by a key, or by a screen reader."""
        control = self._table.controls.at(event.target) if event.detail == 0 else None
        if control:
            choice = self._table.controls.choice(control)
            self._answer(self._hand.choose(choice), choice)

    def _focused_to_foundation(self) -> None:
        control = self._table.controls.tab_stop
        if control:
            choice = self._hand.selected or self._table.controls.choice(control)
            self._answer(self._hand.to_foundation(choice), choice)

    def _escape(self) -> None:
        self._gestures.cancel()
        self._hand.let_go()
        self._mark(None)
        self._table.hide_reason()

    def _answer(self, answer: Answer, choice: Choice) -> None:
        """Play a move, explain a refusal, or show a selection."""
        if isinstance(answer, Move):
            self._play(answer)
        elif isinstance(answer, Refusal):
            self._refuse(self._hand.selected or choice, answer)
        else:
            self._table.hide_reason()
            self._mark(self._hand.selected)
            if self._hand.selected:
                self._announce_selection(self._hand.selected)

    def _play(self, move: Move) -> None:
        """Play a move and show what came of it."""
        self._gestures.cancel()
        if self._is_elsewhere():
            return
        session = self._session
        before = session.position
        refusal = session.play(move)
        if refusal:
            self._refuse(Choice(move.source, move.size) if move != REDEAL else None, refusal)
            return
        self._notices.hide()
        words = wording_of(session.game)
        self._notices.announce(words.step(session.game, before, move, session.position))
        self._changed()
        if session.status is Status.WON:
            self._end_panels.open_won(session)
        elif session.status is Status.STUCK:
            self._end_panels.open_stuck(session)

    def _undo(self) -> None:
        self._travel(self._session.undo, _("Move taken back"), _("There is nothing to take back"))

    def _redo(self) -> None:
        self._travel(self._session.redo, _("Move made again"), _("There is nothing to make again"))

    def _travel(self, step: Callable[[], bool], done: str, nothing: str) -> None:
        """Go one move back or forth in the session, and say whether that was possible."""
        self._gestures.cancel()
        if self._is_elsewhere():
            return
        moved = step()
        if moved:
            self._changed()
        self._notices.announce(done if moved else nothing)

    def _changed(self) -> None:
        """Draw and save the session after a change."""
        self._hand.let_go()
        self._mark(None)
        self._table.hide_reason()
        self._table.draw(self._session.position)
        self._bar.show(self._session)
        self._save()

    def _open_new_game(self) -> None:
        self._gestures.cancel()
        self._new_game_panel.open(self._session.game)

    # What the page says and shows

    def _mark(self, choice: Choice | None) -> None:
        targets = self._session.targets(*choice) if choice else []
        lit = {move.target for move in targets} if self._settings.placement_help else set()
        self._table.mark(choice, lit)

    def _refuse(self, choice: Choice | None, refusal: Refusal) -> None:
        self._mark(self._hand.selected)
        reason = wording_of(self._session.game).refusal(refusal)
        if choice:
            self._table.refuse(choice, reason if self._settings.interactive_rules else "")
        elif self._settings.interactive_rules:
            self._notices.show(reason)
        if self._settings.interactive_rules:
            self._notices.announce(reason)

    def _announce_selection(self, choice: Choice) -> None:
        session = self._session
        words = wording_of(session.game)
        name = words.selection(session.game, session.position, *choice)
        text = _("{choice}, selected").format(choice=name)
        if self._settings.placement_help:
            targets = ", ".join(words.place(move.target) for move in session.targets(*choice))
            text += ". " + (
                _("Fits on: {places}").format(places=targets) if targets else _("Fits nowhere")
            )
        self._notices.announce(text)

    def _storage_failed(self) -> None:
        self._notices.show(
            _("This browser does not let the game be saved. It goes on all the same.")
        )

    # What happens around the game

    def _is_elsewhere(self) -> bool:
        """Tell whether the game goes on in another tab, and then offer to take it over.

        The newest moves are kept: this tab saves nothing until it has taken them over.
        """
        elsewhere = self._saves.changed_elsewhere(self._session.code.rule)
        if elsewhere:
            self._notices.show(
                _("This game goes on in another tab."), _("Play it here"), self._take_over
            )
        return elsewhere

    def _take_over(self) -> None:
        rule = self._session.code.rule
        self._switch_to(self._saves.read(rule) or self._new_session(random_code(rule)))

    def _focus_moved(self, event: Element) -> None:
        control = self._table.controls.at(event.target)
        if control:
            self._table.controls.note_focus(control)

    def _resized(self) -> None:
        """The table has another size, or the browser tells the one that it has from the start."""
        root, scene = self._table.root, self._table.scene
        if (scene.width, scene.height) != (root.clientWidth, root.clientHeight):
            self._table.resize()

    def _visibility_changed(self) -> None:
        if js.document.hidden:
            self._session.pause()
            self._leave()
        elif not self._is_elsewhere():
            self._session.resume()

    def _offer_update(self, take_over: Callable[[], None]) -> None:
        """Tell that a new version is ready; it begins with a reload, and leaving the page saves."""
        self._notices.offer(_("A new version is ready."), _("Update"), take_over)

    def _went_wrong(self, event: Element) -> None:
        """An error of ours was not caught: a reload begins from the save, which is right."""
        if event.error and event.error.name == "PythonError":
            self._notices.show(
                _("Something went wrong. Your game is saved."), _("Reload"), js.location.reload
            )

    def _setting_changed(self, name: str) -> None:
        """Keep the settings, and look and speak as they say."""
        text = self._settings.write()
        self._storage.write("settings", text)
        js.demiluneLooks(text)
        if name == "language":
            self._address.pop("lang", None)
            self._choose_language()
            self._bar.show(self._session)
        self._table.relabel()

    def _catch_up(self) -> None:
        """Play what was tapped on the picture before Python ran, once and in order."""
        early = js.demiluneEarly
        fits = early.record == self._session.record
        for event in early.events.splice(0):
            command = getattr(event, "command", None)
            if command:
                self._commands[command]()
            elif fits:
                choice = Choice(event.place, int(event.size))
                if event.pointed:
                    self.tap(choice, event.at)
                else:
                    self._answer(self._hand.choose(choice), choice)

    def _leave(self) -> None:
        """Keep everything, for the page may be gone after this."""
        self._save()
        self._keep_picture()

    def _keep_picture(self) -> None:
        picture.keep(self._storage, self._session, self._table)

    def _save(self) -> None:
        """Save the session; one that came by a link replaces another save at its first move."""
        if self._keep_older_save:
            if not self._session.started:
                return
            self._keep_older_save = False
            self._offer_back(self._saves.read(self._session.code.rule))
        self._saves.write(self._session)
        self._picture_timer.set(_PICTURE_AFTER)
