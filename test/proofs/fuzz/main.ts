/**
 * Sends the service what nobody should: requests made from its OpenAPI document, allowed and beside what is allowed, from
 * everybody who may send any. `npm run prove -- fuzz --requests 100000 --seed 1`.
 * Ends with 0 when every answer was as documented, no refusal changed anything, and every operation was reached.
 */
import 'reflect-metadata';
import { findPlace, type Place } from '../support/place.js';
import { print, prove } from '../support/proof.js';
import { readOptions, type Options, Lane } from './lane.js';
import { Tally, type Failure } from './tally.js';

/** Most characters of a body that are shown. */
const SHOWN = 2_000;

/** What is printed at the end of a run. */
interface Report {
  tally: Tally;
  /** Bytes of each service's memory before its first request and after its last. */
  memory: readonly (readonly [number, number])[];
  seconds: number;
}

/** The figures of a run, a line each. */
function describe({ tally, memory, seconds }: Report): string[] {
  const classes = new Map<string, number>();
  for (const [status, count] of tally.statuses) {
    const name = status === 0 ? 'no answer' : `${Math.floor(status / 100)}xx`;
    classes.set(name, (classes.get(name) ?? 0) + count);
  }
  const { known: operations, sockets } = tally;
  const reached = operations.filter((id) => tally.hasSucceeded(id)).length;
  const pairs = [...tally.operations.values()].reduce((sum, statuses) => sum + statuses.size, 0);
  const grown = memory.map((bytes) => bytes.map((one) => `${(one / 1_048_576).toFixed(0)} MiB`).join(' before, '));
  const lines: [string, string][] = [
    ['requests', `${tally.requests} in ${seconds.toFixed(0)} s`],
    ['answers', listOf(classes)],
    ['statuses', listOf(tally.statuses)],
    ['senders', listOf(tally.roles)],
    ['operations', `${reached} of ${operations.length} succeeded; ${pairs} pairs of operation and status seen`],
    ['at the socket', `${sockets} cases`],
    ['slowest', tally.slowest.map(({ operationId, ms }) => `${ms.toFixed(0)} ms ${operationId}`).join(', ')],
    ['memory', grown.map((one) => `${one} after`).join('; ')],
    ['failures', `${tally.failures.size} kinds`],
  ];
  return [
    ...lines.map(([name, text]) => `${name.padEnd(16)}${text}`),
    ...[...tally.failures.values()].flatMap(describeFailure),
  ];
}

/** The table of operations and the statuses that each was seen to answer with. */
function describeOperations({ tally }: Report): string[] {
  return tally.known.map((id) => `${id.padEnd(32)}${listOf(tally.operations.get(id) ?? new Map<number, number>())}`);
}

/** A failure, with the request that shows it; its credentials are those of the role. */
function describeFailure({ problem, operationId, index, role, wire, count }: Failure): string[] {
  const { method, address, headers, body } = wire;
  const sent = headers.map(([name, value]) => `${name}: ${value.slice(0, 200)}`).join('; ');
  return [
    `${problem.kind} (${count} times, first at request ${index}): ${operationId}: ${problem.what}`,
    `    ${method} ${address.slice(0, SHOWN)}`,
    `    as ${role}${sent === '' ? '' : `; ${sent}`}`,
    ...(body === undefined ? [] : [`    ${textOf(body)}`]),
  ];
}

function textOf(body: Buffer): string {
  const text = body.toString('utf8');
  const isText = Buffer.from(text).equals(body);
  return isText ? text.slice(0, SHOWN) : `base64 ${body.toString('base64').slice(0, SHOWN)}`;
}

function listOf<Key extends string | number>(counts: ReadonlyMap<Key, number>): string {
  const parts = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => `${count} × ${name}`);
  return parts.join(', ') || 'none';
}

await prove({
  readOptions,
  claim: 'every answer was as documented, and no refusal changed anything',
  carryOut: async (options, givenUp) => {
    print(`seed ${options.seed}, ${options.requests} requests, ${options.lanes} services`);
    const places: Place[] = [];
    try {
      for (let number = 0; number < options.lanes; number += 1) places.push(await findPlace());
      return await fuzz(options, places, givenUp);
    } finally {
      for (const place of places) {
        await place.leave(options.keep);
        if (options.keep) print(`data and services.log are in ${place.dataDir}`);
      }
    }
  },
});

async function fuzz(options: Options, places: readonly Place[], givenUp: AbortController): Promise<boolean> {
  const begun = performance.now();
  const tally = new Tally();
  const lanes = places.map((place, number) => new Lane(options, number, tally, place, givenUp.signal, print));
  try {
    await Promise.all(lanes.map((lane) => lane.carryOut()));
  } catch (error) {
    givenUp.abort(error);
    throw error;
  } finally {
    for (const lane of lanes) await lane.end();
    const report = { tally, memory: lanes.map(({ memory }) => memory), seconds: (performance.now() - begun) / 1000 };
    for (const line of [...describeOperations(report), ...describe(report)]) print(line);
    for (const trouble of lanes.flatMap(({ troubles }) => troubles)) print(trouble);
  }
  return tally.failures.size === 0 && lanes.every(({ troubles }) => troubles.length === 0);
}
