import type { MoneyOutcome } from './load.js';
import { FAILURES } from './verdict.js';

const NAMED = 5;
const LABEL = 24;
const SHOWN = 1_000;

/** What became of earnings and payouts, in lines for people. */
export function describeMoney({ asked, rows, failures }: MoneyOutcome): string[] {
  const found = Map.groupBy(failures, ({ kind }) => kind);
  const { entries, batches, items } = rows;
  const statuses = [...Map.groupBy(items, ({ status }) => status)].map(([status, own]) => `${own.length} ${status}`);
  return [
    row('money', ['all', 'ok', 'refused', 'unknown']),
    ...[...Map.groupBy(asked, ({ what }) => what)].sort().map(([what, changes]) => {
      const count = (outcome: string): number => changes.filter((one) => one.outcome === outcome).length;
      return row(what, [changes.length, ...['acknowledged', 'refused', 'unknown'].map(count)].map(String));
    }),
    line(
      'money rows',
      `${entries.length} entries, ${batches.length} payouts, ${items.length} items: ${statuses.join(', ')}`,
    ),
    ...Object.entries(FAILURES).map(([kind, what]) =>
      line(kind, `${failures.filter((one) => one.kind === kind).length} ${what}`),
    ),
    ...[...found].flatMap(([kind, list]) => list.slice(0, NAMED).map(({ what }) => `${kind}: ${what.slice(0, SHOWN)}`)),
  ];
}

function row(label: string, cells: readonly string[]): string {
  return label.padEnd(LABEL) + cells.map((cell) => cell.padStart(10)).join('');
}

function line(label: string, text: string): string {
  return `${label.padEnd(LABEL)}${text}`;
}
