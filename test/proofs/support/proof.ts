import { findPlace, type Place } from './place.js';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** What every proof is told. */
interface Limits {
  /** Minutes after which the run is given up. */
  minutes: number;
}

/** A program that shows what tests cannot. */
export interface Proof<Options extends Limits> {
  /**
   * Reads the command line.
   * @throws Error naming an option that cannot be used
   */
  readOptions: (args: string[]) => Options;
  /** What has been shown when it succeeds. */
  claim: string;
  /**
   * Does the work, and prints what was found.
   * @param givenUp aborted when the minutes are over, and by SIGINT and SIGTERM
   * @returns whether it is proved
   */
  carryOut: (options: Options, givenUp: AbortController) => Promise<boolean>;
}

/** Carries out a proof with the options of the command line; the process ends with 0 when it is proved, else with 1. */
export async function prove<Options extends Limits>({ readOptions, claim, carryOut }: Proof<Options>): Promise<void> {
  let clock: NodeJS.Timeout | undefined;
  try {
    const options = readOptions(process.argv.slice(2));
    const givenUp = new AbortController();
    const giveUp = (why: string) => givenUp.abort(new Error(why));
    clock = setTimeout(() => giveUp(`not done after ${options.minutes} minutes`), options.minutes * 60_000);
    for (const name of STOP_SIGNALS) process.once(name, () => giveUp(`stopped by ${name}`));
    const isProved = await carryOut(options, givenUp);
    print(isProved ? `proved: ${claim}` : 'not proved');
    process.exitCode = isProved ? 0 : 1;
  } catch (error) {
    print(`not proved: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  } finally {
    clearTimeout(clock);
  }
}

/**
 * Works at a place of its own, and leaves it.
 * @param kept what stays there, for the line that says where; false to keep nothing
 */
export async function atPlace<Result>(kept: string | false, work: (place: Place) => Promise<Result>): Promise<Result> {
  const place = await findPlace();
  try {
    return await work(place);
  } finally {
    await place.leave(kept !== false);
    if (kept !== false) print(`${kept} are in ${place.dataDir}`);
  }
}

/** Prints a line of what was found. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
