"""Components against reachability by definition."""

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ratings.graph import Graph, components, reached, strong_components


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    chance = random.Random(draw(st.integers(0, 2**32)))
    number, density = draw(st.integers(0, 12)), draw(st.sampled_from([0.02, 0.1, 0.2, 0.4]))
    edges = [[chance.random() < density for _ in range(number)] for _ in range(number)]
    return np.array(edges, bool).reshape(number, number)


def closure(graph: Graph) -> Graph:
    reach = graph | np.eye(len(graph), dtype=bool)
    for middle in range(len(graph)):
        reach = reach | (reach[:, middle, None] & reach[None, middle])
    return reach


def in_order(labels: np.typing.NDArray[np.int64]) -> bool:
    return list(dict.fromkeys(labels.tolist())) == list(range(len(set(labels.tolist()))))


@given(graphs())
def test_reached(graph: Graph) -> None:
    reach = closure(graph)
    for vertex, row in enumerate(np.eye(len(graph), dtype=bool)):
        assert (reached(graph, row) == reach[vertex]).all()


@given(graphs())
def test_components(graph: Graph) -> None:
    labels = components(graph)
    assert ((labels[:, None] == labels[None, :]) == closure(graph | graph.T)).all()
    assert in_order(labels)


@given(graphs())
def test_strong_components(graph: Graph) -> None:
    labels = strong_components(graph)
    reach = closure(graph)
    assert ((labels[:, None] == labels[None, :]) == (reach & reach.T)).all()
    assert in_order(labels)
