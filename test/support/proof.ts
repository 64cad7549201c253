import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flag, MAX_SEED, readOptions, whole, type Option, type Values } from './options.js';
import { findPlace, type Place } from './place.js';
import { Random } from './random.js';
import { line, type Report } from './report.js';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const MINUTES = 30;

type Options = Readonly<Record<string, Option<unknown>>>;

/** What every proof is told, beside its own options. */
interface Common {
  /** Decides what is drawn; which of two processes is faster stays the machine's choice. */
  readonly seed: number;
  /** Leaves the data and all logs of the run where they are. */
  readonly keep: boolean;
}

/** What a proof works with. */
export interface Run<Own> {
  readonly options: Own & Common;
  readonly random: Random;
  /** Aborted when the run is over or given up: by its minutes, by SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
  /** Does something when the run is over, however it went; what was asked for last comes first. */
  readonly after: (end: () => unknown) => void;
  /** Gives the run up. */
  readonly giveUp: (why: unknown) => void;
  /** Makes a directory of the run's own, which others may pass through. */
  readonly directory: () => Promise<string>;
  /** Makes a directory and a database of the run's own. */
  readonly place: () => Promise<Place>;
}

/** A program that shows what tests cannot. */
interface Proof<Own extends Options, Outcome> {
  /** What has been shown when it succeeds. */
  claim: string;
  options?: Own;
  /** Minutes after which the run is given up, without `--minutes`. */
  minutes?: (options: Values<Own>) => number;
  /** Does the work. */
  run: (run: Run<Values<Own>>) => Promise<Outcome>;
  report: (outcome: Outcome, run: Run<Values<Own>>) => Report;
}

/**
 * A proof, which `npm run prove` carries out with a command line; the process ends with 0 when it is proved, else with 1.
 * Beside its own options each has `--seed`, `--minutes` and `--keep`.
 */
export function defineProof<Own extends Options, Outcome>(
  proof: Proof<Own, Outcome>,
): (args: string[]) => Promise<void> {
  return async (args) => {
    try {
      const isProved = await carryOut(proof, args);
      print(isProved ? `proved: ${proof.claim}` : 'not proved');
      process.exitCode = isProved ? 0 : 1;
    } catch (error) {
      print(`not proved: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
  };
}

async function carryOut<Own extends Options, Outcome>(proof: Proof<Own, Outcome>, args: string[]): Promise<boolean> {
  const begun = performance.now();
  const usualSeed = Math.floor(Math.random() * MAX_SEED);
  const all = { ...proof.options, seed: whole(usualSeed, 0, MAX_SEED), minutes: whole(0, 0, 24 * 60), keep: flag };
  const options = readOptions(all, args) as Values<Own> & Common & { minutes: number };
  const minutes = options.minutes || (proof.minutes?.(options) ?? MINUTES);
  print(`seed ${options.seed}`);
  const ending = new AbortController();
  const giveUp = (why: unknown): void => ending.abort(why instanceof Error ? why : new Error(String(why)));
  const clock = setTimeout(() => giveUp(`not done after ${minutes} minutes`), minutes * 60_000);
  for (const name of STOP_SIGNALS) process.once(name, () => giveUp(`stopped by ${name}`));
  const { lines, isProved } = await withEnds(async (after) => {
    const run = {
      options,
      random: new Random(options.seed),
      signal: ending.signal,
      after,
      giveUp,
      directory: () => makeDirectory(options.keep, after),
      place: () => makePlace(options.keep, after),
    };
    try {
      return proof.report(await proof.run(run), run);
    } finally {
      clearTimeout(clock);
      giveUp('the run has ended');
    }
  });
  for (const text of lines) print(text);
  print(line('duration', `${((performance.now() - begun) / 1000).toFixed(0)} s`));
  return isProved;
}

/**
 * Works, and does what was asked for afterwards, however it went; what was asked for last comes first.
 * @throws the first failure, after all has been tried
 */
export async function withEnds<Result>(work: (after: Run<unknown>['after']) => Promise<Result>): Promise<Result> {
  const ends: (() => unknown)[] = [];
  const working = work((end) => void ends.unshift(end));
  const failures: unknown[] = [];
  const note = (error: unknown): void => void failures.push(error);
  await working.catch(note);
  for (const end of ends) await Promise.resolve().then(end).catch(note);
  if (failures.length > 0) throw failures[0];
  return working;
}

async function makeDirectory(keep: boolean, after: Run<unknown>['after']): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'commerce-proof-'));
  await chmod(directory, 0o711);
  after(async () => {
    if (keep) print(`data and logs are in ${directory}`);
    // A process that has just been killed may still have a line to log.
    else await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  });
  return directory;
}

async function makePlace(keep: boolean, after: Run<unknown>['after']): Promise<Place> {
  const place = await findPlace();
  after(async () => {
    await place.leave(keep);
    if (keep) print(`data and logs are in ${place.dataDir}`);
  });
  return place;
}

/** Prints a line of what was found. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Does something again and again, the first time at once, until it is told to end.
 * @returns what ends it: it waits for the last time, and says how often it was done
 */
export function repeat(work: (count: number) => Promise<void>): () => Promise<number> {
  let isOver = false;
  const doing = (async () => {
    let count = 0;
    do {
      await work(count);
      count += 1;
    } while (!isOver);
    return count;
  })();
  // Its failure is told to whoever ends it.
  doing.catch(() => undefined);
  return () => {
    isOver = true;
    return doing;
  };
}

/** Somebody who goes on until told to stop. */
export interface Worker {
  workUntil(isOver: () => boolean): Promise<unknown>;
}

/** Does something while others work; they stop when it is done or has failed. */
export async function whileWorking<Result>(workers: readonly Worker[], work: () => Promise<Result>): Promise<Result> {
  let isOver = false;
  const working = Promise.all(workers.map((worker) => worker.workUntil(() => isOver)));
  // It is waited for below; one that gives up meanwhile must not end the process.
  working.catch(() => undefined);
  let result: Result;
  try {
    result = await work();
  } finally {
    isOver = true;
  }
  await working;
  return result;
}

/** Workers who begin and end together, and may begin again. */
export abstract class Shift {
  protected abstract readonly workers: readonly Worker[];
  private isOver = true;
  private work: Promise<unknown> = Promise.resolve();

  constructor(private readonly signal: AbortSignal) {}

  /** Lets them work until they are stopped, or the run is over. */
  start(): void {
    this.isOver = false;
    this.work = Promise.all(this.workers.map((worker) => worker.workUntil(() => this.isOver || this.signal.aborted)));
  }

  /** Lets each end what it is doing. */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.work;
  }
}
