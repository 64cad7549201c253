/**
 * Measures what the service costs beside the SQL that it must run: the same jobs on the service and on two floors, in
 * interleaved rounds. `npm run bench -- service --rounds 5 --seconds 3`. test/bench/README.md says how to read what it prints.
 */
import { join } from 'node:path';
import { leaveServerCore } from './server-process.js';
import { startDatabaseServer } from './database.js';
import { describeJob, type Measured, type Sample } from './figures.js';
import { drawFlames } from './flame.js';
import { jobsOf, SMALL } from './jobs.js';
import { JOB_NAMES, type SideName } from './clients.js';
import { partOf, whole, wholes } from '#test/support/options.js';
import { print } from '#test/support/proof.js';
import { defineBench } from './program.js';
import { signInAgain } from './shop.js';
import { closeStand, measure, openStand } from './sides.js';

const PORTS = { small: 22_100, large: 22_110, profiled: 22_120 };

/** Jobs whose flame graphs are drawn. */
const FLAMES = ['cart-read', 'cart-change', 'bundle-create', 'bulk-create'];

/** Warms both servers up before the first round, in seconds. */
const WARM_UP = 1.5;

export default defineBench({
  options: {
    /** Interleaved rounds of each job on each side. */
    rounds: whole(5, 3, 50),
    /** Seconds of each measurement. */
    seconds: whole(3, 1, 60),
    /** Connections at the same time, each a list of its own measurements. */
    connections: wholes('1,32', 1, 64),
    /** Only jobs whose name contains this. */
    only: partOf(JOB_NAMES),
    /** Bundles of the large catalogue. */
    bundles: whole(1_000_000, 1_000, 10_000_000),
  },
  run: async (options, after, pages) => {
    leaveServerCore();
    const server = await startDatabaseServer();
    after(() => server.stop());
    print(`filling catalogues of ${SMALL} and ${options.bundles} bundles`);
    const small = await openStand(await server.create('small'), SMALL, PORTS.small);
    after(() => closeStand(small));
    const large = await openStand(await server.create('large'), options.bundles, PORTS.large);
    after(() => closeStand(large));
    const notes = [`Start with an existing database: ${Math.round(small.servers.service.startMs)} ms.`];
    const jobs = jobsOf({ small: small.shop, large: large.shop }).filter(({ name }) => name.includes(options.only));
    const all: Measured[] = [];
    // Job by job, so that lists are read before others make the catalogue larger.
    for (const job of jobs) {
      for (const connections of options.connections) {
        const stand = job.catalogue === 'small' ? small : large;
        const sides: SideName[] = job.hasFloor ? ['floor', 'computing', 'service'] : ['service'];
        await signInAgain(stand.servers.service, stand.shop);
        const samples: Record<SideName, Sample[]> = { floor: [], computing: [], service: [] };
        for (const side of sides) await measure(stand, side, job, connections, WARM_UP);
        for (let round = 0; round < options.rounds; round += 1) {
          for (const side of sides) samples[side].push(await measure(stand, side, job, connections, options.seconds));
        }
        const measured: Measured = { job, connections, samples };
        all.push(measured);
        for (const line of describeJob(measured)) print(line);
      }
    }
    notes.push(
      `Memory of the service after all jobs: ${Math.round(small.servers.service.memory().rss / 1_000_000)} MB.`,
    );
    for (const note of notes) print(note);
    pages.renewService(all, notes);
    if (!pages.mayWrite()) return;
    for (const job of jobs.filter(({ name }) => FLAMES.includes(name))) {
      await signInAgain(small.servers.service, small.shop);
      await drawFlames(small, job, PORTS.profiled, join('docs/performance', `${job.name}-flame.svg`));
    }
  },
});
