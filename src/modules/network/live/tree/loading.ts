import { grown, KINDS, STATUSES, VOLUME_COLUMNS } from './columns.js';
import type { LiveNetwork } from './live-network.js';
import { type MemberRow, TOP, UidIndex } from './member-table.js';
import { buildTour, isPause, ROOT } from './tour.js';

/** Numbers of a member. */
const COLUMNS = 6;

/** Bytes of a name, about. */
const TEXT_BYTES = 32;

/** Many members, before their order in the tree is known. */
export class MemberRows {
  private numbers = new Float64Array();
  private text = new Uint8Array();
  private ends = new Float64Array();
  private used = 0;
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(row: MemberRow): void {
    const start = this.count * COLUMNS;
    this.numbers = grown(this.numbers, start + COLUMNS);
    this.numbers[start] = row.uid;
    this.numbers[start + 1] = KINDS.indexOf(row.kind) * STATUSES.length + STATUSES.indexOf(row.status);
    this.numbers[start + 2] = row.enrolledAt;
    this.numbers[start + 3] = row.sponsor;
    this.numbers[start + 4] = row.placement;
    this.numbers[start + 5] = row.leg;
    this.text = grown(this.text, this.used + Math.max(TEXT_BYTES, row.text.length));
    this.text.set(row.text, this.used);
    this.used += row.text.length;
    this.count += 1;
    this.ends = grown(this.ends, this.count);
    this.ends[this.count - 1] = this.used;
  }

  uidAt(index: number): number {
    return this.numbers[index * COLUMNS]!;
  }

  sponsorAt(index: number): number {
    return this.numbers[index * COLUMNS + 3]!;
  }

  at(index: number): MemberRow {
    const { numbers } = this;
    const start = index * COLUMNS;
    const words = numbers[start + 1]!;
    return {
      uid: numbers[start]!,
      kind: KINDS[Math.floor(words / STATUSES.length)]!,
      status: STATUSES[words % STATUSES.length]!,
      enrolledAt: numbers[start + 2]!,
      sponsor: numbers[start + 3]!,
      placement: numbers[start + 4]!,
      leg: numbers[start + 5]!,
      text: this.text.subarray(index === 0 ? 0 : this.ends[index - 1], this.ends[index]),
    };
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
export function* fill(network: LiveNetwork, rows: MemberRows): Generator<void, void> {
  const index = new UidIndex((row) => rows.uidAt(row));
  for (let row = 0; row < rows.size; row += 1) {
    if (isPause(row)) yield;
    index.set(rows.uidAt(row), row);
  }
  const parents = new Int32Array(rows.size);
  for (let row = 0; row < rows.size; row += 1) {
    if (isPause(row)) yield;
    const sponsor = rows.sponsorAt(row);
    parents[row] = sponsor === TOP ? ROOT : index.get(sponsor);
  }
  const { order } = yield* buildTour(parents, new Int32Array(rows.size), rows.size);
  network.reserve(rows.size);
  for (let place = 0; place < order.length; place += 1) {
    if (isPause(place)) yield;
    network.load(rows.at(order[place]!));
  }
  for (let place = 0; place < order.length; place += 1) {
    if (isPause(place)) yield;
    network.loadPlace(rows.at(order[place]!));
  }
  yield* network.rebuild();
}
