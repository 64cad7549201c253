import { OWN_BONUS_TYPES, type BonusTypes } from './bonus-types.js';
import { calculate, type Outcome } from './calculate.js';
import { CAP, CLAWBACK } from './lines.js';
import { NOBODY, NO_RANK } from './period.js';
import { inputOf, type SmallPeriod } from './small-period.js';

/** A line with uids and names; amounts in minor units. */
export interface NamedLine {
  readonly bonus: string;
  readonly payee: number;
  readonly source?: number;
  readonly level?: number;
  readonly rank?: string;
  readonly amount: number;
}

/** What a member came to; volumes in ten-thousandths. */
export interface NamedMember {
  readonly personal: number;
  readonly group: number;
  readonly active: boolean;
  readonly rank: string | undefined;
  readonly title: string | undefined;
}

/** What the engine makes of a small period, by uids and names. */
export interface SmallOutcome {
  readonly lines: readonly NamedLine[];
  readonly members: ReadonlyMap<number, NamedMember>;
  /** By bonus and uid, in ten-thousandths; only what is not 0. */
  readonly carried: Readonly<Record<string, Readonly<Record<number, { left: number; right: number }>>>>;
  /** By bonus and reason, in minor units. */
  readonly unpaid: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly outcome: Outcome;
}

/** Calculates a period of a small network: takes and gives uids and names instead of columns. Throws as `calculate` does. */
export function calculateSmall(small: SmallPeriod, types: BonusTypes = OWN_BONUS_TYPES): SmallOutcome {
  const { input, uids } = inputOf(small);
  const outcome = calculate(small.plan, input, types);
  const nameOf = (rank: number): string | undefined => (rank === NO_RANK ? undefined : small.plan.ranks[rank]!.name);
  const { measures, standings } = outcome;
  return {
    lines: [...outcome.lines].map(({ bonus, payee, source, level, rank, amount }) => ({
      bonus: bonus === CAP ? 'cap' : bonus === CLAWBACK ? 'clawback' : small.plan.bonuses[bonus]!.id,
      payee: uids[payee]!,
      ...(source === NOBODY ? {} : { source: uids[source]! }),
      ...(level === 0 ? {} : { level }),
      ...(rank === NO_RANK ? {} : { rank: small.plan.ranks[rank]!.name }),
      amount,
    })),
    members: new Map(
      uids.map((uid, member) => [
        uid,
        {
          personal: measures.personal[member]!,
          group: measures.group[member]!,
          active: standings.active[member] === 1,
          rank: nameOf(standings.paidAs[member]!),
          title: nameOf(standings.title[member]!),
        },
      ]),
    ),
    carried: Object.fromEntries(
      [...outcome.carried].map(([bonus, { left, right }]) => [
        bonus,
        Object.fromEntries(
          uids
            .map((uid, member) => [uid, { left: left[member]!, right: right[member]! }] as const)
            .filter(([, legs]) => legs.left !== 0 || legs.right !== 0),
        ),
      ]),
    ),
    unpaid: Object.fromEntries(
      [...outcome.unpaid.byBonus].map(([bonus, reasons]) => [
        bonus,
        Object.fromEntries([...reasons].map(([reason, amount]) => [reason, Number(amount)])),
      ]),
    ),
    outcome,
  };
}

/** What each member got by a bonus, in minor units. */
export function paidBy({ lines }: SmallOutcome, bonus: string): Record<number, number> {
  const sums: Record<number, number> = {};
  for (const line of lines) if (line.bonus === bonus) sums[line.payee] = (sums[line.payee] ?? 0) + line.amount;
  return sums;
}
