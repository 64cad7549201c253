import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPrivateKey } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Authority } from '#test/support/certificates.js';
import { ConfigError } from './config-error.js';
import { readConfig } from './read-config.js';

const authority = new Authority('authority');
const { key, cert } = authority.issue('commerce');
const encrypted = createPrivateKey(key).export({
  ...({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'opensesame' } as const),
}) as string;

const FILES = { 'root.crt': authority.cert, 'own.crt': cert, 'own.key': key, 'closed.key': encrypted, 'no.pem': 'no' };

/** What a URL asks for, where `@` is the directory of the files, and what is wrong with it. */
const WRONG: readonly (readonly [parameters: string, problem: string])[] = [
  ['sslmode=prefer', 'sslmode must be one of disable, require, verify-ca, verify-full'],
  ['sslmode=allow', 'sslmode must be one of disable, require, verify-ca, verify-full'],
  ['sslmode=no-verify', 'sslmode must be one of disable, require, verify-ca, verify-full'],
  ['sslmode=', 'sslmode must be one of disable, require, verify-ca, verify-full'],
  ['sslrootcert=@root.crt', 'sslrootcert needs sslmode'],
  ['sslcert=@own.crt&sslkey=@own.key', 'sslcert needs sslmode'],
  ['sslnegotiation=direct', 'sslnegotiation needs sslmode'],
  ['sslmode=require&sslnegotiation=early', 'sslnegotiation must be postgres or direct'],
  ['ssl=true', 'ssl is not supported; of TLS there are sslmode, '],
  ['sslmode=verify-full&sslcrl=@root.crt', 'sslcrl is not supported; of TLS there are sslmode, '],
  ['requiressl=1', 'requiressl is not supported; of TLS there are sslmode, '],
  ['sslmode=verify-ca', 'sslmode=verify-ca needs sslrootcert'],
  ['sslmode=require&sslcert=@own.crt', 'sslcert and sslkey need each other'],
  ['sslmode=require&sslkey=@own.key', 'sslcert and sslkey need each other'],
  ['sslmode=require&sslrootcert=@none', 'sslrootcert @none cannot be read: ENOENT'],
  ['sslmode=require&sslcert=@none&sslkey=@own.key', 'sslcert @none cannot be read: ENOENT'],
  ['sslmode=require&sslcert=@own.crt&sslkey=@', 'sslkey @ cannot be read: EISDIR'],
  ['sslmode=require&sslrootcert=@no.pem', 'sslrootcert @no.pem holds no certificate in PEM format'],
  ['sslmode=require&sslcert=@no.pem&sslkey=@own.key', 'sslcert @no.pem holds no certificate in PEM format'],
  ['sslmode=require&sslcert=@own.crt&sslkey=@no.pem', 'sslkey @no.pem holds no private key in PEM format'],
  ['sslmode=require&sslcert=@root.crt&sslkey=@own.key', 'sslkey @own.key does not fit sslcert @root.crt'],
  ['sslmode=require&sslcert=@own.crt&sslkey=@closed.key', 'sslkey @closed.key is encrypted: it needs sslpassword'],
  [
    'sslmode=require&sslcert=@own.crt&sslkey=@closed.key&sslpassword=geheim',
    'sslkey @closed.key is encrypted, and sslpassword does not open it',
  ],
];

const RIGHT = [
  'sslmode=disable&sslcert=@none&sslkey=@none',
  'sslmode=require&uselibpqcompat=true',
  'sslmode=require&sslrootcert=@root.crt',
  'sslmode=verify-ca&sslrootcert=@root.crt&sslcert=@own.crt&sslkey=@own.key',
  'sslmode=verify-full&sslcert=@own.crt&sslkey=@closed.key&sslpassword=opensesame',
  'sslmode=verify-full&sslnegotiation=direct',
];

describe('TLS in the URL of the database', () => {
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'commerce-tls-'));
    for (const [name, content] of Object.entries(FILES)) await writeFile(join(directory, name), content);
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const placed = (text: string): string => text.replaceAll('@', `${directory}/`);

  function problemOf(env: Readonly<Record<string, string>>): string | undefined {
    try {
      readConfig(env);
      return undefined;
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      return (error as Error).message;
    }
  }

  it.each(WRONG)('is refused as %s', (parameters, problem) => {
    const url = `postgres://u:hunter2@db/commerce?${placed(parameters)}`;
    const message = problemOf({ DATABASE_URL: url });
    expect(message).toContain(`DATABASE_URL: ${placed(problem)}`);
    expect(message).not.toMatch(/hunter2|geheim|BEGIN/);
    const rest = url.slice(url.indexOf('?') + 1);
    expect(problemOf({ DATABASE_URL: `postgres://u@h1,h2/db?target_session_attrs=read-write&${rest}` })).toBe(message);
    expect(problemOf({ DATABASE_URL: 'postgres://u@db/db', DATABASE_REPLICA_URL: url })).toBe(
      message!.replace('DATABASE_URL', 'DATABASE_REPLICA_URL'),
    );
  });

  it.each(RIGHT)('is taken as %s', (parameters) => {
    expect(problemOf({ DATABASE_URL: `postgres://u:p@db/commerce?${placed(parameters)}` })).toBeUndefined();
  });
});
