"""A chart of a position: the RISCOS that each card is expected to bring, with the intervals.

Run it as `python examples/chart.py chart.png`; it needs the extra `trunfo[plots]`.
"""

import sys

from matplotlib.figure import Figure

import trunfo

POSITION = "copas; ronda 4; mão ♥R 2 ♠DV ♣8; sai eu; pontos 0 3 0 2"


def main(target: str) -> None:
    """Draw the advice on the position into a file; its ending says of which kind."""
    advice = trunfo.advise(trunfo.parse(POSITION), worlds=500, seed=1)
    names, means, widths = [], [], []
    for choice in reversed(advice.options):  # the best on top
        if choice.riscos is not None and choice.riscos.mean is not None:
            names.append(choice.action["play"])
            means.append(choice.riscos.mean)
            widths.append(choice.riscos.ci95 or 0.0)
    figure = Figure(figsize=(7, 1 + 0.4 * len(names)), layout="constrained")
    axes = figure.add_subplot()
    axes.errorbar(means, names, xerr=widths, fmt="o", capsize=4)
    axes.set_xlabel(f"RISCOS, mean of {advice.worlds} deals and 95% interval")
    axes.margins(y=0.2)
    figure.savefig(target)
    print(f"{target}: {', '.join(reversed(names))}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
