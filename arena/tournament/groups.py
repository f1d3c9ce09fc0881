"""Which bots can be compared: those who met, directly or through others, are a group.

Between two groups no rating means anything, however the numbers look; so whatever is shown of a fit is
shown group by group.
"""

from ratings import Fit

__all__ = ["group_numbers"]


def group_numbers(fit: Fit) -> dict[str, int]:
    """By name the number of the group, from 0: the largest first, then in the order of the names."""
    groups = sorted(fit.components, key=lambda group: (-len(group), group))
    return {name: number for number, group in enumerate(groups) for name in group}
