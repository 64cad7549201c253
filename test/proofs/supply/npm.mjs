import { spawn } from 'node:child_process';

const MINUTES = 5;

/**
 * Runs npm, as people do. Its failures are read, so they are told even where this runs under `npm run --silent`.
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<{ code: number | null, stdout: string, stderr: string }>}
 */
export async function npm(args, cwd, env = process.env) {
  const child = spawn('npm', [...args, '--loglevel=error'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: MINUTES * 60_000,
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (text) => (output[name] += text));
  }
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  return { code, ...output };
}
