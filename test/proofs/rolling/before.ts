import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = process.cwd();

/**
 * Builds another version in a directory under .cache, once for each commit.
 * @param ref a commit, a branch or a tag
 * @returns its program, as arguments of Node
 */
export async function programOf(ref: string): Promise<readonly string[]> {
  const { stdout } = await run('git', ['rev-parse', '--verify', `${ref}^{commit}`]);
  const commit = stdout.trim();
  const directory = join(ROOT, '.cache/versions', commit);
  const program = join(directory, 'dist/main.js');
  if (existsSync(program)) return [program];
  if (!existsSync(directory)) await run('git', ['worktree', 'add', '--detach', directory, commit]);
  if (await hasSameModules(directory)) {
    if (!existsSync(join(directory, 'node_modules')))
      // Its links to packages of the workspace lead to those of the same commit.
      await run('cp', ['--recursive', '--no-dereference', '--link', join(ROOT, 'node_modules'), directory]);
  } else {
    await run('npm', ['ci'], { cwd: directory, maxBuffer: 2 ** 26 });
  }
  await run('npm', ['run', 'build:server'], { cwd: directory, maxBuffer: 2 ** 26 });
  return [program];
}

async function hasSameModules(directory: string): Promise<boolean> {
  const [own, other] = await Promise.all(
    [ROOT, directory].map((of) => readFile(join(of, 'package-lock.json'), 'utf8')),
  );
  return own === other;
}
