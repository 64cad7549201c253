import {
  KIND,
  type Members,
  NO_RANK,
  NOBODY,
  NOT_PLACED,
  type Plan,
  sponsorsFirst,
  STATUS,
} from '@commerce/commission-engine';
import type { PlanInForce } from '../../plans/index.js';
import { BrokenInput, instant, numbered, type Snapshot } from './snapshot.js';

/** No kind, and so no state. */
const UNKNOWN = 0xff;
const NO_LEG = 0;

/** The members of a run, and where each stands. */
export interface MembersRead {
  readonly members: Members;
  readonly index: UidIndex;
}

/** Members by their uids, before they are put in order. */
interface ByUid {
  readonly uid: Float64Array;
  readonly kind: Uint8Array;
  readonly status: Uint8Array;
  readonly enrolledAt: Float64Array;
  readonly title: Int16Array;
  readonly sponsor: Int32Array;
  readonly parent: Int32Array;
  readonly leg: Uint16Array;
}

/** Who is read: members who came before an instant, and whose uid is not above one that is given. */
interface Known {
  readonly before: Date;
  readonly lastUid?: number | undefined;
}

/**
 * The members as they stood right before an instant, in the order that the engine wants. Whoever came later is not among them.
 * @throws BrokenInput naming the member that has no state or is below an unknown member
 */
export async function readMembers(snapshot: Snapshot, known: Known, titles: Titles): Promise<MembersRead> {
  const { before } = known;
  const byUid = await readByUid(snapshot, known, titles);
  const index = new UidIndex(byUid.uid);
  await readStates(snapshot, before, byUid, index);
  await readSponsors(snapshot, before, byUid, index);
  await readPlaces(snapshot, before, byUid, index);
  await titles.read(snapshot, (uid, change) => {
    const at = index.of(uid);
    if (at >= 0) byUid.title[at] = change(byUid.title[at]!);
  });
  return inOrder(byUid);
}

/** SQL of the rows of a history that held right before an instant. */
function heldBefore(at: Date): string {
  return `t.from_at < ${instant(at)} AND (t.to_at IS NULL OR t.to_at >= ${instant(at)})`;
}

async function readByUid(snapshot: Snapshot, { before, lastUid }: Known, titles: Titles): Promise<ByUid> {
  const isKnown = lastUid === undefined ? '' : ` AND m.uid <= ${lastUid}`;
  const where = `FROM network_members m WHERE m.enrolled_at < ${instant(before)}${isKnown}`;
  const [counted] = await snapshot.rows<{ count: number }>(`SELECT count(*) AS count ${where}`);
  const count = counted!.count;
  const uid = new Float64Array(count);
  const enrolledAt = new Float64Array(count);
  const title = new Int16Array(count).fill(NO_RANK);
  let next = 0;
  await snapshot.copy(
    `SELECT m.uid, m.enrolled_at, m.title_rank ${where}`,
    ['integer', 'instant', (name) => titles.rankOf(name)],
    (numbers) => {
      uid[next] = numbers[0]!;
      enrolledAt[next] = numbers[1]!;
      if (titles.areOfMembers && !Number.isNaN(numbers[2]!)) title[next] = numbers[2]!;
      next += 1;
    },
  );
  const places = placesByKey(uid);
  if (places !== undefined) for (const column of [uid, enrolledAt, title]) arrange(column, places);
  return {
    uid,
    enrolledAt,
    title,
    kind: new Uint8Array(count).fill(UNKNOWN),
    status: new Uint8Array(count),
    sponsor: new Int32Array(count).fill(NOT_PLACED),
    parent: new Int32Array(count).fill(NOT_PLACED),
    leg: new Uint16Array(count),
  };
}

async function readStates(
  snapshot: Snapshot,
  before: Date,
  { uid, kind, status }: ByUid,
  index: UidIndex,
): Promise<void> {
  const words = `${numbered('t.kind', KIND)}, ${numbered('t.status', STATUS)}`;
  await snapshot.copy(
    `SELECT t.uid, ${words} FROM network_states t WHERE ${heldBefore(before)}`,
    ['integer', 'integer', 'integer'],
    (numbers) => {
      const at = index.of(numbers[0]!);
      if (at < 0) return;
      kind[at] = numbers[1]!;
      status[at] = numbers[2]!;
    },
  );
  const missing = kind.indexOf(UNKNOWN);
  if (missing >= 0) throw new BrokenInput(`member ${uid[missing]} has no state at the end of the period`);
}

async function readSponsors(snapshot: Snapshot, before: Date, { uid, sponsor }: ByUid, index: UidIndex): Promise<void> {
  await snapshot.copy(
    `SELECT t.uid, t.parent_uid FROM network_edges t WHERE t.tree = 'sponsor' AND ${heldBefore(before)}`,
    ['integer', 'integer'],
    (numbers) => {
      const at = index.of(numbers[0]!);
      if (at >= 0) sponsor[at] = aboveOf(numbers[0]!, numbers[1]!, index);
    },
  );
  const missing = sponsor.indexOf(NOT_PLACED);
  if (missing >= 0) throw new BrokenInput(`member ${uid[missing]} has no place in the sponsor tree`);
}

async function readPlaces(snapshot: Snapshot, before: Date, { parent, leg }: ByUid, index: UidIndex): Promise<void> {
  await snapshot.copy(
    `SELECT t.uid, t.parent_uid, t.leg FROM network_edges t WHERE t.tree = 'placement' AND ${heldBefore(before)}`,
    ['integer', 'integer', 'integer'],
    (numbers) => {
      const at = index.of(numbers[0]!);
      if (at < 0) return;
      parent[at] = aboveOf(numbers[0]!, numbers[1]!, index);
      leg[at] = Number.isNaN(numbers[2]!) ? NO_LEG : numbers[2]!;
    },
  );
}

function aboveOf(uid: number, above: number, index: UidIndex): number {
  if (Number.isNaN(above)) return NOBODY;
  const at = index.of(above);
  if (at < 0) throw new BrokenInput(`member ${uid} stands below member ${above}, who came after the period`);
  return at;
}

/** Puts everybody after the sponsor. */
function inOrder(byUid: ByUid): MembersRead {
  const order = sponsorsFirst(byUid.sponsor);
  const positions = new Int32Array(order.length);
  for (let position = 0; position < order.length; position += 1) positions[order[position]!] = position;
  const above = (column: Int32Array): Int32Array =>
    Int32Array.from(order, (member) => (column[member]! < 0 ? column[member]! : positions[column[member]!]!));
  const members: Members = {
    uid: Float64Array.from(order, (member) => byUid.uid[member]!),
    kind: Uint8Array.from(order, (member) => byUid.kind[member]!),
    status: Uint8Array.from(order, (member) => byUid.status[member]!),
    enrolledAt: Float64Array.from(order, (member) => byUid.enrolledAt[member]!),
    sponsor: above(byUid.sponsor),
    parent: above(byUid.parent),
    leg: Uint16Array.from(order, (member) => byUid.leg[member]!),
    title: Int16Array.from(order, (member) => byUid.title[member]!),
  };
  return { members, index: new UidIndex(byUid.uid, positions) };
}

/** A run from which titles are taken. */
export interface TitleSource {
  readonly runId: number;
  /** Of the period before: its posted run, and the one by which it counts since. */
  readonly before?: { readonly postedId: number; readonly id: number } | undefined;
}

/**
 * Title ranks before a period. Those that members have, unless a run of this or of a later period is posted: then those that
 * it found, since what members have has come later; where the period before was calculated again, those that it gives now.
 */
export class Titles {
  private readonly ranks: ReadonlyMap<string, number>;

  /**
   * @param mapping what happens to names that the plan does not have; any other one is no rank
   * @param source whose titles before are taken; null: those that members have
   */
  constructor(
    plan: Plan,
    private readonly mapping: PlanInForce['ranks'],
    private readonly source: TitleSource | null,
  ) {
    this.ranks = new Map(plan.ranks.map(({ name }, rank) => [name, rank]));
  }

  /** Whether they are those that members have now. */
  get areOfMembers(): boolean {
    return this.source === null;
  }

  /** The rank of a name in the plan. */
  rankOf(name: string): number {
    const own = this.ranks.get(name);
    if (own !== undefined) return own;
    const mapped = Object.hasOwn(this.mapping, name) ? this.mapping[name] : undefined;
    return (mapped === undefined ? undefined : this.ranks.get(mapped)) ?? NO_RANK;
  }

  /** Reads those of the run. A title that it did not have from the period before, such as by a succession, stays if it is higher. */
  async read(snapshot: Snapshot, set: (uid: number, change: (title: number) => number) => void): Promise<void> {
    if (this.source === null) return;
    const { runId, before } = this.source;
    await snapshot.copy(
      `SELECT m.uid, m.title_before FROM commission_members m WHERE m.run_id = ${runId} AND m.title_before IS NOT NULL`,
      ['integer', (name) => this.rankOf(name)],
      (numbers) => set(numbers[0]!, () => numbers[1]!),
    );
    if (before === undefined || before.id === before.postedId) return;
    await snapshot.copy(
      `SELECT m.uid, coalesce(p.title_rank, ''), coalesce(m.title_rank, '')
         FROM commission_members m JOIN commission_members p ON p.run_id = ${before.postedId} AND p.uid = m.uid
        WHERE m.run_id = ${before.id} AND m.title_rank IS DISTINCT FROM p.title_rank`,
      ['integer', (name) => this.rankOf(name), (name) => this.rankOf(name)],
      (numbers) => set(numbers[0]!, (found) => (found === numbers[1]! ? numbers[2]! : Math.max(found, numbers[2]!))),
    );
  }
}

/** An array over all uids between the first and the last is as quick as it gets, unless it had this many places for each. */
const MOST_PLACES_EACH = 8;

/** Where each of many numbers, such as uids, stands: typed arrays, for millions of them. */
export class UidIndex {
  private readonly first: number;
  private readonly places: Int32Array | undefined;

  /**
   * @param sorted ascending, each once
   * @param positions of each of these; left out: its place in `sorted`
   */
  constructor(
    private readonly sorted: Float64Array,
    private readonly positions?: Int32Array,
  ) {
    this.first = sorted[0] ?? 0;
    const span = (sorted.at(-1) ?? 0) - this.first + 1;
    if (span > sorted.length * MOST_PLACES_EACH) return;
    this.places = new Int32Array(span).fill(-1);
    for (let place = 0; place < sorted.length; place += 1) {
      this.places[sorted[place]! - this.first] = positions === undefined ? place : positions[place]!;
    }
  }

  /** The position of a number, or -1 if it is not there. */
  of(uid: number): number {
    if (this.places !== undefined) return this.places[uid - this.first] ?? -1;
    const place = this.search(uid);
    if (this.sorted[place] !== uid) return -1;
    return this.positions === undefined ? place : this.positions[place]!;
  }

  private search(uid: number): number {
    let [low, high] = [0, this.sorted.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.sorted[middle]! < uid) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * The order of columns by a key that each row has for itself; undefined if they are in it.
 * @returns for each row its place
 */
export function placesByKey(keys: Float64Array): Int32Array | undefined {
  let isSorted = true;
  for (let row = 1; row < keys.length && isSorted; row += 1) isSorted = keys[row - 1]! < keys[row]!;
  if (isSorted) return undefined;
  const index = new UidIndex(keys.slice().sort());
  return Int32Array.from(keys, (key) => index.of(key));
}

/** Puts each value at its place. */
export function arrange<Column extends Float64Array | Int32Array | Int16Array>(
  column: Column,
  places: Int32Array,
): void {
  const before = column.slice();
  for (let row = 0; row < places.length; row += 1) column[places[row]!] = before[row]!;
}
