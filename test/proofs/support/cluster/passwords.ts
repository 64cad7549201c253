import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The passwords of a cluster's roles, drawn once for each directory. */
export interface Passwords {
  readonly superuser: string;
  readonly replication: string;
  readonly service: string;
}

/** Reads the passwords of a directory, or draws them. */
export async function readPasswords(directory: string): Promise<Passwords> {
  const path = join(directory, 'passwords.json');
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Passwords;
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error;
  }
  const draw = (): string => randomBytes(18).toString('base64url');
  const passwords = { superuser: draw(), replication: draw(), service: draw() };
  await writeFile(path, JSON.stringify(passwords), { mode: 0o600 });
  return passwords;
}
