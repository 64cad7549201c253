import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The environment in which shell lines find a curl: the machine's own, or a stand-in where that is missing or older than 7.82. */
export async function withCurl(): Promise<NodeJS.ProcessEnv> {
  const { stdout } = await promisify(execFile)('curl', ['--version']).catch(() => ({ stdout: '' }));
  const [, major, minor] = /^curl (\d+)\.(\d+)/.exec(stdout) ?? [];
  if (Number(major) > 7 || (Number(major) === 7 && Number(minor) >= 82)) return process.env;
  return { ...process.env, PATH: `${join(process.cwd(), 'test/support/bin')}:${process.env.PATH ?? ''}` };
}
