"""The referee: one game from deal to outcome, with its clocks and its faults.

It knows the engine and nothing of gRPC, processes or disks.
"""

from arena.referee.clock import Clock, TimeControl
from arena.referee.faults import Fault, HostStalled, PlayerFault, Termination, process_ended
from arena.referee.game import PlayedGame, play_game
from arena.referee.player import (
    Answer,
    GameEnd,
    GameSetup,
    GameStart,
    Player,
    Question,
    TurnPlayed,
)
from arena.referee.stall import StallMeter, measured_stalls

__all__ = [
    "Answer",
    "Clock",
    "Fault",
    "GameEnd",
    "GameSetup",
    "GameStart",
    "HostStalled",
    "PlayedGame",
    "Player",
    "PlayerFault",
    "Question",
    "StallMeter",
    "Termination",
    "TimeControl",
    "TurnPlayed",
    "measured_stalls",
    "play_game",
    "process_ended",
]
