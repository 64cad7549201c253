import { grown, KINDS, STATUSES, type TreeName, TREES, VOLUME_COLUMNS } from './columns.js';
import type { LiveNetwork } from './live-network.js';
import { TOP, UidIndex } from './member-table.js';
import { buildTour, isPause, ROOT, UNPLACED } from './tour.js';

/** Bytes of a name, about. */
const TEXT_BYTES = 32;

/** What is read of many members, a column for each, before their order in the tree is known. */
export class MemberRows {
  private readonly index = new UidIndex((row) => this.uids[row]!);
  private uids = new Float64Array();
  private kinds = new Uint8Array();
  private statuses = new Uint8Array();
  private enrolled = new Float64Array();
  private text = new Uint8Array();
  private textStarts = new Float64Array();
  private textEnds = new Float64Array();
  private used = 0;
  private count = 0;
  readonly trees: Readonly<Record<TreeName, Parents>> = {
    sponsor: new Parents(ROOT),
    placement: new Parents(UNPLACED),
  };

  get size(): number {
    return this.count;
  }

  /**
   * Adds a member.
   * @param kind its number among the kinds
   * @param status its number among the statuses
   */
  add(uid: number, kind: number, status: number): void {
    const row = this.count;
    this.count += 1;
    this.uids = grown(this.uids, this.count);
    this.kinds = grown(this.kinds, this.count);
    this.statuses = grown(this.statuses, this.count);
    this.uids[row] = uid;
    this.kinds[row] = kind;
    this.statuses[row] = status;
    this.index.set(uid, row);
  }

  /** Says when a member that was added came, and what a search looks at. */
  describe(uid: number, enrolledAt: number, text: Uint8Array): void {
    const row = this.index.get(uid);
    if (row < 0) return;
    this.enrolled = grown(this.enrolled, this.count);
    this.textStarts = grown(this.textStarts, this.count);
    this.textEnds = grown(this.textEnds, this.count);
    this.text = grown(this.text, this.used + Math.max(TEXT_BYTES, text.length));
    this.text.set(text, this.used);
    this.enrolled[row] = enrolledAt;
    this.textStarts[row] = this.used;
    this.used += text.length;
    this.textEnds[row] = this.used;
  }

  /**
   * Says where a member stands, after all were added.
   * @param above a uid, or {@link TOP}
   */
  stand(tree: TreeName, uid: number, above: number, leg: number): void {
    const row = this.index.get(uid);
    if (row >= 0) this.trees[tree].set(row, above === TOP ? ROOT : this.index.get(above), leg, this.count);
  }

  addTo({ members }: LiveNetwork, row: number): void {
    const description = {
      uid: this.uids[row]!,
      kind: KINDS[this.kinds[row]!]!,
      status: STATUSES[this.statuses[row]!]!,
      enrolledAt: this.enrolled[row]!,
    };
    members.add(description, this.text.subarray(this.textStarts[row], this.textEnds[row]));
  }
}

/** Who is above whom in one of the trees, by row. */
class Parents {
  private above = new Int32Array();
  private legs = new Int32Array();

  /** @param none the parent of a row that {@link set} is not called for */
  constructor(private readonly none: number) {}

  /** @param size how many rows there are */
  set(row: number, above: number, leg: number, size: number): void {
    if (row >= this.above.length) this.reserve(size);
    this.above[row] = above;
    this.legs[row] = leg;
  }

  /** By row, the row above, {@link ROOT} or {@link UNPLACED}. */
  of(size: number): Int32Array {
    this.reserve(size);
    return this.above.subarray(0, size);
  }

  legOf(row: number): number {
    return this.legs[row]!;
  }

  private reserve(size: number): void {
    const { length } = this.above;
    this.above = grown(this.above, size);
    this.above.fill(this.none, length);
    this.legs = grown(this.legs, size);
  }
}

const SUM_COLUMNS = 1 + VOLUME_COLUMNS;

/** Sums of volumes by uid, before their members are there. */
export class SumRows {
  private numbers = new Float64Array();
  private count = 0;

  /** @param numbers uid and the three volumes */
  add(numbers: Float64Array): void {
    const start = this.count * SUM_COLUMNS;
    this.numbers = grown(this.numbers, start + SUM_COLUMNS);
    this.numbers.set(numbers, start);
    this.count += 1;
  }

  *addTo(network: LiveNetwork): Generator<void, void> {
    for (let row = 0; row < this.count; row += 1) {
      if (isPause(row)) yield;
      const { numbers } = this;
      const start = row * SUM_COLUMNS;
      network.volumes.add(numbers[start]!, [numbers[start + 1]!, numbers[start + 2]!, numbers[start + 3]!]);
    }
  }
}

/**
 * Fills an empty network. Members get their numbers in the order of a walk through the sponsor tree, so that reading what is
 * below somebody is reading memory from front to back.
 */
export function* fill(network: LiveNetwork, rows: MemberRows, sums: SumRows): Generator<void, void> {
  const { size } = rows;
  const { order } = yield* buildTour(rows.trees.sponsor.of(size), new Int32Array(size), size);
  const members = new Int32Array(size);
  network.reserve(size);
  for (let member = 0; member < size; member += 1) {
    if (isPause(member)) yield;
    members[order[member]!] = member;
    rows.addTo(network, order[member]!);
  }
  for (const tree of TREES) {
    const above = rows.trees[tree].of(size);
    network.trees[tree].reserve(size);
    for (let member = 0; member < size; member += 1) {
      if (isPause(member)) yield;
      const row = order[member]!;
      const parent = above[row]! < 0 ? above[row]! : members[above[row]!]!;
      // The order has cut circles of sponsors: whoever is above comes before.
      const isBelow = tree === 'placement' || parent < member;
      network.trees[tree].fill(member, isBelow ? parent : ROOT, rows.trees[tree].legOf(row));
    }
  }
  // Volumes before tours: a tour adds up in one go what is there when it is made.
  yield* sums.addTo(network);
  yield* network.rebuild();
}
