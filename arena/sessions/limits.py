"""Limits of the gRPC edge, each with its reason."""

PROTOCOL = 1
"""The protocol number that is spoken."""

MESSAGE_BYTES = 64 * 1024
"""Largest message of a bot; an answer with a full note takes less than 2 KiB."""

TRANSPORT_BYTES = 4 * 1024 * 1024
"""Largest message that the transport reads at all; above it the stream ends."""

NOTE_BYTES = 1024
"""Longest note that is kept, in UTF-8."""

STALE_ANSWERS = 1000
"""Stale answers in one game above which the bot is at fault."""

STREAMS_PER_SESSION = 2
"""The stream that lives and one that wants to replace it."""

STREAMS_PER_CONNECTION = 4
"""Streams that one connection may open at a time."""

OTHER_CALLS = 4
"""Health and reflection calls at a time: they need no token, and an idle one holds a thread."""

PROCESS_SECONDS = 0.5
"""How long a lost stream waits for the process, and an ended process for its stream, to tell the blame."""

HALF_CLOSE_SECONDS = 0.1
"""How long it takes at most until a stream that seems half closed is known to be lost altogether."""

FAREWELL_SECONDS = 1.0
"""How long a bot may take to hear why it is out, before its stream is cancelled."""
