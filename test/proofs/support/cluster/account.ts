import { execFile } from 'node:child_process';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whose processes a cluster's are: PostgreSQL refuses to run as root. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Who runs the programs of a cluster: for root the account `postgres` of the Debian package, else this user. */
export async function chooseAccount(): Promise<Account> {
  const isRoot = process.getuid!() === 0;
  const [name, uid, gid] = await Promise.all(['-un', '-u', '-g'].map((what) => id(what, isRoot)));
  return { name: name!, uid: Number(uid), gid: Number(gid) };
}

async function id(what: string, isRoot: boolean): Promise<string> {
  return (await run('/usr/bin/id', isRoot ? [what, 'postgres'] : [what])).stdout.trim();
}

/** The start of a command line that runs a program under an account, and ends it when this process is gone. */
export function commandAs({ uid, gid }: Account, program: string, args: readonly string[]): [string, string[]] {
  const change = process.getuid!() === uid ? [] : [`--reuid=${uid}`, `--regid=${gid}`, '--init-groups'];
  return ['/usr/bin/setpriv', [...change, '--pdeathsig', 'TERM', '--', program, ...args]];
}

/** Makes a directory for an account; none but it may look into it. */
export async function makeDirectory({ uid, gid }: Account, path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
  await chown(path, uid, gid);
}

/** Whether an account may pass through the directory that a path is in. */
export async function mayEnter(account: Account, path: string): Promise<boolean> {
  const [command, args] = commandAs(account, '/usr/bin/test', ['-x', dirname(path)]);
  return run(command, args).then(
    () => true,
    () => false,
  );
}
