/**
 * Does the job of a run in a process of its own, as the service does: the whole application, and the memory of a job's process.
 * It tells the process that started it how long each part took.
 */
import 'reflect-metadata';
import { createApp } from '../../src/app.js';
import { readConfig } from '#common/config/read-config.js';
import { createLogger } from '#common/logging/logger.js';
import { Calculation } from '#commissions/runs/calculation/calculation.service.js';

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

const config = { ...readConfig(process.env), jobConcurrency: 0, webhookConcurrency: 0 };
const app = await createApp({
  config,
  databaseUrl: config.databaseUrl!,
  extensions: [],
  logger: createLogger('error'),
});
const began = performance.now();
const before = process.cpuUsage();
let [read, calculated] = [began, began];
await app.get(Calculation, { strict: false }).calculate(
  { runId: Number(process.argv[2]) },
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
const cost: RunCost = {
  reading: (read - began) / MS,
  calculation: (calculated - read) / MS,
  writing: (ended - calculated) / MS,
  processor: (user + system) / 1_000_000,
  memory: process.resourceUsage().maxRSS * 1_024,
};
process.send!(cost);
await app.close();
process.exit(0);
