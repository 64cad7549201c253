import { execFileSync } from 'node:child_process';

/**
 * Runs a program of the benchmark, which measures the service as it is built, with the options of its command line. The process ends with 1 when one cannot be used, or
 * when measuring fails.
 */
export async function run<Options>(
  readOptions: (args: string[]) => Options,
  main: (options: Options) => Promise<void>,
): Promise<void> {
  let options: Options;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    return fail((error as Error).message);
  }
  execFileSync(process.execPath, ['tools/build.mjs', 'server'], { stdio: 'inherit' });
  try {
    await main(options);
  } catch (error) {
    fail(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

function fail(why: string): void {
  process.stderr.write(`not measured: ${why}\n`);
  process.exitCode = 1;
}
