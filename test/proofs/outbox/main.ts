/**
 * Shows that the outbox loses nothing: kills processes of the service at random moments while clients work, then looks
 * whether each committed change was delivered and no other. `npm run prove -- outbox --kills 200 --seed 1`.
 * Ends with 0 when all of it holds, with 1 when anything is lost, was delivered without being committed, or went wrong.
 */
import { figuresOf, type Figures } from '../support/outbox/figures.js';
import { readOptions, type Options, Run } from './run.js';
import type { Place } from '../support/place.js';
import { atPlace, print, prove } from '../support/proof.js';
import { check, FAILURES, type Failure } from '../support/outbox/verdict.js';
import type { Change } from '../support/outbox/change.js';
import type { Counts, StoredEvent } from '../support/outbox/evidence.js';
import type { Tally } from './killer.js';

/** Examples of one kind of failure that are shown. */
const EXAMPLES = 5;

/** What is printed at the end of a run. */
interface Report {
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
function describe({ tally, figures, counts, events, changes, failures, troubles, seconds }: Report): string[] {
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

await prove({
  readOptions,
  claim: 'nothing was lost, and nothing that was rolled back was delivered',
  carryOut: (options, { signal }) => {
    print(`seed ${options.seed}, ${options.kills} kills`);
    return atPlace(options.keep && 'the data and services.log', (place) => kill(options, place, signal));
  },
});

async function kill(options: Options, place: Place, signal: AbortSignal): Promise<boolean> {
  const begun = performance.now();
  const run = new Run(options, place, signal, print);
  try {
    const { evidence, ...outcome } = await run.carryOut();
    const failures = check(evidence);
    const figures = figuresOf(evidence);
    const { events, changes } = evidence;
    const seconds = (performance.now() - begun) / 1000;
    for (const line of describe({ ...outcome, figures, failures, events, changes, seconds })) print(line);
    return failures.length === 0 && outcome.troubles.length === 0;
  } finally {
    await run.end();
  }
}
