/**
 * Shows that the books of a year balance to the cent: a company lives twelve months through the service over HTTP, on a database
 * whose clock is set forward (sign-ups, orders, payments, cancellations, returns also of earlier months, moves, changes of status,
 * a second version of the plan), and each month is run, approved, posted and paid out. Each line, measure, rank and carried
 * volume is held against the naive second implementation, which reads the tables in its own way.
 * `npm run prove -- year --members 30 --seed 1`. Ends with 0 when everything balances, else with 1.
 */
import { join } from 'node:path';
import { Checks } from '../support/checks.js';
import { Instance } from '../support/instance.js';
import { freePorts, type Place } from '../support/place.js';
import { atPlace, print, prove } from '../support/proof.js';
import { Random } from '../support/random.js';
import { SUPER_ADMIN } from '../support/shop.js';
import { YearClock } from './clock.js';
import { Year } from './year.js';
import { optionsOf } from '../support/options.js';

/** Reads the options of the proof. */
const readOptions = optionsOf(
  {
    /** Members who come in the first month; more come each month. */
    members: [30, 8, 500],
  },
  ['keep'],
  () => 20,
);

/** What a run is told. */
type Options = ReturnType<typeof readOptions>;

await prove({
  readOptions,
  claim: 'the books of the year balance to the cent',
  carryOut: (options, { signal }) => {
    print(`seed ${options.seed}, ${options.members} members to begin with`);
    return atPlace(options.keep && 'the data and service.log', (place) => carryOut(options, place, signal));
  },
});

async function carryOut({ members, seed }: Options, place: Place, signal: AbortSignal): Promise<boolean> {
  const random = new Random(seed);
  const [port] = await freePorts(random.fork('ports'), 1);
  const settings = {
    DATABASE_URL: place.databaseUrl,
    DATA_DIR: join(place.dataDir, 'service'),
    DEMO: 'false',
    LOG_LEVEL: 'warn',
    SUPER_ADMIN_USERNAME: SUPER_ADMIN.username,
    SUPER_ADMIN_PASSWORD: SUPER_ADMIN.password,
  };
  const instance = new Instance('service', port!, settings, join(place.dataDir, 'service.log'));
  const clock = new YearClock(place.pool);
  const checks = new Checks();
  const year = new Year({ instance, clock, pool: place.pool, random, checks, signal });
  await clock.install(year.begins);
  instance.start();
  try {
    await instance.ready(signal);
    await clock.makeRoom();
    await year.pass(members);
  } finally {
    checks.that('the service', 'stops', await instance.stop());
  }
  for (const accident of instance.accidents) checks.that('the service', 'logs no error', false, accident);
  for (const line of [...year.describe(), ...checks.describe()]) print(line);
  return checks.failed === 0;
}
