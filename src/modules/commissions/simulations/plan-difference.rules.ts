import { fixedNumber, fixed } from '#common/money/fixed.js';
import type { RunFiguresView } from '../runs/index.js';
import type { SimulatedBonusView, SimulatedDifferenceView, SimulatedRankView } from './simulations.view.js';

const PLACES = 4;

/** What a plan comes to, less what the posted run came to. */
export function differenceOf(before: RunFiguresView, after: RunFiguresView): SimulatedDifferenceView {
  const percents = [before.payout_percent, after.payout_percent] as const;
  return {
    payout: less(after.payout, before.payout),
    payout_percent: percents[0] === null || percents[1] === null ? null : less(percents[1], percents[0]),
    payees: after.payees - before.payees,
    active: after.active - before.active,
    by_bonus: bonuses(before, after),
    by_rank: ranks(before, after),
  };
}

function bonuses(before: RunFiguresView, after: RunFiguresView): SimulatedBonusView[] {
  const [former, next] = [before, after].map(
    ({ by_bonus }) => new Map(by_bonus.map(({ bonus, amount }) => [bonus, amount])),
  ) as [Map<string, number>, Map<string, number>];
  return [...new Set([...next.keys(), ...former.keys()])].map((bonus) => {
    const [was, is] = [former.get(bonus) ?? 0, next.get(bonus) ?? 0];
    return { bonus, before: was, after: is, difference: less(is, was) };
  });
}

function ranks(before: RunFiguresView, after: RunFiguresView): SimulatedRankView[] {
  const [former, next] = [before, after].map(
    ({ by_rank }) => new Map(by_rank.map(({ rank, members }) => [rank, members])),
  ) as [Map<string | null, number>, Map<string | null, number>];
  return [...new Set([...next.keys(), ...former.keys()])].map((rank) => {
    return { rank, before: former.get(rank) ?? null, after: next.get(rank) ?? null };
  });
}

/** Exact, where doubles are not. */
function less(one: number, other: number): number {
  return fixedNumber(amountOf(one) - amountOf(other));
}

function amountOf(value: number): bigint {
  return fixed(value.toFixed(PLACES));
}
