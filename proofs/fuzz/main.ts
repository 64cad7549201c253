/**
 * Sends the service what nobody should: requests made from its OpenAPI document, allowed and beside what is allowed, from
 * everybody who may send any. `npm run prove:fuzz -- --requests 100000 --seed 1`.
 * Ends with 0 when every answer was as documented, no refusal changed anything, and every operation was reached.
 */
import 'reflect-metadata';
import { findPlace, type Place } from '../support/place.js';
import { readOptions, type Options } from './options.js';
import { describe, describeOperations } from './report.js';
import { Lane } from './lane.js';
import { Tally } from './tally.js';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

try {
  process.exitCode = await main(readOptions(process.argv.slice(2)));
} catch (error) {
  print(`not proved: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function main(options: Options): Promise<number> {
  print(`seed ${options.seed}, ${options.requests} requests, ${options.lanes} services`);
  const givenUp = new AbortController();
  const giveUp = (why: string) => givenUp.abort(new Error(why));
  const clock = setTimeout(() => giveUp(`not done after ${options.minutes} minutes`), options.minutes * 60_000);
  for (const name of STOP_SIGNALS) process.once(name, () => giveUp(`stopped by ${name}`));
  const places: Place[] = [];
  try {
    for (let number = 0; number < options.lanes; number += 1) places.push(await findPlace());
    return await prove(options, places, givenUp);
  } finally {
    clearTimeout(clock);
    for (const place of places) {
      await place.leave(options.keep);
      if (options.keep) print(`data and services.log are in ${place.dataDir}`);
    }
  }
}

async function prove(options: Options, places: readonly Place[], givenUp: AbortController): Promise<number> {
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
  const isProved = tally.failures.size === 0 && lanes.every(({ troubles }) => troubles.length === 0);
  print(isProved ? 'proved: every answer was as documented, and no refusal changed anything' : 'not proved');
  return isProved ? 0 : 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
