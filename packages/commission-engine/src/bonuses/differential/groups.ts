import { BeyondRange, isHeld, tenThousandths } from '../../exact.js';
import type { GroupMember } from '../../explanation.js';
import { NOBODY } from '../../period.js';
import type { DifferentialBonus } from './differential.schema.js';

/** Members whose groups are added up, one column for each property; whoever stands above has a lower position. */
interface GroupColumns {
  readonly uid: ArrayLike<number>;
  /** 1 for who can be paid. */
  readonly payees: Uint8Array;
  /** The nearest payee above, or `NOBODY`. */
  readonly upline: Int32Array;
  readonly qualifying: Float64Array;
  readonly commissionable: Float64Array;
}

/** The groups on the tree of payees: each one's own volume, that of all who are skipped, and of the groups handed up. */
export class Groups {
  readonly qualifying: Float64Array;
  readonly commissionable: Float64Array;
  /** 1 for who has broken away: at the highest step, where the bonus has that. */
  readonly broken: Uint8Array;
  private readonly from: readonly number[];

  constructor(
    private readonly bonus: DifferentialBonus,
    private readonly columns: GroupColumns,
  ) {
    this.qualifying = columns.qualifying.slice();
    this.commissionable = columns.commissionable.slice();
    this.broken = new Uint8Array(columns.upline.length);
    this.from = bonus.steps.map((step) => tenThousandths(step.from));
  }

  /**
   * Adds all groups up from the bottom.
   * @param whole is called for each payee when its group is whole, with its step, or -1
   */
  addUp(whole: (member: number, step: number) => void): void {
    for (let member = this.broken.length - 1; member >= 0; member -= 1) {
      if (this.columns.payees[member] === 1) {
        const step = this.stepOf(this.qualifying[member]!);
        if (this.bonus.breakaway !== undefined && step === this.from.length - 1) this.broken[member] = 1;
        whole(member, step);
      }
      if (this.broken[member] === 0) this.handUp(member);
    }
  }

  /** The highest step that a volume reaches, or -1. */
  private stepOf(volume: number): number {
    let step = this.from.length - 1;
    while (step >= 0 && volume < this.from[step]!) step -= 1;
    return step;
  }

  /** Adds a member's group to that of the nearest payee above. */
  private handUp(member: number): void {
    const above = this.columns.upline[member]!;
    if (above < 0) return;
    this.qualifying[above]! += this.qualifying[member]!;
    this.commissionable[above]! += this.commissionable[member]!;
    if (!isHeld(this.qualifying[above]!) || !isHeld(this.commissionable[above]!))
      throw new BeyondRange('volume of the differential group', this.columns.uid[above]);
  }
}

/** The group of one member, as it is explained. */
export interface Group {
  readonly uid: number;
  readonly isPayee: boolean;
  readonly qualifying: bigint;
  readonly commissionable: bigint;
  readonly percent: number;
  readonly isBroken: boolean;
  /** The group that it is a part of, unless it has broken away. */
  readonly above: Group | undefined;
}

/** A member's group, those directly below it, and all further down by uid. */
export interface GroupsBelow {
  readonly own: Group;
  readonly children: readonly Group[];
  readonly all: ReadonlyMap<number, Group>;
}

/**
 * Adds up the groups of a member and all below as the calculation does.
 * @param members the member first, and everybody after the sponsor; directly below a member that cannot be paid all hang on it
 */
export function groupsBelow(bonus: DifferentialBonus, members: readonly GroupMember[]): GroupsBelow | undefined {
  const positions = new Map(members.map(({ uid }, at) => [uid, at]));
  const upline = new Int32Array(members.length).fill(NOBODY);
  for (let at = 1; at < members.length; at += 1) {
    const sponsor = positions.get(members[at]!.sponsorUid!)!;
    upline[at] = sponsor === 0 || members[sponsor]!.isPayee ? sponsor : upline[sponsor]!;
  }
  const groups = new Groups(bonus, {
    uid: members.map(({ uid }) => uid),
    payees: Uint8Array.from(members, ({ isPayee }) => Number(isPayee)),
    upline,
    qualifying: Float64Array.from(members, ({ own }) => Number(own)),
    commissionable: Float64Array.from(members, ({ commissionable }) => Number(commissionable)),
  });
  const percents = new Map<number, number>();
  groups.addUp((member, step) => percents.set(member, bonus.steps[step]?.percent ?? 0));
  const all: Group[] = [];
  for (const [at, { uid, isPayee }] of members.entries())
    all.push({
      uid,
      isPayee,
      qualifying: BigInt(groups.qualifying[at]!),
      commissionable: BigInt(groups.commissionable[at]!),
      percent: percents.get(at) ?? 0,
      isBroken: groups.broken[at] === 1,
      above: all[upline[at]!],
    });
  const own = all[0];
  if (own === undefined) return undefined;
  const children = all.filter(({ isPayee, above }) => isPayee && above === own && own.isPayee);
  return { own, children, all: new Map(all.map((group) => [group.uid, group])) };
}
