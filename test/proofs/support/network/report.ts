import type { Evidence } from './evidence.js';
import { FAILURES, type Failure } from './verdict.js';

const NAMED = 5;
const LABEL = 24;
const SHOWN = 1_000;

/** What became of a network, in lines for people. */
export function describeNetwork({ asked, events, tables, told }: Evidence, failures: readonly Failure[]): string[] {
  const types = [...new Set(asked.map(({ type }) => type))].sort();
  const found = Map.groupBy(failures, ({ kind }) => kind);
  const late = told.map(({ instance, after }) => `${instance} after ${(after / 1000).toFixed(1)} s`);
  const { members, edges, states, ledger } = tables;
  return [
    row('network', ['all', 'ok', 'refused', 'unknown', 'events']),
    ...types.map((type) => {
      const changes = asked.filter((one) => one.type === type);
      const count = (outcome: string): number => changes.filter((one) => one.outcome === outcome).length;
      const outcomes = ['acknowledged', 'refused', 'unknown'].map(count);
      return row(type, [changes.length, ...outcomes, events.filter((event) => event.type === type).length].map(String));
    }),
    line(
      'rows',
      `${members.length} members, ${edges.length} edges, ${states.length} standings, ${ledger.length} volumes`,
    ),
    line('live figures right', `${late.join(', ')} (of the last change)`),
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
