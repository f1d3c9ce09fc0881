"""`python -m benchmarks`: every figure in one JSON, printed and written to benchmarks/results.json."""

import json
from pathlib import Path

from benchmarks import engine, referee

RESULTS = Path(__file__).with_name("results.json")

if __name__ == "__main__":
    text = json.dumps({"engine": engine.measure(), "referee": referee.measure()}, indent=2)
    RESULTS.write_text(text + "\n")
    print(text)
