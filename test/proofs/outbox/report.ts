import type { Change } from '../support/outbox/change.js';
import type { Counts, StoredEvent } from '../support/outbox/evidence.js';
import type { Figures } from '../support/outbox/figures.js';
import type { Tally } from './killer.js';
import { FAILURES, type Failure } from '../support/outbox/verdict.js';

/** Examples of one kind of failure that are shown. */
const EXAMPLES = 5;

/** What is printed at the end of a run. */
export interface Report {
  tally: Tally;
  figures: Figures;
  counts: Counts;
  events: readonly StoredEvent[];
  changes: readonly Change[];
  failures: readonly Failure[];
  /** What went wrong with the run itself. */
  troubles: readonly string[];
  seconds: number;
}

/** The figures of a run, a line each. */
export function describe({ tally, figures, counts, events, changes, failures, troubles, seconds }: Report): string[] {
  const { api, worker, starting, answering, delivering } = tally;
  const lines: [string, string][] = [
    ['kills', `${api + worker}: ${api} of API, ${worker} of worker processes`],
    ['', `${starting} while starting, ${answering} with requests open, ${delivering} with deliveries open`],
    ['changes acknowledged', String(figures.acknowledged)],
    ['changes refused', `${figures.refused} (${statusesOf(changes)})`],
    ['changes cut off', `${figures.unknownCommitted} were committed, ${figures.unknownRolledBack} were not`],
    ['events committed', `${events.length} (${typesOf(events)})`],
    ['event rows rolled back', String(counts.rolledBackRows)],
    ['deliveries expected', String(figures.expected)],
    [
      'deliveries received',
      `${figures.accepted}, of which ${figures.repeated} again; ${figures.failedOnPurpose} more were failed on purpose`,
    ],
    ['delivery log', `${counts.attempts} attempts; ${listOf(counts.deliveries)}`],
    ['overtaken', `${figures.overtaken} by a later event of the same aggregate, where nothing failed`],
    [
      'commit to delivery',
      `${percentile(figures.delays, 0.5)} median, ${percentile(figures.delays, 0.95)} at 95 %, ${percentile(figures.delays, 1)} at most`,
    ],
    ['duration', `${seconds.toFixed(0)} s`],
  ];
  for (const [kind, words] of Object.entries(FAILURES)) {
    lines.push([kind, `${failures.filter((failure) => failure.kind === kind).length} ${words}`]);
  }
  return [...lines.map(([name, text]) => `${name.padEnd(24)}${text}`), ...examplesOf(failures), ...troubles];
}

function examplesOf(failures: readonly Failure[]): string[] {
  return Object.keys(FAILURES).flatMap((kind) =>
    failures
      .filter((failure) => failure.kind === kind)
      .slice(0, EXAMPLES)
      .map(({ what }) => `${kind}: ${what}`),
  );
}

function statusesOf(changes: readonly Change[]): string {
  return listOf(countBy(changes.filter(({ outcome }) => outcome === 'refused').map(({ status }) => String(status))));
}

function typesOf(events: readonly StoredEvent[]): string {
  return listOf(countBy(events.map(({ type }) => type)));
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function listOf(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts)
    .sort()
    .map(([name, count]) => `${count} ${name}`);
  return parts.join(', ') || 'none';
}

function percentile(ascending: readonly number[], share: number): string {
  const value = ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))];
  return value === undefined ? '-' : `${(value / 1000).toFixed(2)} s`;
}
