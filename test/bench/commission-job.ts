/**
 * Does the job of a run in a process of its own, as the service does: the whole application, and the memory of a job's process.
 * With `post` behind its id it writes what posting the run writes instead. It tells the process that started it how long that took.
 */
import 'reflect-metadata';
import { createApp } from '../../src/app.js';
import { readConfig } from '#common/config/read-config.js';
import { createLogger } from '#common/logging/logger.js';
import { Database } from '#common/database/index.js';
import { Calculation } from '#commissions/runs/calculation/calculation.service.js';
import { PostingWrites } from '#commissions/runs/posting/posting.service.js';
import { CommissionRun } from '#commissions/runs/run.entity.js';

/** What a run cost, in seconds and bytes. */
export interface RunCost {
  readonly reading: number;
  readonly calculation: number;
  readonly writing: number;
  /** Of the processor, without the database's. */
  readonly processor: number;
  /** The most memory that the process ever had, with the application. */
  readonly memory: number;
}

/** At these parts of the work, of 100, reading and calculation are done. */
const READ = 35;
const CALCULATED = 45;

const MS = 1_000;

const [id, posts] = [Number(process.argv[2]), process.argv[3] === 'post'];
const config = { ...readConfig(process.env), jobConcurrency: 0, webhookConcurrency: 0 };
const app = await createApp({
  config,
  databaseUrl: config.databaseUrl!,
  extensions: [],
  logger: createLogger('error'),
});
process.send!(posts ? await post() : await calculate());
await app.close();
process.exit(0);

async function calculate(): Promise<RunCost> {
  const began = performance.now();
  const before = process.cpuUsage();
  let [read, calculated] = [began, began];
  await app.get(Calculation, { strict: false }).calculate(
    { runId: id },
    {
      signal: new AbortController().signal,
      progress: (done) => {
        if (done === READ) read = performance.now();
        if (done === CALCULATED && calculated === began) calculated = performance.now();
      },
    },
  );
  const ended = performance.now();
  const { user, system } = process.cpuUsage(before);
  return {
    reading: (read - began) / MS,
    calculation: (calculated - read) / MS,
    writing: (ended - calculated) / MS,
    processor: (user + system) / 1_000_000,
    memory: process.resourceUsage().maxRSS * 1_024,
  };
}

/** Seconds of writing earnings, an event for each title that is another, and the titles. */
async function post(): Promise<number> {
  const began = performance.now();
  const writes = app.get(PostingWrites, { strict: false });
  const db = app.get(Database, { strict: false });
  await db.transaction(async (tx) => {
    await tx.query(`SELECT set_config('statement_timeout', '0', true), set_config('work_mem', '128MB', true)`);
    const run = await tx.findOneByOrFail(CommissionRun, { id });
    const at = await db.now(tx);
    await writes.earnings(tx, run, { at, byUid: 1 });
    await writes.events(tx, run, at);
    await writes.titles(tx, run, { isFirst: false, ranks: {} });
  });
  return (performance.now() - began) / MS;
}
