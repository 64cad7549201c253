import { VIOLATIONS } from '../support/history/explain.js';
import type { Count } from '../support/history/figures.js';
import type { Verdict, Violation } from '../support/history/check.js';
import type { Operation } from '../support/history/operation.js';

/** What is reported of a run. */
export interface Report {
  counts: Map<string, Count>;
  verdict: Verdict;
  troubles: readonly string[];
  /** For how long the clients worked, and how long all of it took. */
  workSeconds: number;
  checkSeconds: number;
  seconds: number;
}

const NAMED = 5;
const LABEL = 22;

/** A run in lines for people. */
export function describe({ counts, verdict, troubles, workSeconds, checkSeconds, seconds }: Report): string[] {
  const all = sumOf([...counts.values()]);
  const found = Map.groupBy(verdict.violations, ({ kind }) => kind);
  return [
    row('operation', ['all', 'ok', 'failed', 'unknown', 'contended']),
    ...[...counts].map(([kind, count]) => row(kind, cellsOf(count))),
    row('all', cellsOf(all)),
    line('objects', `${verdict.objects}, of which ${verdict.undecided.length} could not be decided`),
    line(
      'duration',
      `${seconds.toFixed(0)} s: ${workSeconds.toFixed(0)} s of work, ${checkSeconds.toFixed(1)} s of checking`,
    ),
    ...Object.entries(VIOLATIONS).map(([kind, what]) =>
      line(kind, `${[...found].find(([name]) => name === kind)?.[1].length ?? 0} ${what}`),
    ),
    ...[...found.values()].flatMap((violations) => violations.slice(0, NAMED).flatMap(storyOf)),
    ...verdict.undecided.map((object) => `undecided: ${object}`),
    ...troubles.map((trouble) => `trouble: ${trouble}`),
  ];
}

function sumOf(counts: readonly Count[]): Count {
  const sum = { ok: 0, failed: 0, unknown: 0, contended: 0, all: 0 };
  for (const count of counts) {
    sum.all += count.all;
    sum.ok += count.ok;
    sum.failed += count.failed;
    sum.unknown += count.unknown;
    sum.contended += count.contended;
  }
  return sum;
}

function cellsOf({ all, ok, failed, unknown, contended }: Count): string[] {
  return [all, ok, failed, unknown, contended].map(String);
}

function row(label: string, cells: readonly string[]): string {
  return label.padEnd(LABEL) + cells.map((cell) => cell.padStart(10)).join('');
}

function line(label: string, text: string): string {
  return `${label.padEnd(LABEL)}${text}`;
}

function storyOf({ kind, object, operations }: Violation): string[] {
  const first = Math.min(...operations.map(({ start }) => start));
  return [`${kind}: ${object}`, ...operations.map((operation) => `  ${tell(operation, first)}`)];
}

function tell({ client, action, outcome, start, end, saw, refusal, replayed }: Operation, first: number): string {
  const when = `${(start - first).toFixed(1)}–${(end - first).toFixed(1)} ms`;
  const said = JSON.stringify(saw ?? refusal ?? {});
  return `${when} ${client} ${JSON.stringify(action)} ${outcome}${replayed ? ' again' : ''} ${said}`;
}
