import { fixed, type Fixed } from '#common/money/fixed.js';
import type { Plan } from '#commissions/engine/index.js';
import type { GroupMember } from '../groups-explained.js';

type Differential = Extract<Plan['bonuses'][number], { type: 'differential' }>;

/** The group of one payee. */
export interface Group {
  readonly uid: number;
  readonly isPayee: boolean;
  qualifying: Fixed;
  commissionable: Fixed;
  percent: number;
  isBroken: boolean;
}

/** A member's group, those directly below it, and all further down. */
export interface Groups {
  readonly own: Group;
  readonly children: readonly Group[];
  readonly all: ReadonlyMap<number, Group>;
  /** The nearest payee above each member; not of who hangs on a top that is none. */
  readonly payeeAbove: ReadonlyMap<number, number | undefined>;
}

/** The step that a qualifying volume reaches; −1: none. */
export function stepOf(steps: Differential['steps'], qualifying: Fixed): number {
  return steps.findLastIndex(({ from }) => qualifying >= fixed(from.toFixed(4)));
}

/** Adds the groups of a member and all below up from the bottom, as the engine does; undefined for who is not among them. */
export function groupsOf(
  members: readonly GroupMember[],
  { steps, breakaway }: Differential,
  uid: number,
): Groups | undefined {
  const groups = new Map<number, Group>(
    members.map((one) => [
      one.uid,
      {
        uid: one.uid,
        isPayee: one.isPayee,
        qualifying: one.own,
        commissionable: one.commissionable,
        percent: 0,
        isBroken: false,
      },
    ]),
  );
  const byUid = new Map(members.map((one) => [one.uid, one]));
  const payeeAbove = payeesAbove(members);
  const children: Group[] = [];
  // From the recursion members come level by level.
  for (const { uid: at, isPayee } of [...members].reverse()) {
    const group = groups.get(at)!;
    if (isPayee) {
      const step = stepOf(steps, group.qualifying);
      group.percent = steps[step]?.percent ?? 0;
      group.isBroken = breakaway !== undefined && step === steps.length - 1;
    }
    const above = at === uid ? undefined : groups.get(payeeAbove.get(at) ?? uid);
    if (above === undefined) continue;
    if (isPayee && above.uid === uid && byUid.get(uid)!.isPayee) children.push(group);
    if (group.isBroken) continue;
    above.qualifying += group.qualifying;
    above.commissionable += group.commissionable;
  }
  const own = groups.get(uid);
  return own === undefined ? undefined : { own, children: children.reverse(), all: groups, payeeAbove };
}

/** The nearest payee above each member of the group; undefined for those directly below a top that is none. */
function payeesAbove(members: readonly GroupMember[]): ReadonlyMap<number, number | undefined> {
  const byUid = new Map(members.map((one) => [one.uid, one]));
  const found = new Map<number, number | undefined>();
  for (const { uid, sponsorUid } of members) {
    const sponsor = sponsorUid === null ? undefined : byUid.get(sponsorUid);
    if (sponsor === undefined) continue;
    found.set(uid, sponsor.isPayee ? sponsor.uid : found.get(sponsor.uid));
  }
  return found;
}
