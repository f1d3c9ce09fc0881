"""What all tests share: how Hypothesis searches."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "arena",
    deadline=None,  # a slow machine proves nothing
    derandomize=True,  # the same cases for everybody
    max_examples=200,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("arena")
