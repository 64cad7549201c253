import type { LiveTree } from './live-tree.js';
import type { MemberTable } from './member-table.js';
import { grown, NO_VOLUMES, type TreeName, VOLUME_COLUMNS, type Volumes } from './columns.js';

/** The volumes of the open period, of members and of who may become one, which both trees add up. */
export class LiveVolumes {
  private figures = new Float64Array();
  private made = 0;
  /** Volumes of people who are no members, or not yet. */
  private readonly strangers = new Map<number, Volumes>();
  private readonly bounds = new VolumeBounds();

  constructor(
    private readonly members: MemberTable,
    private readonly trees: Readonly<Record<TreeName, LiveTree>>,
  ) {}

  /** How many changes there were. */
  get changes(): number {
    return this.made;
  }

  /** The figures of all members, one after the other. */
  get all(): Float64Array {
    return this.figures;
  }

  /** Makes room for so many members, once. */
  reserve(count: number): void {
    this.figures = grown(this.figures, count * VOLUME_COLUMNS);
  }

  /** A volume of a member's own rows. */
  of(member: number, column: number): number {
    return this.figures[member * VOLUME_COLUMNS + column]!;
  }

  /** All volumes of a member's own rows. */
  allOf(member: number): Float64Array {
    return this.figures.subarray(member * VOLUME_COLUMNS, (member + 1) * VOLUME_COLUMNS);
  }

  /** Members whose volumes are in no sum: with them, some would not be exact. Who is among {@link readApart} may come back. */
  get leftOut(): ReadonlySet<number> {
    return this.bounds.leftOut;
  }

  /** Members whose rows are not added one by one: their sums are read, and given to {@link set}. */
  get readApart(): ReadonlySet<number> {
    return this.bounds.apart;
  }

  /** Adds a row of the ledger, but for one of {@link readApart}. Who has too much for exact sums is left out. */
  add(uid: number, volumes: Volumes): void {
    if (this.bounds.apart.has(uid)) return;
    this.made += 1;
    const own = this.ownOf(uid);
    // A row beyond the range is rounded already, and so is its sum.
    this.set(uid, volumes.every(Number.isSafeInteger) ? plus(own, volumes, 1) : [Infinity, 0, 0]);
  }

  /** Says what all rows of a member come to. */
  set(uid: number, sums: Volumes): void {
    const own = this.ownOf(uid);
    if (sums.every((sum, column) => sum === own[column]) && !this.bounds.leftOut.has(uid)) return;
    if (!this.bounds.isExact(own, sums)) {
      const largest = sums.every(Number.isSafeInteger) ? this.largestBeside(uid, sums) : uid;
      if (largest === uid) return this.leaveOut(uid);
      this.leaveOut(largest);
      return this.set(uid, sums);
    }
    this.bounds.replace(own, sums);
    this.bounds.leftOut.delete(uid);
    this.put(uid, own, sums);
  }

  /** Gives a new member what it has had as a stranger. */
  welcome(uid: number, member: number): void {
    const volumes = this.strangers.get(uid);
    if (volumes === undefined) return;
    this.strangers.delete(uid);
    this.addTo(member, volumes);
  }

  /** Begins a new period: without volumes. */
  clear(): void {
    this.figures.fill(0);
    this.strangers.clear();
    this.bounds.clear();
  }

  /** The figures of a member, also of one who is not loaded yet. */
  private ownOf(uid: number): Volumes {
    const member = this.members.find(uid);
    if (member < 0) return this.strangers.get(uid) ?? NO_VOLUMES;
    return [this.of(member, 0), this.of(member, 1), this.of(member, 2)];
  }

  private put(uid: number, own: Volumes, sums: Volumes): void {
    const member = this.members.find(uid);
    if (member < 0) this.strangers.set(uid, sums);
    else this.addTo(member, plus(sums, own, -1));
    this.made += 1;
  }

  private leaveOut(uid: number): void {
    const own = this.ownOf(uid);
    this.bounds.replace(own, NO_VOLUMES);
    this.bounds.leftOut.add(uid);
    this.bounds.apart.add(uid);
    this.put(uid, own, NO_VOLUMES);
  }

  /** Whose sum is the largest, in the volume that would leave the range. */
  private largestBeside(uid: number, sums: Volumes): number {
    const column = this.bounds.columnBeyond(this.ownOf(uid), sums);
    let largest = uid;
    let most = Math.abs(sums[column]!);
    const offer = (other: number, volume: number): void => {
      if (other === uid || Math.abs(volume) <= most) return;
      largest = other;
      most = Math.abs(volume);
    };
    for (let member = 0; member < this.members.size; member += 1)
      offer(this.members.uidOf(member), this.of(member, column));
    for (const [other, volumes] of this.strangers) offer(other, volumes[column]!);
    return largest;
  }

  private addTo(member: number, volumes: Volumes): void {
    for (let column = 0; column < VOLUME_COLUMNS; column += 1) {
      const volume = volumes[column]!;
      if (volume === 0) continue;
      this.figures[member * VOLUME_COLUMNS + column]! += volume;
      this.trees.sponsor.add(member, column, volume);
      this.trees.placement.add(member, column, volume);
    }
  }
}

/** Without `map`, which takes several times as long: a load adds up the volumes of a million members. */
function plus(one: Volumes, other: Volumes, times: 1 | -1): Volumes {
  return [one[0] + times * other[0], one[1] + times * other[1], one[2] + times * other[2]];
}

function magnitudesOf(volumes: Volumes): Volumes {
  return [Math.abs(volumes[0]), Math.abs(volumes[1]), Math.abs(volumes[2])];
}

/** Whether all sums of volumes are exact: as long as the sum of all magnitudes is, so is every other sum. */
class VolumeBounds {
  /** Members whose volumes are in no sum. */
  readonly leftOut = new Set<number>();
  /** Members who are or were left out. */
  readonly apart = new Set<number>();
  private magnitudes: Volumes = NO_VOLUMES;

  /** Whether sums stay exact if one member's volumes become others. */
  isExact(own: Volumes, sums: Volumes): boolean {
    return this.columnBeyond(own, sums) < 0;
  }

  /** The volume whose sums would not be exact any more; -1 for none. */
  columnBeyond(own: Volumes, sums: Volumes): number {
    return sums.findIndex((sum, column) => {
      const rest = this.magnitudes[column]! - Math.abs(own[column]!);
      return !(rest <= Number.MAX_SAFE_INTEGER - Math.abs(sum));
    });
  }

  /** Notes that one member's volumes are others now. */
  replace(own: Volumes, sums: Volumes): void {
    this.magnitudes = plus(plus(this.magnitudes, magnitudesOf(own), -1), magnitudesOf(sums), 1);
  }

  clear(): void {
    this.leftOut.clear();
    this.apart.clear();
    this.magnitudes = NO_VOLUMES;
  }
}
