/** Runs commands side by side: one line for each when it ends, its output only when it fails. Needs no package. */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

const ROOT = join(import.meta.dirname, '..');

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} command for the shell, in the repository's folder
 * @property {Record<string, string>} [env] beside the environment of this process
 */

/** Lines of a failed step's output that its result keeps. */
const LAST_LINES = 20;

/** What runs now: each is the leader of a group of processes, which ends as one. */
const running = new Set();

/** Ends all that runs, as a group each; the steps then count as failed. */
export function endSteps() {
  for (const { pid } of running) process.kill(-pid, 'SIGTERM');
}

/**
 * Runs steps in their order, so many at a time; also those after one that has failed.
 * @param {readonly Step[]} steps
 * @param {{ lanes: number, folder: string }} options where the output of each step goes, beside how many run at a time
 * @param {{ name: string, seconds: number, isOk: boolean, last?: string }[]} results to which each step that has ended is
 *   added; `last` are the last lines of one that failed
 */
export async function runSteps(steps, { lanes, folder }, results) {
  const waiting = [...steps];
  mkdirSync(join(ROOT, folder), { recursive: true });
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const log = join(ROOT, folder, `${step.name.replaceAll(/\W+/g, '-')}.log`);
      const begun = performance.now();
      const isOk = (await runStep(step, log)) === 0;
      const result = { name: step.name, seconds: (performance.now() - begun) / 1000, isOk };
      results.push(result);
      console.log(lineOf(result));
      if (isOk) continue;
      const output = readFileSync(log, 'utf8');
      console.log(`--- ${step.command}\n${output}---`);
      result.last = output.trimEnd().split('\n').slice(-LAST_LINES).join('\n');
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
}

/** A result as a line: name, seconds, ok or FAILED. */
export function lineOf({ name, seconds, isOk }) {
  return `${name.padEnd(24)} ${seconds.toFixed(1).padStart(7)} s  ${isOk ? 'ok' : 'FAILED'}`;
}

/** The exit code of a step, 1 when a signal ended it. */
async function runStep({ command, env }, log) {
  const output = createWriteStream(log);
  const child = spawn('bash', ['-c', command], { cwd: ROOT, env: { ...process.env, ...env }, detached: true });
  running.add(child);
  for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false });
  child.stdin.end();
  const [code] = await new Promise((resolve) => child.once('close', (...ending) => resolve(ending)));
  running.delete(child);
  output.end();
  await finished(output);
  return code ?? 1;
}
