"""The gRPC edge: bot streams in, the referee's players out. The only place that imports grpc."""

from arena.sessions.server import Server, serve
from arena.sessions.session import Session

__all__ = ["Server", "Session", "serve"]
