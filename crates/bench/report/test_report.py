"""Tests of what needs no library: python3 -m unittest discover -s crates/bench/report."""

import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import field
import papers
import readme
import sections
from rows import FIELD_GOALS, GOALS, PAPERS, QUOTED, Row, Run, judge

ROOT = Path(__file__).resolve().parents[3]
ZEN5 = {"processor": "p", "vendor": "AuthenticAMD", "family": 26, "model": 2, "cores": 1, "features": [], "date": "2026-11-21T08:00:00Z", "lanesum": "0"}
SKYLAKE = ZEN5 | {"vendor": "GenuineIntel", "family": 6, "model": 0x55}


def run(*rows, machine=SKYLAKE):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.json"
        path.write_text(json.dumps({"machine": machine, "records": rows}))
        return Run([path])


def row(name, algorithm, cpb, spread=0.0, **more):
    low, high = (None, None) if cpb is None else (cpb - spread, cpb + spread)
    figures = {"core_cpb": cpb, "ns_per_message": cpb, "low": low, "high": high, "output_bytes": 32, "threads": 1}
    return {"implementation": name, "algorithm": algorithm, "kind": "messages", "bytes": 4096, "messages": 1} | figures | more


class Report(unittest.TestCase):
    def verdict(self, of, name="SHA3-256 ×1, 4096 B"):
        judged = judge(of, next(goal for goal in GOALS if goal.processor == (of.processor or "EPYC, Zen 5") and goal.goal == name))
        return judged.verdict, judged.why

    def test_a_goal_takes_the_figure_and_a_clear_lead(self):
        rival = row("keccak-asm", "sha3-256", 6.1, 0.1)
        self.assertEqual(self.verdict(run(row("lanesum", "sha3-256", 4.45, 0.05), rival))[0], "reached")
        self.assertEqual(self.verdict(run(row("lanesum", "sha3-256", 4.5, 0.1), rival)), ("missed", "1.01× of the goal"))
        self.assertEqual(self.verdict(run(row("lanesum", "sha3-256", 4.4, 0.2), row("keccak-asm", "sha3-256", 4.7, 0.2)))[1], "keccak-asm is not beaten")
        # XKCP takes no part, and has 4.53 on this processor.
        self.assertEqual(self.verdict(run(row("lanesum", "shake128", 3.5, 1.3)), "SHAKE128 ×1, 4096 B"), ("missed", "XKCP is not beaten"))
        silent = row("keccak-asm", "sha3-256", None, reason="not enough quiet samples: 3 of 400", quiet_samples=3)
        self.assertEqual(self.verdict(run(row("lanesum", "sha3-256", 4.4), silent)), ("open", "no figure of keccak-asm: not enough quiet samples"))
        lacks = row("k12", "sha3-256", None, reason="k12 has no sha3-256")
        self.assertEqual(self.verdict(run(row("lanesum", "sha3-256", 4.4), rival, lacks))[0], "reached")
        self.assertEqual(self.verdict(run(row("lanesum", "sha3-256", 4.6, machine=ZEN5), machine=ZEN5))[0], "reached")
        self.assertEqual(self.verdict(run(row("lanesum", "sha3-256", 4.6), machine=ZEN5 | {"family": 25}))[0], "elsewhere")

    def test_ties_forms_and_the_default_profile_have_their_own_rules(self):
        long = {"bytes": 16 << 10}
        ring = row("ring", "sha256", 2.05, **long)
        self.assertEqual(self.verdict(run(row("lanesum", "sha256", 2.05, **long), ring, machine=ZEN5), "SHA-256, 16 KiB")[0], "reached")
        self.assertEqual(self.verdict(run(row("lanesum", "sha256", 2.06, **long), ring, machine=ZEN5), "SHA-256, 16 KiB")[1], "ring is not beaten")
        forced = {"kind": "form", "backend": "sse41", "output_bytes": 64} | long
        rows = [row("lanesum", "sha512", 6.5, **forced), row("openssl", "sha512", 4.9, output_bytes=64, **long), row("openssl", "sha512", 6.4, **forced)]
        self.assertEqual(self.verdict(run(*rows), "SHA-512, 16 KiB, SSE4.1")[1], "openssl is not beaten")
        self.assertEqual(self.verdict(run(*rows[:2]), "SHA-512, 16 KiB, SSE4.1")[0], "unrivalled")
        shape = {"bytes": 32, "messages": 1000}
        rows = [row("lanesum", "sha3-256", 30.0, **shape), row("lanesum", "sha3-256", 40.0, **shape | {"kind": "default-profile"})]
        self.assertIn("1.11×", self.verdict(run(*rows, machine=ZEN5), "SHA3-256, 1000 messages of 32 B, cargo's default profile: ns a message")[1])

    def test_goals_of_whole_programs_are_judged_on_their_processor(self):
        def cells(name, figures):
            goal = next(goal for goal in FIELD_GOALS if goal.goal == name)
            return [field.cell(goal, processor, figures) for processor in ("EPYC, Zen 3", "EPYC, Zen 4")]

        pair = {"4096 and 2048 B, all: digest_many": 4600.0, "4096 and 2048 B, all: sha2": 6400.0}
        self.assertEqual(cells("SHA-256, 4096 and 2048 B in one call, both", pair), ["9200 (sha2 12800): reached, 0.99 of the goal", "9200 (sha2 12800): 0.99 of the goal"])
        # The goal is reached, but a rival is faster.
        pair["4096 and 2048 B, all: sha2"] = 4500.0
        self.assertIn(": **missed**, 0.99", cells("SHA-256, 4096 and 2048 B in one call, both", pair)[0])
        tree = {"tree of 2^16 leaves: merkle, ns": 33.0, "tree of 2^16 leaves: hashtree-rs, ns": 34.0, "tree of 2^16 leaves: rs_merkle, ns": 228.0}
        self.assertEqual(cells("SHA-256, root over 2^16 digests", tree), ["33 (hashtree-rs 34): reached, 0.97 times"] * 2)
        nodes = {"1024 nodes of 64 B: digest_many": 123.0, "1024 nodes of 64 B: hashtree-rs": 120.0}
        self.assertIn("**missed**, 1.02 times", cells("SHA-256, 1024 nodes of 64 B", nodes)[1])
        self.assertEqual(cells("SHA-256, 1024 nodes of 64 B", {}), ["not measured"] * 2)
        clone = {"a clone and 30 B: Sha256": 252.0, "a clone and 30 B: in one call": 200.0}
        self.assertEqual(cells("SHA-256, a clone and 30 B, beside one call", clone), ["252 (in one call 200): **missed**, 52 more", "252 (in one call 200): 52 more"])

    def test_data_is_sound(self):
        tried = (ROOT / "docs/tried.md").read_text()
        for goal in GOALS + FIELD_GOALS:
            self.assertLessEqual(goal.floor or 0, goal.figure, goal.goal)
            self.assertIn(f"\n## {goal.tried}\n", tried)
            figures = [q.figure for q in QUOTED if q.shape == goal.shape and q.processor == goal.processor]
            self.assertTrue(all(goal.figure < figure * (1.01 if goal.aim == "tie" else 1) for figure in figures), goal.goal)
        self.assertEqual(len({(q.processor, q.shape) for q in QUOTED}), len(QUOTED))
        # Sums of a paper's column guard against a slip of the pen.
        own = [p.figure for p in PAPERS if p.what == "Table 2, the paper's code" and not p.backends]
        self.assertAlmostEqual(sum(own), 44.24)

    def test_a_longer_message_stands_for_a_shorter_one_and_the_own_processor_first(self):
        zen4 = run(machine=ZEN5 | {"family": 25, "model": 17})
        self.assertEqual(zen4.near("blake384", 4096).text(4096), "4.25 SUPERCOP (bswap), EPYC, Zen 5, 2026-11-22, at 16 KiB")
        self.assertEqual(run().near("blake512", 4096).rival, "SUPERCOP")
        self.assertIsNone(run(machine=ZEN5).near("sha3-384", 4096))

    def test_slopes_are_the_papers(self):
        step = 84 * 8192
        short, long = papers.slopes([(168, 1000.0), (336, 1168.0), (8064, 8896.0), (9000, 1.0), (10_000, 0.0), (10_000 + step, 2.0 * step)])
        self.assertEqual((short, long), (1.0, 2.0))

    def test_the_readme_shows_the_recorded_run(self):
        recorded = Run([ROOT / "docs/results/zen5-2026-11-24.json"])
        text = (ROOT / "README.md").read_text()
        for _, title, bars in readme.panels(recorded):
            self.assertIn(f"{title}: {'; '.join(f'{name} {readme.digits(value)}' for name, value, _ in bars)}.", text)
        blocks = "\n".join(block for made in sections.pages(recorded).values() for block in made if isinstance(block, str))
        self.assertIn("lanesum is the fastest in 27 of 29 functions", blocks)

    def test_old_lists_are_read_and_a_gate_has_its_row(self):
        ratios = {"least_median_most": [0.2, 0.5, 1.01], "at_most": 1.03, "above": 1, "noisy": 2, "worst": ["1.20 of 2: 2×1"]}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "old.json"
            path.write_text(json.dumps([row("lanesum", "sha256", None, kind="gate", messages=30, ratios=ratios, machine=ZEN5)]))
            blocks = sections.gate(Run([path]))
        self.assertIn("| `sha256` | type | 30 | 0.200 | 0.500 | 1.01 | **1** | 2 | 1.20 of 2: 2×1 | – |", blocks[-1])
        self.assertIsNone(Row().core_cpb)


if __name__ == "__main__":
    unittest.main()
