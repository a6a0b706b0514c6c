"""Prints the instructions FROM to TO of a job and what each leaves in its first operand: `trace.py JOB FROM TO`."""
import sys
import machine, prove, terms
from terms import show
_, job, first, last = sys.argv
p, old = prove.Prover(prove.LIBRARY), machine.Cpu.decode
def decode(self, ip):
    if ip in self.decoded: return self.decoded[ip]
    e = old(self, ip)
    handler, seen = e.handler, e
    def traced(c, e):
        handler(c, e)
        if int(first) <= c.count < int(last):
            o = e.ops[0] if e.ops else "-"
            value = show(c.g[o[1]], 3) if o[0] == "g" else [show(x, 3) for x in c.v[o[1]]][:o[2] // 8] if o[0] == "v" else ""
            print(c.count, hex(e.ip), e.text, value)
    if handler: e.handler = traced
    return e
machine.Cpu.decode = decode
prove.tell(p.prove(job))
