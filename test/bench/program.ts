import { execFileSync } from 'node:child_process';
import { flag, type Option, readOptions, type Values } from '#test/support/options.js';
import { print, type Run, withEnds } from '#test/support/proof.js';
import { Pages } from './page.js';

/** What every benchmark is told, beside its own options: whether it writes, and whether it does so on a busy machine. */
const COMMON = { write: flag, busy: flag };

type Options = Readonly<Record<string, Option<unknown>>>;

/** A program that measures. */
interface Bench<Own extends Options> {
  options: Own;
  /**
   * Measures, and prints what it finds.
   * @param options its own
   * @param after does something when it is over, however it went; what was asked for last comes first
   * @param pages take what is found, which `--write` puts into docs/
   */
  run: (options: Values<Own>, after: Run<unknown>['after'], pages: Pages) => Promise<void>;
}

/**
 * A benchmark of the service as it is built, which `npm run bench` carries out with a command line. The process ends with 1
 * when an option cannot be used, or measuring fails.
 */
export function defineBench<Own extends Options>({ options, run }: Bench<Own>): (args: string[]) => Promise<void> {
  return async (args) => {
    try {
      const values = readOptions({ ...options, ...COMMON }, args) as Values<Own> & Values<typeof COMMON>;
      const pages = new Pages(values);
      await pages.begin();
      execFileSync(process.execPath, ['tools/build.mjs', 'server'], { stdio: 'inherit' });
      await withEnds((after) => run(values, after, pages));
      print(pages.load());
    } catch (error) {
      process.stderr.write(
        `not measured: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
      process.exitCode = 1;
    }
  };
}
