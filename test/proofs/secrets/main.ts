/**
 * Shows that secrets stay where they belong: walks all routes with secrets that occur nowhere else, well and badly, then
 * searches logs, metrics, answers, webhooks and all tables for any piece of any of them. `npm run prove -- secrets`.
 * Ends with 0 when none was found where it should not be.
 */
import 'reflect-metadata';
import type { Place } from '../support/place.js';
import { atPlace, print, prove } from '../support/proof.js';
import { Random } from '../support/random.js';
import { carryOut, type Outcome } from './run.js';
import { optionsOf } from '../support/options.js';

/** Reads the options of the proof. The seed decides the port; the secrets are always new. What `--keep` leaves holds them. */
const readOptions = optionsOf({}, ['keep'], () => 30);

/** What a run is told. */
type Options = ReturnType<typeof readOptions>;

/** Leaks of one place that are shown. */
const EXAMPLES = 10;

await prove({
  readOptions,
  claim: 'no piece of a secret was where it should not be',
  carryOut: (options, { signal }) => {
    print(`seed ${options.seed}`);
    return atPlace(options.keep && 'the data and the logs', (place) => search(options, place, signal));
  },
});

async function search({ seed }: Options, place: Place, signal: AbortSignal): Promise<boolean> {
  const begun = performance.now();
  const outcome = await carryOut(place, new Random(seed), signal);
  for (const line of describe(outcome)) print(line);
  print(`${'duration'.padEnd(44)}${((performance.now() - begun) / 1000).toFixed(0)} s`);
  const unseen = outcome.service.operations.filter(({ id }) => !outcome.service.succeeded.has(id));
  for (const { id } of unseen) print(`never succeeded: ${id}`);
  return unseen.length === 0 && outcome.searched.every(({ leaks }) => leaks.length === 0);
}

function describe({ searched, service, secrets, failed, webhooks, statements, lines }: Outcome): string[] {
  const { heard, succeeded, operations } = service;
  const refused = heard.filter(({ status }) => status >= 400 && status < 500).length;
  const kinds = [...secrets.counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
  const figures: [string, string][] = [
    ['operations', `${succeeded.size} of ${operations.length} walked with success`],
    ['answers', `${heard.length}, of which ${refused} refused and ${failed} failed for what was broken`],
    ['secrets', `${secrets.size}: ${kinds}`],
    ['log lines, webhooks, statements', `${lines}, ${webhooks}, ${statements}`],
  ];
  const places = searched.map(({ place, size, leaks }): [string, string] => [
    place,
    `${size} characters, ${leaks.length === 0 ? 'no secret' : `${leaks.length} SECRETS`}`,
  ]);
  const examples = searched.flatMap(({ place, leaks }) => [
    ...leaks.slice(0, EXAMPLES).map((leak) => `${place}: ${leak}`),
    ...(leaks.length > EXAMPLES ? [`${place}: and ${leaks.length - EXAMPLES} more`] : []),
  ]);
  return [...[...figures, ...places].map(([name, text]) => `${name.padEnd(44)}${text}`), ...examples];
}
