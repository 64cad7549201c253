/**
 * Sends the service what nobody should: requests made from its OpenAPI document, allowed and beside what is allowed, from
 * everybody who may send any. `npm run prove -- fuzz --requests 100000 --seed 1`.
 * Ends with 0 when every answer was as documented, no refusal changed anything, and every operation was reached.
 */
import 'reflect-metadata';
import { findPlace, type Place } from '../support/place.js';
import { print, prove } from '../support/proof.js';
import { readOptions, type Options } from './options.js';
import { describe, describeOperations } from './report.js';
import { Lane } from './lane.js';
import { Tally } from './tally.js';

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
