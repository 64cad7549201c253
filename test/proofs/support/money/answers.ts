import type { Asked } from './asked.js';
import type { MoneyRows } from './rows.js';
import type { Failure } from './verdict.js';

type Of<What extends Asked['what']> = Extract<Asked, { what: What }>;

/** What clients were told, against what is there. */
export function checkAnswers(asked: readonly Asked[], rows: MoneyRows): Failure[] {
  return [...checkAdjustments(asked, rows), ...checkMarks(asked, rows), ...checkHolds(asked, rows)];
}

function only<What extends Asked['what']>(asked: readonly Asked[], what: What): Of<What>[] {
  return asked.filter((one): one is Of<What> => one.what === what);
}

/** An adjustment is there once if it was acknowledged, also if it was sent several times with one key. */
function* checkAdjustments(asked: readonly Asked[], { entries }: MoneyRows): Generator<Failure> {
  const written = Map.groupBy(
    entries.filter(({ kind }) => kind === 'adjustment'),
    ({ reason }) => reason,
  );
  for (const [reason, tries] of Map.groupBy(only(asked, 'adjust'), (one) => one.reason)) {
    const count = written.get(reason)?.length ?? 0;
    const outcomes = new Set(tries.map(({ outcome }) => outcome));
    const what = `${reason}: ${count} written, ${[...outcomes].join(', ')}`;
    if (count > 1 || (count === 0 && outcomes.has('acknowledged'))) yield { kind: 'vanished', what };
    if (count > 0 && !outcomes.has('acknowledged') && !outcomes.has('unknown')) yield { kind: 'resurrected', what };
  }
}

/** A mark that was acknowledged stays for ever. */
function* checkMarks(asked: readonly Asked[], { items }: MoneyRows): Generator<Failure> {
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const mark of only(asked, 'mark')) {
    const item = byId.get(mark.item);
    if (mark.outcome !== 'acknowledged' || (item?.status === mark.status && item.said === mark.said)) continue;
    yield { kind: 'vanished', what: JSON.stringify({ mark, item }) };
  }
}

/** Nobody is in a payout who was on hold from before it was asked for until after it was answered. */
function* checkHolds(asked: readonly Asked[], { items }: MoneyRows): Generator<Failure> {
  const ends = only(asked, 'end hold').filter(({ outcome }) => outcome !== 'refused');
  const holds = only(asked, 'hold').filter(({ outcome }) => outcome === 'acknowledged');
  for (const made of only(asked, 'make')) {
    if (made.outcome !== 'acknowledged') continue;
    const members = new Set(items.filter(({ payout }) => payout === made.payout).map(({ uid }) => uid));
    for (const held of holds) {
      const isOver = ends.some(({ hold, start }) => hold === held.hold && start < made.end);
      if (held.end < made.start && !isOver && members.has(held.uid))
        yield { kind: 'held', what: JSON.stringify({ made, held }) };
    }
  }
}
