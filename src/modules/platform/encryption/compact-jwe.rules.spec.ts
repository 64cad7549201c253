import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { compactDecrypt, CompactEncrypt } from 'jose';
import { KEY_BYTES, kidOf, openJwe, readCompactJwe, sealJwe } from './compact-jwe.rules.js';

const KEY = createSecretKey(randomBytes(KEY_BYTES));
const HEADER = { alg: 'dir', enc: 'A256GCM', kid: 'one' };
const IV = Buffer.alloc(12, 7).toString('base64url');
const TAG = Buffer.alloc(16).toString('base64url');

const base64url = (text: string | Buffer): string => Buffer.from(text).toString('base64url');
const withHeader = (header: unknown): string => withHeaderText(JSON.stringify(header));
const withHeaderText = (header: string | Buffer): string => `${base64url(header)}..${IV}.AAAA.${TAG}`;
const messageOf = (text: string): string => {
  try {
    readCompactJwe(text);
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('a compact JWE', () => {
  it('of jose is opened', async () => {
    const text = await new CompactEncrypt(Buffer.from('{"a":"ä"}')).setProtectedHeader(HEADER).encrypt(KEY);
    const jwe = readCompactJwe(text);
    expect(jwe.kid).toBe('one');
    expect(openJwe(jwe, KEY).toString()).toBe('{"a":"ä"}');
  });

  it('of ours is opened by jose, and no two of the same text are alike', async () => {
    const texts = [0, 1].map(() => sealJwe(Buffer.from('{"a":"ä"}'), 'one', KEY, 'json'));
    expect(texts[0]).not.toBe(texts[1]);
    const { plaintext, protectedHeader } = await compactDecrypt(texts[0]!, KEY);
    expect(Buffer.from(plaintext).toString()).toBe('{"a":"ä"}');
    expect(protectedHeader).toEqual({ alg: 'dir', enc: 'A256GCM', kid: 'one', cty: 'json' });
  });

  it('with names in its header that nobody knows is read: they are ignored', () => {
    const header = {
      ...HEADER,
      typ: 'JWE',
      cty: 'json',
      x: { kid: [{ kid: 1 }] },
      jwk: {},
      jku: 'https://example.com',
    };
    expect(messageOf(withHeader(header))).toBe('none');
  });

  it.each([
    ['', 'five parts'],
    ['....', 'not a JSON object'],
    ['a.b.c.d', 'five parts'],
    [`${withHeader(HEADER)}.`, 'five parts'],
    [`${withHeader(HEADER)}.x`, 'five parts'],
    [withHeader(HEADER).replace('..', '.=.'), 'five parts'],
    [withHeader(HEADER).replace('AAAA', 'A+/A'), 'five parts'],
    [withHeader(HEADER).replace('AAAA', 'AA AA'), 'five parts'],
    [withHeader(HEADER).replace('AAAA', 'AAAA='), 'five parts'],
    [withHeader(HEADER).replace('AAAA', 'A'), 'five parts'],
    [withHeader(HEADER).replace('AAAA', 'AB'), 'five parts'],
    [withHeader(HEADER).replace('AAAA', 'AAB'), 'five parts'],
    [`${withHeader(HEADER).slice(0, -1)}B`, 'five parts'],
    [withHeader(HEADER).replace('AAAA', ''), 'fourth part (ciphertext) of the JWE must not be empty'],
    [withHeader(HEADER).replace('..', '.AAAA.'), 'second part of the JWE must be empty'],
    [withHeader(HEADER).replace(IV, ''), 'third part (initialization vector) of the JWE must have 96 bits'],
    [withHeader(HEADER).replace(IV, IV.slice(4)), 'must have 96 bits'],
    [withHeader(HEADER).replace(IV, `AAAA${IV}`), 'must have 96 bits'],
    [withHeader(HEADER).replace(TAG, ''), 'fifth part (authentication tag) of the JWE must have 128 bits'],
    [withHeader(HEADER).replace(TAG, TAG.slice(0, 16)), 'must have 128 bits'],
    [withHeaderText('{"alg":"dir"'), 'not a JSON object'],
    [withHeaderText('"dir"'), 'not a JSON object'],
    [withHeaderText('null'), 'not a JSON object'],
    [withHeaderText(Buffer.from(JSON.stringify({ ...HEADER, x: 'ÿ' }), 'latin1')), 'not a JSON object'],
    [withHeaderText(`\uFEFF${JSON.stringify(HEADER)}`), 'not a JSON object'],
    [withHeaderText('["dir"]'), 'not a JSON object'],
    [withHeaderText(`{"alg":"dir","kid":"two",${JSON.stringify(HEADER).slice(1)}`), 'twice'],
    [withHeaderText('{"alg":"dir","enc":"A256GCM","kid":"one","k\\u0069d":"two"}'), 'twice'],
    [withHeader({ ...HEADER, x: 'x'.repeat(1000) }), 'at most 1024'],
    [withHeader({}), 'alg must be dir'],
    ...['DIR', 'A256KW', 'A256GCMKW', 'RSA-OAEP', 'RSA1_5', 'PBES2-HS256+A128KW', 'none', null, ['dir'], 1].map(
      (alg): [string, string] => [withHeader({ ...HEADER, alg }), 'alg must be dir'],
    ),
    ...['A128GCM', 'A256CBC-HS512', 'a256gcm', '', null, undefined].map((enc): [string, string] => [
      withHeader({ ...HEADER, enc }),
      'enc must be A256GCM',
    ]),
    [withHeader({ ...HEADER, zip: 'DEF' }), 'zip is not supported'],
    [withHeader({ ...HEADER, zip: null }), 'zip is not supported'],
    [withHeader({ ...HEADER, crit: ['exp'], exp: 1 }), 'crit is not supported'],
    [withHeader({ ...HEADER, crit: [] }), 'crit is not supported'],
    ...[undefined, null, 1, ['one'], { toString: 'one' }, true].map((kid): [string, string] => [
      withHeader({ ...HEADER, kid }),
      'kid must name the key',
    ]),
  ])('%s is refused', (text, message) => {
    expect(messageOf(text)).toContain(message);
  });

  it('is refused in time that grows with its length alone', () => {
    for (const part of ['.', 'A', '{', '"', '\\', 'A.']) expect(messageOf(part.repeat(500_000))).not.toBe('none');
  });

  it('is not opened when a bit of it was changed, or with another key', () => {
    const text = sealJwe(Buffer.from('{"quantity":1}'), 'one', KEY, 'json');
    const jwe = readCompactJwe(text);
    expect(openJwe(jwe, KEY).toString()).toBe('{"quantity":1}');
    const message = 'cannot be decrypted';
    for (const part of ['iv', 'ciphertext', 'tag'] as const) {
      for (let at = 0; at < jwe[part].length; at += 1) {
        const changed = Buffer.from(jwe[part]);
        changed[at]! ^= 1;
        expect(() => openJwe({ ...jwe, [part]: changed }, KEY)).toThrow(message);
      }
    }
    expect(() => openJwe({ ...jwe, header: base64url('{}') }, KEY)).toThrow(message);
    expect(() => openJwe(jwe, createSecretKey(randomBytes(KEY_BYTES)))).toThrow(message);
  });
});

describe('the key that a text names', () => {
  it('is read whatever else is wrong', () => {
    expect(kidOf(withHeader({ kid: 'one', alg: 'RSA-OAEP' }))).toBe('one');
    expect(kidOf(withHeader({ kid: 1 }))).toBeUndefined();
    expect(kidOf('..')).toBeUndefined();
    expect(kidOf('{"kid":"one"}')).toBeUndefined();
  });
});
