"""All lengths of a call at once, by induction over the loop whose iterations are the blocks.

A run is cut where that loop jumps back. There k blocks are done, this iteration does block k, and r more follow; k and r are symbols
(terms.Lin), so addresses and counters are sums of them. Proved are
  base: from the start of the function that has the loop, for any number of blocks, to the first jump back;
  step: from a state in which everything that the loop keeps is as at the jump back, with a fresh state and a fresh message, one iteration
        leads to the next such state, and its hash state is the specification's. What does not fit is forgotten, and the step repeated;
  exit: from such a state with no block left to the return of the whole call.
What the loop keeps is learned from the first and the second jump back. What lies before the function that has the loop (safe code that
checks lengths) runs with three lengths; what it leaves must be linear in them."""
from terms import *
from machine import Stop, SECRET, At

class Unfit(Stop): pass
def public(x): return type(x) in (int, Lin)
def flat(s): return [y for x in s for y in flat(x)] if isinstance(s, list) else [s]
def whole(a): return make(atoms[a].w, {mono((a << 7,)): ONES[atoms[a].w]})
def atom_of(x):
    """The atom whose (repeated) word this is."""
    lits = monos[next(iter(x.t))] if type(x) is Poly and len(x.t) == 1 else ()
    if len(lits) != 1 or lits[0] & 127: raise Unfit("a word of the state has no name")
    return lits[0] >> 7
def leaves(x):
    """The atoms in a word, those within sums instead of the sums."""
    out = set()
    for a in atoms_in(x): out |= set().union(*map(leaves, atoms[a].add[0])) if atoms[a].add else {a}
    return out

def snapshot(c):
    """Everything that an instruction may read, by place; not the rows."""
    s = {("g", i): x for i, x in enumerate(c.g)} | {("v", i, j): x for i, v in enumerate(c.v) for j, x in enumerate(v)} | {("k", i): x for i, x in enumerate(c.k)}
    return s | {("m", at): x for at, x in c.mem.cells.items() if type(at) is int and not any(r.start <= at < r.end for r in c.mem.regions if r.name.startswith("row "))}

def resume(c, s, rows, head):
    c.g = [s["g", i] for i in range(len(c.g))]
    c.v = [[s["v", i, j] for j in range(len(v))] for i, v in enumerate(c.v)]
    c.k = [s["k", i] for i in range(len(c.k))]
    c.f = dict.fromkeys(c.f, SECRET)
    c.mem.cells = {place[1]: x for place, x in s.items() if place[0] == "m"} | rows
    c.ip = head

def find_loop(two, three):
    """From runs of two and three iterations: where the code jumps back once more, in the outermost function first; the stack pointer there;
    in which call of its function; how many blocks are done at the first jump back, and whether a last iteration follows the last one (1 or 0).
    Where there is a jump back for each block, it comes behind the block, or before it."""
    once = [key for key, n in three.jumped.items() if n == two.jumped[key] + 1 and n in (2, 3)]
    if not once: raise Unfit("no loop has one iteration for each block")
    for best in sorted(once, key=lambda key: (-key[1], key[0])):
        for first, last in ((1, 1),) if three.jumped[best] == 2 else ((1, 0), (0, 1)): yield *best, three.entered_at[best], first, last

def prove(make, loop):
    """`make(blocks)`: a call, and its machine before the first instruction. At a jump back there are k + last + r blocks. Proves all numbers
    of them with k = first at the first one."""
    head, sp, entry, first, last = loop
    shots = []
    for r in (3, 4, 5):
        call, c = make(first + last + r)
        if c.go(lambda ip: c.entered[entry[0]] == entry[1]): raise Unfit("the function was not entered")
        shots.append(snapshot(c))
    one, two, state = shots
    for place, x in state.items():
        a, b = one.get(place), two.get(place)
        if type(x) is not int or a == b == x: continue
        if type(a) is not int or type(b) is not int or b - a != x - b: raise Unfit(f"{place} is {a}, {b}, {x} for three lengths")
        state[place] = Lin(signed(a) - 3 * (x - b), 0, x - b)
    mem, size, flags = c.mem, call.size, c.f
    resume(c, state, {at: x for at, x in mem.cells.items() if ("m", at) not in state}, c.ip)
    c.f = flags
    def blocks(k, r):
        """How many there are, as the machine sees it."""
        mem.total = lin_add(lin_add(as_lin(k), as_lin(r)), last)
    mem.stride = size
    for row in mem.regions: row.block = size if row.name.startswith("row ") else 0
    # Base. The blocks after the second iteration are there for code that loads ahead.
    words, rename_messages = [], []
    blocks(first, Lin(0, 0, 1))
    mem.window = (first + 1) * size
    if first == 0: words.append([atom_of(x) for x in flat(call.state)])
    for k in range(4):
        if call.reads:
            for i in range(call.n): call.message(i, k * size, f" block {k}#{i}")
        if k <= first:
            for i in range(call.n): call.block(i, k * size, f" block {k}#{i}")
            words.append([atom_of(x) for x in flat(call.state)])
    def message(iteration):
        if not call.reads: return []
        return [atom_of(x) for i in range(call.n) for x in call.messages[i, f" block {iteration}#{i}"]]
    call.begin(c)
    c.after_jump = lambda ip: ip == head and c.g[4] == sp
    shots = []
    for k in range(2):
        Lin.least_k, Lin.least_r = 0, k
        if c.go(): raise Unfit("the call returned")
        shots.append(snapshot(c))
    # Words of the last block's output that are stored after the jump back only.
    late = {output[1:3] for output in call.extra if output[2] >= size and not right(call, output)}
    late = {(i, at - size) for i, at in late}
    if len(late) > call.n * 3: raise Unfit("the loop does not store a block")
    check(call, lambda i, at, x: (i, at - size) in late)
    # What the loop keeps, as it is in general.
    S = [new_atom(f"S{j}", atoms[a].w, atoms[a].samples) for j, a in enumerate(words[1])]
    N = [[new_atom(f"N{n}[{j}]", call.word) for j in range(len(message(0)))] for n in range(3)]
    rename = {b: whole(a) for k in range(2) for a, b in zip(message(first + k), message(first + k + 1))} | {b: whole(a) for a, b in zip(*words)}
    general = dict(zip(words[1], S)) | {a: x for n in range(2) for a, x in zip(message(first + n + 1), N[n])}
    kept = {}
    for place, y in shots[1].items():
        x = shots[0].get(place)
        # Data of the program that was not read before the first iteration.
        if x is None and place[0] == "m": x = c.image.word(place[1])
        if x is None: continue
        if public(x) and public(y):
            x, y = as_lin(x), as_lin(y)
            d, b = y.c - x.c, y.b
            if x.b == b: kept[place] = lin(y.c + b - (first + 1) * (b + d), b + d, b)
        elif public(x) or public(y): continue
        elif x is y: kept[place] = x
        elif leaves(y) <= set(rename) and substitute(y, dict(rename)) is x: kept[place] = substitute(y, dict(general))
    # Step.
    fresh = iter(S)
    build = lambda s: [build(x) for x in s] if isinstance(s, list) else call.widen(next(fresh))
    before = call.state = build(call.state)
    call.restart()
    mem.cells = {}
    if call.reads:
        for n in range(3):
            parts = iter(N[n])
            for i in range(call.n):
                m = call.messages[i, f" block k+{n}#{i}"] = [next(parts) for _ in range(call.words_of_block)]
                call.put_row(i, Lin(n * size, size, 0), m, call.word, call.big)
    rows = mem.cells
    call.state = copy(before)
    for i in range(call.n): call.block(i, Lin(0, size, 0), f" block k+0#{i}")
    call.begin(c)
    following = {atom_of(x): whole(atom_of(y)) for x, y in zip(S, flat(call.state))} | {atom_of(x): y for n in range(2) for x, y in zip(N[n], N[n + 1])}
    places, outputs = list(shots[1]), list(call.extra)
    anything = {place: new_atom("anything", 64) for place in places}
    Lin.least_k, Lin.least_r = first, 1
    steps, mem.window, mem.late = 0, size, size if late else 0
    while True:
        steps += 1
        if steps > 8: raise Unfit("the loop keeps less and less")
        resume(c, {place: kept.get(place, anything[place]) for place in places}, dict(rows), head)
        blocks(Lin(0, 1, 0), Lin(0, 0, 1))
        if c.go(): raise Unfit("the call returned in the step")
        new = snapshot(c)
        def fits(x, y):
            if type(x) is int: return type(y) is int and x == y
            if type(x) is Lin: return public(y) and as_lin(y) == Lin(x.c + x.a - x.b, x.a, x.b)
            return y is substitute(x, dict(following))
        wrong = [place for place, x in kept.items() if not fits(x, new.get(place))]
        if not wrong: break
        for place in wrong: del kept[place]
    pending = lambda i, at, x: as_lin(at).c >= 0 and (i, as_lin(at).c) in late
    check(call, pending)
    # Of the block before, the words that were late, and no others.
    if late:
        for j, x in enumerate(flat(before)):
            i, at = j // 25, call.lane // 8 * (j % 25)
            if at >= size: continue
            place = At(call.row_at(i) + at - size, size, 0)
            if (i, at) in late and mem.cells.get(place) is not x or (i, at) not in late and place in mem.cells: raise Stop(f"the block before: lane {j % 25}")
    # Exit: the last iteration, if one follows.
    call.state, call.extra = (call.state, outputs) if last else (copy(before), [])
    if not last: call.restart()
    call.begin(c)
    end = {place: lin(x.c, x.a, 0) if type(x) is Lin else x for place, x in kept.items()}
    resume(c, {place: end.get(place, anything[place]) for place in places}, dict(rows), head)
    blocks(Lin(0, 1, 0), 0)
    mem.window = last * size
    c.after_jump = None
    code = c.finish()
    if call.returns and (type(code) is not int or code & ONES[32]): raise Stop(f"the function returned {code}")
    return call, c, first + last

def copy(s): return [copy(x) for x in s] if isinstance(s, list) else s

def right(call, output):
    name, i, at, x = output
    return call.same(call.c.mem.get_row(call.row_at(i), at, call.lane // 8), extract(x, 0, call.lane))
def check(call, later=lambda i, at, x: False):
    """What the blocks so far have written."""
    wrong = [output[0] for output in call.extra if not later(*output[1:]) and not right(call, output)]
    if wrong: raise Stop(f"wrong: {wrong[:3]}")
    call.extra.clear()
