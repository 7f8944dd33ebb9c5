// SPDX-License-Identifier: AGPL-3.0-or-later

// Looks for the sharing of parts among bundles with which the screens load least. By simulated annealing
// (Science 220, 1983, page 671): single moves, bad ones too as long as it is hot. What comes out differs by a tenth
// with a line more in any page, so it is looked for once, the best of several ways down, and kept; a build only finds
// places for what is new. The chance is seeded.

/** Modules that always come together. */
export interface Part {
  /** What it weighs, in bytes. */
  readonly bytes: number;
  /** The parts that it imports, by their places. */
  readonly imports: readonly number[];
}

/** Who loads parts, and how much of it matters. */
export interface Loader {
  /** The parts it needs, by their places, with all that these import. */
  readonly needs: readonly number[];
  /** How much a byte counts. */
  readonly weight: number;
  readonly mostBundles: number;
  /** In bytes; each one over it counts {@link OVER} times besides. */
  readonly mostBytes: number;
}

/** A byte over what a screen may load counts as much as so many of those that it may. */
const OVER = 30;
/** A bundle too many counts as much as so many bytes. */
const BUNDLE_TOO_MANY = 10_000_000;
/** Three words of bits. */
const MOST_BUNDLES = 96;
const WORD = 32;
const WORDS = MOST_BUNDLES / WORD;

const MOVES = 2_000_000;
/** How much worse a move may be and still be made one time in e: at first, way by way, and at last. */
const HOT = [1_500_000, 500_000, 2_000_000, 1_000_000, 3_000_000];
const COLD = 3000;

/** Numbers from 0 to 1 that look like chance: mulberry32. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = Math.trunc(state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Counts by row and column, and for each row a set of bits: the columns that have any. */
class Counts {
  readonly bits: Int32Array;
  private readonly counts: Int32Array;

  constructor(rows: number) {
    this.bits = new Int32Array(rows * WORDS);
    this.counts = new Int32Array(rows * MOST_BUNDLES);
  }

  add(row: number, column: number, by: 1 | -1): void {
    const at = row * MOST_BUNDLES + column;
    const before = this.counts[at] ?? 0;
    this.counts[at] = before + by;
    if (before !== 0 && before + by !== 0) return;
    const word = row * WORDS + (column >> 5);
    this.bits[word] = (this.bits[word] ?? 0) ^ (1 << (column & 31));
  }
}

/** The place of the only bit in a word. */
const placeOf = (bit: number): number => WORD - 1 - Math.clz32(bit);

/** Which bundle each part is in, and what the loaders load with that. */
class Sharing {
  private readonly importedBy: readonly (readonly number[])[];
  private readonly loadersOf: readonly (readonly number[])[];
  private readonly bytes = new Float64Array(MOST_BUNDLES);
  private readonly sizes = new Int32Array(MOST_BUNDLES);
  /** By bundle: those it imports. */
  private readonly imports = new Counts(MOST_BUNDLES);
  /** By loader: the bundles of the parts it needs. */
  private readonly needs: Counts;
  /** By bundle: itself and all that comes with it, as bits; whether that is known. */
  private readonly withNeeds = new Int32Array(MOST_BUNDLES * WORDS);
  private readonly state = new Uint8Array(MOST_BUNDLES);

  constructor(
    private readonly parts: readonly Part[],
    private readonly loaders: readonly Loader[],
    /** By part: its bundle. */
    readonly at: Int32Array,
  ) {
    const importedBy = parts.map((): number[] => []);
    for (const [part, { imports }] of parts.entries())
      for (const other of imports) importedBy[other]?.push(part);
    this.importedBy = importedBy;
    const loadersOf = parts.map((): number[] => []);
    for (const [loader, { needs }] of loaders.entries())
      for (const part of needs) loadersOf[part]?.push(loader);
    this.loadersOf = loadersOf;
    this.needs = new Counts(loaders.length);
    for (const [part, { bytes }] of parts.entries()) this.weigh(part, at[part] ?? 0, bytes, 1);
    for (const [part, { imports }] of parts.entries())
      for (const other of imports) this.join(at[part] ?? 0, at[other] ?? 0, 1);
  }

  private weigh(part: number, bundle: number, bytes: number, by: 1 | -1): void {
    this.bytes[bundle] = (this.bytes[bundle] ?? 0) + by * bytes;
    this.sizes[bundle] = (this.sizes[bundle] ?? 0) + by;
    for (const loader of this.loadersOf[part] ?? []) this.needs.add(loader, bundle, by);
  }

  private join(from: number, to: number, by: 1 | -1): void {
    if (from !== to) this.imports.add(from, to, by);
  }

  /** The bundle of one of the parts that this one imports or is imported by, any of them. */
  neighbour(part: number, chance: number): number | undefined {
    const imports = this.parts[part]?.imports ?? [];
    const importedBy = this.importedBy[part] ?? [];
    const place = Math.trunc(chance * (imports.length + importedBy.length));
    const other = imports[place] ?? importedBy[place - imports.length];
    return other === undefined ? undefined : this.at[other];
  }

  /** The parts of a bundle. */
  partsOf(bundle: number): readonly number[] {
    return [...this.parts.keys()].filter((part) => this.at[part] === bundle);
  }

  move(part: number, to: number): void {
    const from = this.at[part] ?? 0;
    const { bytes = 0, imports = [] } = this.parts[part] ?? {};
    this.weigh(part, from, bytes, -1);
    this.weigh(part, to, bytes, 1);
    for (const other of imports) {
      const bundle = this.at[other] ?? 0;
      this.join(from, bundle, -1);
      this.join(to, bundle, 1);
    }
    for (const other of this.importedBy[part] ?? []) {
      const bundle = this.at[other] ?? 0;
      this.join(bundle, from, -1);
      this.join(bundle, to, 1);
    }
    this.at[part] = to;
  }

  /** Finds all that comes with a bundle; false where two need one another. */
  private find(bundle: number): boolean {
    const { state, withNeeds } = this;
    const known = state[bundle] ?? 0;
    if (known > 0) return known === 2;
    state[bundle] = 1;
    const { bits } = this.imports;
    const own = bundle * WORDS;
    // The three words by name: three times as fast as a loop.
    let first = bundle < WORD ? 1 << bundle : 0;
    let second = bundle >= WORD && bundle < 2 * WORD ? 1 << (bundle - WORD) : 0;
    let third = bundle >= 2 * WORD ? 1 << (bundle - 2 * WORD) : 0;
    for (let word = 0; word < WORDS; word += 1)
      for (let left = bits[own + word] ?? 0; left !== 0; left &= left - 1) {
        const next = word * WORD + placeOf(left & -left);
        if (!this.find(next)) return false;
        first |= withNeeds[next * WORDS] ?? 0;
        second |= withNeeds[next * WORDS + 1] ?? 0;
        third |= withNeeds[next * WORDS + 2] ?? 0;
      }
    withNeeds[own] = first;
    withNeeds[own + 1] = second;
    withNeeds[own + 2] = third;
    state[bundle] = 2;
    return true;
  }

  /** What the loaders load; without end where two bundles need one another. */
  cost(): number {
    this.state.fill(0);
    for (let bundle = 0; bundle < MOST_BUNDLES; bundle += 1)
      if ((this.sizes[bundle] ?? 0) > 0 && !this.find(bundle)) return Number.POSITIVE_INFINITY;
    const { withNeeds } = this;
    const { bits } = this.needs;
    let cost = 0;
    for (let loader = 0; loader < this.loaders.length; loader += 1) {
      let first = 0;
      let second = 0;
      let third = 0;
      for (let word = 0; word < WORDS; word += 1)
        for (let left = bits[loader * WORDS + word] ?? 0; left !== 0; left &= left - 1) {
          const bundle = (word * WORD + placeOf(left & -left)) * WORDS;
          first |= withNeeds[bundle] ?? 0;
          second |= withNeeds[bundle + 1] ?? 0;
          third |= withNeeds[bundle + 2] ?? 0;
        }
      cost += this.costOf(this.loaders[loader], first, second, third);
    }
    return cost;
  }

  /** What these bundles cost one who loads them. */
  private costOf(loader: Loader | undefined, ...words: readonly [number, number, number]): number {
    const { weight = 0, mostBytes = 0, mostBundles = 0 } = loader ?? {};
    let bytes = 0;
    let count = 0;
    for (let word = 0; word < WORDS; word += 1)
      for (let left = words[word] ?? 0; left !== 0; left &= left - 1) {
        bytes += this.bytes[word * WORD + placeOf(left & -left)] ?? 0;
        count += 1;
      }
    return (
      weight * (bytes + OVER * Math.max(0, bytes - mostBytes)) +
      BUNDLE_TOO_MANY * Math.max(0, count - mostBundles)
    );
  }
}

/** One way down from hot to cold: the best that was met. */
function anneal(sharing: Sharing, count: number, hot: number, seed: number): Int32Array {
  const chance = chances(seed);
  let cost = sharing.cost();
  let best = { cost, at: sharing.at.slice() };
  for (let turn = 0; turn < MOVES; turn += 1) {
    const heat = hot * (COLD / hot) ** (turn / MOVES);
    const part = Math.trunc(chance() * count);
    const from = sharing.at[part] ?? 0;
    const kind = chance();
    let to: number | undefined;
    if (kind < 0.6) to = sharing.neighbour(part, chance());
    else if (kind < 0.96) to = sharing.at[Math.trunc(chance() * count)];
    else to = Math.trunc(chance() * MOST_BUNDLES);
    if (to === undefined || to === from) continue;
    const moved = chance() < 0.05 ? sharing.partsOf(from) : [part];
    for (const one of moved) sharing.move(one, to);
    const now = sharing.cost();
    if (now > cost && chance() >= Math.exp((cost - now) / heat)) {
      for (const one of moved) sharing.move(one, from);
      continue;
    }
    cost = now;
    if (cost < best.cost) best = { cost, at: sharing.at.slice() };
  }
  return best.at;
}

/**
 * By part: the bundle it is best in, a number. Each way begins where the best one so far ended.
 *
 * @param first By part: the bundle to begin with, at most 96 of them and none in a circle.
 */
export function bestSharing(
  parts: readonly Part[],
  loaders: readonly Loader[],
  first: readonly number[],
): readonly number[] {
  let best: Int32Array = Int32Array.from(first);
  for (const [way, hot] of HOT.entries()) {
    best = anneal(new Sharing(parts, loaders, best.slice()), parts.length, hot, way + 1);
    process.stdout.write(`heat ${hot}: ${new Sharing(parts, loaders, best.slice()).cost()}\n`);
  }
  return [...best];
}

/**
 * By part: its bundle, a number. Each part without one goes where it costs least.
 *
 * @param before By part: the bundle it was in.
 * @throws Error when two bundles need one another: the kept ones are of other parts.
 */
export function settle(
  parts: readonly Part[],
  loaders: readonly Loader[],
  before: readonly (number | undefined)[],
): readonly number[] {
  const taken = new Set(before);
  const free = [...Array(MOST_BUNDLES).keys()].filter((bundle) => !taken.has(bundle));
  const sharing = new Sharing(
    parts,
    loaders,
    Int32Array.from(before, (bundle) => bundle ?? free.shift() ?? MOST_BUNDLES - 1),
  );
  const costIn = (part: number, bundle: number): number => {
    sharing.move(part, bundle);
    return sharing.cost();
  };
  for (const part of parts.keys()) {
    if (before[part] !== undefined) continue;
    const bundles = [...new Set(sharing.at)];
    const costs = bundles.map((bundle) => costIn(part, bundle));
    sharing.move(part, bundles[costs.indexOf(Math.min(...costs))] ?? 0);
  }
  if (sharing.cost() === Number.POSITIVE_INFINITY)
    throw new Error('two bundles need one another: run `npm run bundles`');
  return [...sharing.at];
}
