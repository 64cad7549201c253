import { execFileSync } from 'node:child_process';
import { flag, type Option, readOptions, type Values } from '#test/support/options.js';
import { type Run, withEnds } from '#test/support/proof.js';

type Options = Readonly<Record<string, Option<unknown>>>;

/** A program that measures. */
interface Bench<Own extends Options> {
  options: Own;
  /**
   * Measures, and prints what it finds.
   * @param options its own, and `--write`: whether what is found goes into docs/
   * @param after does something when it is over, however it went; what was asked for last comes first
   */
  run: (options: Values<Own> & { write: boolean }, after: Run<unknown>['after']) => Promise<void>;
}

/**
 * A benchmark of the service as it is built, which `npm run bench` carries out with a command line. The process ends with 1
 * when an option cannot be used, or measuring fails.
 */
export function defineBench<Own extends Options>({ options, run }: Bench<Own>): (args: string[]) => Promise<void> {
  return async (args) => {
    try {
      const values = readOptions({ ...options, write: flag }, args) as Values<Own> & { write: boolean };
      execFileSync(process.execPath, ['tools/build.mjs', 'server'], { stdio: 'inherit' });
      await withEnds((after) => run(values, after));
    } catch (error) {
      process.stderr.write(
        `not measured: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
      process.exitCode = 1;
    }
  };
}
