"""What each of the six instructions is worth: the instructions that it saves in a round, for its gates.

One at a time, and without what NEON can do on two lanes at once: so the sum is more than a round with NEON alone has.
"""

from typing import Any

#: How many instructions of NEON compute the same from the same registers, and which: the shortest that we know.
REPLACED = {
    "rl1x": (3, "vshl, vsri, veor"),
    "kxorr64": (3, "veor, vshl, vsri"),
    "xorr": (3, "veor, vshl, vsri"),
    "chi1.u64": (3, "vext, vbic, veor"),
    "chi1.u32": (4, "vext, vext, vbic, veor"),
    "chi2": (2, "vbic, veor"),
    "chi3": (2, "vbic, veor"),
}


def worth(permutations: list[dict[str, Any]], hardware: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """For each instruction and width: how often a round has it, and the instructions saved for a thousand gates."""
    rows = []
    gates = {one["unit"]: one["gate_equivalents"] for one in hardware if one["form"] == "plain"}
    for one in permutations:
        for mnemonic, uses in one["mix_per_round"].items():
            name = mnemonic.split(".")[0]
            instead = REPLACED.get(mnemonic, REPLACED.get(name))
            # Below 200 bits the rounds are those of 200.
            if instead and name in gates and one["bits"] >= 200:
                saved = uses * (instead[0] - 1)
                rows.append(
                    {
                        "bits": one["bits"],
                        "kernel": one["kernel"],
                        "instruction": mnemonic,
                        "uses_per_round": uses,
                        "neon_instead": instead[1],
                        "saved_per_round": saved,
                        "saved_per_1000_gates": 1000 * saved / gates[name],
                    }
                )
    return rows
