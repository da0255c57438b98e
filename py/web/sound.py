"""Soft sounds of the table, made by the Web Audio API; nothing is fetched.

The audio context begins with the first sound that is wanted, which a player's hand has caused:
browsers let none begin before. It asks to be mixed with whatever else is playing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import js
from pyodide.ffi import to_js

Sort = Literal["lift", "place", "foundation", "refuse", "win"]

_VOLUME = 0.16
_CHIME = (523.25, 784.0)
_FANFARE = (523.25, 659.26, 783.99, 1046.5)


class Sound:
    """Plays sounds while the player wants them."""

    def __init__(self, wanted: Callable[[], bool]) -> None:
        """Keep the question whether sound is wanted; nothing begins before a sound."""
        self._wanted = wanted
        self._context: Any = None
        self._noise: Any = None

    def play(self, sort: Sort) -> None:
        """Play a sound, if sound is wanted and the browser has any."""
        if not self._wanted() or not self._begin():
            return
        if sort == "lift":
            self._brush(2600, 0.05, 0.5)
        elif sort == "place":
            self._brush(1500, 0.07, 0.9)
            self._tone(150, 0.06, 0.35)
        elif sort == "foundation":
            self._brush(1500, 0.06, 0.6)
            for i, pitch in enumerate(_CHIME):
                self._tone(pitch, 0.5, 0.3, 0.02 + 0.05 * i)
        elif sort == "refuse":
            self._tone(130, 0.16, 0.8)
            self._tone(123, 0.16, 0.6, 0.09)
        else:
            for i, pitch in enumerate(_FANFARE):
                self._tone(pitch, 0.9, 0.4, 0.13 * i)

    def _begin(self) -> bool:
        """Make the audio context, once; tell whether there is one that may sound."""
        if self._context is None:
            if not hasattr(js, "AudioContext"):
                return False
            if hasattr(js.navigator, "audioSession"):
                js.navigator.audioSession.type = "ambient"
            options = to_js({"latencyHint": "interactive"}, dict_converter=js.Object.fromEntries)
            self._context = js.AudioContext.new(options)
            self._noise = self._white_noise()
        if self._context.state == "suspended":
            self._context.resume()
        return True

    def _white_noise(self) -> Any:
        """Return a fifth of a second of noise."""
        rate = self._context.sampleRate
        buffer = self._context.createBuffer(1, int(rate / 5), rate)
        random = js.crypto.getRandomValues(js.Int16Array.new(int(rate / 5)))
        buffer.copyToChannel(
            js.Float32Array.new(to_js([each / 32768 for each in random.to_py()])), 0
        )
        return buffer

    def _brush(self, pitch: float, seconds: float, loudness: float) -> None:
        """Sound like paper: noise around a pitch, dying away."""
        source, band = self._context.createBufferSource(), self._context.createBiquadFilter()
        source.buffer = self._noise
        band.type, band.frequency.value, band.Q.value = "bandpass", pitch, 0.8
        source.connect(band)
        band.connect(self._fading(seconds, loudness, 0))
        source.start()
        source.stop(self._context.currentTime + seconds)

    def _tone(self, pitch: float, seconds: float, loudness: float, later: float = 0.0) -> None:
        """Sound like a soft bell or, when low, like wood."""
        source = self._context.createOscillator()
        source.frequency.value = pitch
        source.connect(self._fading(seconds, loudness, later))
        begin = self._context.currentTime + later
        source.start(begin)
        source.stop(begin + seconds)

    def _fading(self, seconds: float, loudness: float, later: float) -> Any:
        """Return a gain that swells quickly and dies away."""
        gain = self._context.createGain()
        begin = self._context.currentTime + later
        gain.gain.setValueAtTime(0.0001, begin)
        gain.gain.exponentialRampToValueAtTime(_VOLUME * loudness, begin + 0.008)
        gain.gain.exponentialRampToValueAtTime(0.0001, begin + seconds)
        gain.connect(self._context.destination)
        return gain
