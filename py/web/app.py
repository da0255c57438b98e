"""The page of the game: what the player wants becomes a move, and the new position is drawn."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import js
from pyodide.ffi import create_proxy

from demilune.deals import DealCode
from demilune.games import REDEAL, Move, Refusal, Status
from demilune.session import Session
from web import picture
from web.address import GAME, parameters
from web.asking import Asker
from web.bar import Bar
from web.catalogue import _
from web.celebration import Celebration
from web.chance import random_code
from web.deck import Deck
from web.dom import Element, Timer, find, listen
from web.early import catch_up
from web.finish import Finish
from web.gestures import Gestures
from web.hand import ONE_PRESS, Answer, Choice, Hand
from web.hints import Hints
from web.keyboard import Keyboard
from web.language import speak
from web.layout import Rect
from web.lines import Lines
from web.local import today
from web.log import Log
from web.menu import KEYS, Menu
from web.notices import Notices
from web.panels import EndPanels, HelpPanel, NewGamePanel
from web.sessions import Sessions
from web.settings import Settings
from web.settings_panel import SettingsPanel
from web.share import replay_link
from web.solution import Solutions
from web.solving import Solver
from web.sound import Sort, Sound
from web.statistics import standing
from web.storage import Storage
from web.table import Table
from web.verdict import Verdict
from web.winnable import WinnableDeals
from web.wording import wording_of

_PICTURE_AFTER = 400.0
"""Milliseconds of rest after which the picture for the next start is kept."""

_REPEATED = ("undo", "redo")
"""Commands whose buttons may be clicked as quickly as one likes."""


class App:
    """One page: a session, its table, and all that happens to them."""

    def __init__(self) -> None:
        """Begin with the game of the address or the one played last, and listen."""
        self._notices = Notices()
        self._storage = Storage(self._storage_failed)
        self._log = Log(self._storage)
        self._settings = Settings.read(self._storage.read("settings") or "")
        self._address = parameters(js.location.search)
        self._language = ""
        self._choose_language()
        self._sessions = self._open_sessions()
        self._session = self._sessions.first()
        self._way_back: Callable[[], None] | None = None
        self._redealt_at = 0.0
        self._hand = Hand(self._session, self._settings)
        self._deck = Deck(self._settings)
        self._table = Table(self._session.game, self._session.position, self._deck, self._settings)
        self._sound = Sound(lambda: self._settings.sound)
        self._celebration = Celebration(self._table.root, self._deck, self._table.motion)
        self._finish = Finish(self._play, self._notices)
        self._bar = Bar()
        self._solver = Solver()
        self._asker = Asker(self._notices, self._solver)
        self._lines = Lines()
        self._hints = Hints(self._table, self._notices, self._asker, self._lines, self._assist)
        self._winnable = WinnableDeals(self._settings, self._setting_changed, self._asker)
        self._solutions = Solutions(
            self._notices, self._asker, self._lines, self._assist, self._go_back_to
        )
        self._verdict = Verdict(
            self._settings,
            self._notices,
            self._solver,
            self._lines,
            self._solutions,
            self._assist,
        )
        self._gestures = Gestures(self._table, self)
        self._new_game_panel = NewGamePanel(
            self._deal,
            lambda rule: self._sessions.waiting(rule, self._session),
            self._go_on_with,
            lambda record: js.location.assign(replay_link(str(record.code), str(record))),
        )
        self._end_panels = EndPanels(self._solver, self._lines)
        self._settings_panel = SettingsPanel(self._settings, self._setting_changed)
        self._help_panel = HelpPanel(self._settings)
        self._commands: Mapping[str, Callable[[], object]] = {
            "new": self._open_new_game,
            "restart": self._restart,
            "undo": self._undo,
            "redo": self._redo,
            "redeal": self._redeal,
            "redeal-asked": lambda: self._play(REDEAL),
            "finish": self._finish.begin,
            "hint": lambda: self._hints.give(self._session),
            "show": lambda: self._solutions.show(self._session),
            "turn": lambda: self._solutions.turning_point(self._session),
            "verdict": self._verdict.press,
            "settings": self._open_settings,
            "help": self._open_help,
            "notice": self._notices.act,
            "close": lambda: None,
            **self._menu_commands(),
        }
        keys = {key: self._commands[name] for key, name in KEYS.items() if name in self._commands}
        Keyboard(
            self._table,
            {
                **keys,
                "f": self._focused_to_foundation,
                "h": self._commands["hint"],
                "l": self._look_at_focused,
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
        # What is shown already, by the picture, is not dealt again.
        self._lay(dealt=not self._session.started and not find("body.pictured"))
        left = self._sessions.given_up_for(self._session)
        if left:
            self._offer_back(left)
        find("body").dataset.ready = "true"
        catch_up(self._session.record, self._do, self.tap, self.choose)
        js.window.dispatchEvent(js.Event.new("demilune-ready"))

    def _listen(self) -> None:
        root = self._table.root
        listen(find("body"), "click", self._pressed)
        for kind in ("pointerdown", "keydown"):
            listen(js.window, kind, lambda _event: self._interrupt(), capture=True)
        listen(root, "click", self._clicked)
        listen(root, "focusin", self._focus_moved)
        listen(root, "contextmenu", lambda event: event.preventDefault())
        listen(js.document, "visibilitychange", lambda _event: self._visibility_changed())
        listen(js.window, "pagehide", lambda _event: self._leave())
        listen(js.window, "storage", lambda event: self._stored_elsewhere(event.key or ""))
        listen(js.window, "error", self._went_wrong)
        listen(js.window, "demilune-update", lambda event: self._offer_update(event.detail))
        js.ResizeObserver.new(create_proxy(lambda *_args: self._resized())).observe(root)
        js.setInterval(create_proxy(lambda: self._bar.show_time(self._session)), 500)

    # Beginning a game

    def _choose_language(self) -> None:
        wishes = [self._address.get("lang", ""), self._settings.language, *js.navigator.languages]
        self._language = speak(wishes)

    def _open_sessions(self) -> Sessions:
        return Sessions(self._storage, self._log, self._settings, self._notices, self._address)

    def _deal(self, wish: DealCode | str) -> None:
        """Begin the game of a code, or any of a rule."""
        if isinstance(wish, str) and self._winnable.deal(wish, self._deal):
            return
        code = wish if isinstance(wish, DealCode) else random_code(wish)
        self._begin(self._sessions.new(code))
        self._table.controls.enter()

    def _resume_or_deal(self, code: DealCode) -> None:
        """Go on with the game of a code, if it was begun and is not won, else begin it."""
        begun = self._sessions.begun(code, self._session)
        if begun is None:
            self._deal(code)
            return
        if begun is not self._session:
            self._go_on_with(begun)
        self._table.controls.enter()

    def _restart(self) -> None:
        self._begin(self._sessions.new(self._session.code))

    def _begin(self, session: Session) -> None:
        """Begin another game; the one that it replaces among the saves can be had back."""
        left = self._sessions.left_for(session.code.rule, self._session)
        self._switch_to(session, dealt=True)
        self._forget_address(*GAME, "moves")
        self._give_up(left)

    def _give_up(self, left: Session | None) -> None:
        """Another game has taken the place of one that was left; that can be had back."""
        if left:
            self._sessions.give_up(left)
            self._offer_back(left)

    def _offer_back(self, left: Session) -> None:
        """Offer the way back to a game until the one in its place goes on."""
        save = left.save()
        self._end_way_back()
        self._way_back = lambda: self._go_on_with(Session.restore(save, time.monotonic))
        label = _("Back to the game before")
        self._notices.offer(_("A new game was dealt."), label, self._way_back, first=True)

    def _end_way_back(self) -> None:
        if self._way_back:
            self._notices.withdraw(self._way_back)
            self._way_back = None

    def _standing(self) -> str:
        """Return where the game that was won stands among others."""
        return standing(self._session, self._log)

    def _go_on_with(self, session: Session) -> None:
        """Have a game on the table that was begun before."""
        self._end_way_back()
        self._switch_to(session)

    def _switch_to(self, session: Session, dealt: bool = False) -> None:
        self._gestures.cancel()
        self._celebration.stop()
        self._notices.hide()
        self._notices.remind()
        self._session = session
        self._hand = Hand(session, self._settings)
        self._sessions.take_up(session)
        self._lay(dealt)

    def _lay(self, dealt: bool = False) -> None:
        session = self._session
        self._asker.stop()
        if not js.document.hidden:
            session.resume()
        self._table.lay(session.game, session.position, dealt)
        self._bar.show(session)
        self._show_verdict()
        self._offer_finish()
        self._save()
        js.document.title = f"{wording_of(session.game).name()} – Demilune"

    def _forget_address(self, *names: str) -> None:
        """Take parameters out of the address, so that a reload keeps what was chosen since."""
        url = js.URL.new(js.location.href)
        for name in names:
            url.searchParams.delete(name)
            self._address.pop(name, None)
        js.history.replaceState(None, "", url.href)

    # What the player does

    def _pressed(self, event: Element) -> None:
        """A button was pressed; one in a dialog closes it first.

        The second click of a double click means something only where steps are repeated.
        """
        button = event.target.closest("[data-command]")
        if not button or (event.detail > 1 and button.dataset.command not in _REPEATED):
            return
        dialog = button.closest("dialog")
        if dialog:
            dialog.close()
        self._do(button.dataset.command)

    def _do(self, command: str) -> None:
        self._commands[command]()

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
        self._sound.play("lift")
        self._solver.rest(True)
        return True

    def drop(self, choice: Choice, card: Rect) -> None:
        """Cards were dropped."""
        self._solver.rest(False)
        self._answer(self._hand.drop(choice, card, self._table.scene), choice)
        self._table.lay_down()

    def put_back(self) -> None:
        """A drag came to nothing."""
        self._solver.rest(False)
        self._table.lay_down()
        self._mark(None)

    def look(self, choice: Choice) -> bool:
        """The player wants to look into a pile, which is a setting; a closed deal says why not."""
        game, position, name = self._session.game, self._session.position, choice.place
        if not self._settings.look_into_piles or self._table.scene.fan(name):
            return False
        refusal = game.judge_look(position, name)
        if refusal:
            self._refuse(Choice(name, 1), refusal)
        else:
            self._table.look(name)
            self._notices.announce(wording_of(game).pile(game, position, name))
        return True

    def stop_looking(self) -> bool:
        """The player looks no longer."""
        return self._table.stop_looking()

    def _look_at_focused(self) -> None:
        control = self._table.controls.tab_stop
        if control and not self._table.stop_looking():
            self.look(self._table.controls.choice(control))

    def _clicked(self, event: Element) -> None:
        """A control was pressed without a pointer: by a key, or by a screen reader."""
        control = self._table.controls.at(event.target) if event.detail == 0 else None
        if control:
            self._table.stop_looking()
            self.choose(self._table.controls.choice(control))

    def choose(self, choice: Choice) -> None:
        """A card or place was chosen, without a pointer or by a long press."""
        self._answer(self._hand.choose(choice), choice)

    def _focused_to_foundation(self) -> None:
        control = self._table.controls.tab_stop
        if control:
            choice = self._hand.selected or self._table.controls.choice(control)
            self._answer(self._hand.to_foundation(choice), choice)

    def _escape(self) -> None:
        if self._table.stop_looking():
            return
        self._gestures.cancel()
        self._hand.let_go()
        self._mark(None)
        self._table.hide_reason()
        self._asker.stop()
        self._notices.hide()

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
                self._sound.play("lift")
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
        if not session.begun:
            session.begun = today().isoformat()
            self._sessions.saves.forget_left(session.code.rule)
        self._end_way_back()
        words = wording_of(session.game)
        self._notices.announce(words.step(session.game, before, move, session.position))
        self._changed()
        self._sound.play(self._sort_of(move))
        if session.status is Status.WON:
            self._celebrate()
        elif session.status is Status.STUCK:
            self._end_panels.open_stuck(session)

    def _sort_of(self, move: Move) -> Sort:
        session = self._session
        if session.status is Status.WON:
            return "win"
        to_foundation = move != REDEAL and session.game.is_foundation(move.target)
        return "foundation" if to_foundation else "place"

    def _celebrate(self) -> None:
        """Celebrate a won game, and then tell of it."""
        session, places = self._session, self._table.scene.places
        foundations = zip(session.position.foundations, session.game.foundation_names, strict=True)
        tops = [(cards[-1], places[name]) for cards, name in foundations]
        self._celebration.begin(tops, lambda: self._end_panels.open_won(session, self._standing()))

    def _redeal(self) -> None:
        """Redeal; where the player wants it, ask first, if there is one left."""
        session, now = self._session, js.performance.now()
        if self._settings.confirm_redeal and not session.game.judge(session.position, REDEAL):
            self._gestures.cancel()
            self._end_panels.ask_redeal(session)
        elif session.moves[-1:] != (REDEAL,) or now - self._redealt_at > ONE_PRESS:
            self._redealt_at = now
            self._play(REDEAL)

    def _offer_finish(self) -> None:
        self._finish.offer(self._session if self._settings.finish_button else None)

    def _interrupt(self) -> None:
        """The player does something: whatever goes on by itself ends now."""
        self._finish.stop()
        self._celebration.end()
        self._table.hurry()

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
        """Draw and save the session after a change; a notice spoke of the position before."""
        self._asker.stop()
        self._notices.hide()
        self._hand.let_go()
        self._mark(None)
        self._table.hide_reason()
        self._table.draw(self._session.position)
        self._bar.show(self._session)
        self._show_verdict()
        self._offer_finish()
        self._save()

    def _go_back_to(self, count: int) -> None:
        """Go on from after so many moves of the game."""
        if not self._is_elsewhere():
            self._session.go_back_to(count)
            self._changed()

    def _show_verdict(self) -> None:
        """Show whether the game can still be won, if that is wanted."""
        self._verdict.show(self._session)

    def _assist(self) -> None:
        """The player was helped, which the statistics are to know."""
        self._session.assisted = True
        self._save()

    def _menu_commands(self) -> Mapping[str, Callable[[], object]]:
        """Return what the menu offers."""
        return Menu(
            self._storage,
            self._log,
            lambda: self._session,
            self._resume_or_deal,
            lambda code: self._sessions.costs(code, self._session),
            lambda rule: self._sessions.left_for(rule, self._session),
            self._start_from_storage,
        ).commands

    def _open_new_game(self) -> None:
        self._gestures.cancel()
        self._new_game_panel.open(self._session.game)
        self._winnable.open()

    def _open_settings(self) -> None:
        self._gestures.cancel()
        self._settings_panel.open(self._session.game, self._language)

    def _open_help(self) -> None:
        self._gestures.cancel()
        self._help_panel.open(self._session.game)

    # What the page says and shows

    def _mark(self, choice: Choice | None) -> None:
        targets = self._session.targets(*choice) if choice else []
        lit = {move.target for move in targets} if self._settings.placement_help else set()
        self._table.mark(choice, lit)

    def _refuse(self, choice: Choice | None, refusal: Refusal) -> None:
        self._mark(self._hand.selected)
        self._sound.play("refuse")
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
        elsewhere = self._sessions.saves.changed_elsewhere(self._session.code.rule)
        if elsewhere:
            self._notices.show(
                _("This game goes on in another tab."), _("Play it here"), self._take_over
            )
        return elsewhere

    def _take_over(self) -> None:
        rule = self._session.code.rule
        saved = self._sessions.saves.read(rule)
        self._go_on_with(saved or self._sessions.new(random_code(rule)))

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
        self._storage.write("settings", self._settings.write())
        if name == "language":
            self._forget_address("lang")
        self._follow_settings(name == "language")

    def _follow_settings(self, speak: bool) -> None:
        js.demiluneLooks(self._settings.write())
        if speak:
            self._choose_language()
            self._bar.show(self._session)
        self._table.resize()
        self._table.relabel()
        self._show_verdict()
        self._offer_finish()

    def _read_settings(self) -> None:
        """Take over the stored settings, where another tab or a file has changed them."""
        stored = Settings.read(self._storage.read("settings") or "")
        if stored != self._settings:
            speak = stored.language != self._settings.language
            self._settings.become(stored)
            self._follow_settings(speak)

    def _stored_elsewhere(self, name: str) -> None:
        """Another tab has stored something: settings are the same in all, a game is in one."""
        if name == "demilune.settings":
            self._read_settings()
        else:
            self._is_elsewhere()

    def _start_from_storage(self) -> None:
        """Take settings and game from the storage anew, where others have been put."""
        self._read_settings()
        self._forget_address(*GAME, "moves")
        self._go_on_with(self._sessions.first())

    def _leave(self) -> None:
        """Keep everything, for the page may be gone after this."""
        self._save()
        self._keep_picture()

    def _keep_picture(self) -> None:
        picture.keep(self._storage, self._session, self._table)

    def _save(self) -> None:
        self._give_up(self._sessions.save(self._session))
        self._picture_timer.set(_PICTURE_AFTER)
