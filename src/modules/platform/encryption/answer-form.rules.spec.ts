import { describe, expect, it } from '@jest/globals';
import type { CallingApplication } from '#common/access/index.js';
import { type AnswerContext, chooseAnswer, qualityOf, readAccept } from './answer-form.rules.js';
import type { Platform } from './encryption-key.entity.js';

describe('the header Accept', () => {
  it('means anything when it is missing or empty', () => {
    for (const header of [undefined, '', ' ']) expect(readAccept(header)).toEqual([{ type: '*/*', q: 1 }]);
  });

  it('is a list of media ranges with weights, in any case and spacing', () => {
    expect(readAccept('Application/JOSE;Q=0.5 , application/*;q=0.125,*/* ; q=0')).toEqual([
      { type: 'application/jose', q: 0.5 },
      { type: 'application/*', q: 0.125 },
      { type: '*/*', q: 0 },
    ]);
  });

  it.each([
    ['application/jose;kid=abc', 'abc'],
    ['application/jose; KID="a\\"b,c;d"; q=0.9', 'a"b,c;d'],
    ['application/jose;kid=""', ''],
    ['application/jose;kid', ''],
    ['application/jose', undefined],
  ])('%s names a key', (header, kid) => {
    expect(readAccept(header)).toMatchObject([{ type: 'application/jose', kid }]);
  });

  it.each([
    'application/jose;q=2',
    'application/jose;q=-1',
    'application/jose;q=1.1',
    'application/jose;q=.',
    'application/jose;q=',
    'application/jose;q=x',
    '*;q=.2',
    ';q=1',
    ',',
  ])('has no range in %s', (header) => {
    expect(readAccept(header)).toEqual([]);
  });

  it('is read in time that grows with its length alone, whatever it holds', () => {
    for (const part of ['"', '\\', ',', ';', 'a/b;c="', '"\\"']) {
      expect(Array.isArray(readAccept(`application/jose;kid=${part.repeat(100_000)}`))).toBe(true);
    }
  });
});

describe('the quality of a media type', () => {
  const quality = (header: string) => qualityOf('application/json', readAccept(header));

  it.each([
    ['application/json;q=0.2, application/*;q=0.9, */*', 0.2],
    ['application/*;q=0.3, */*', 0.3],
    ['text/html, */*;q=0.1', 0.1],
    ['text/html', 0],
    ['text/html, *; q=.2, */*; q=.2', 0.2],
    ['application/json;q=1.', 1],
    ['application/json;q=0, */*', 0],
    ['application/json; charset=utf-8', 1],
    ['application/json;q=0.4, application/json;charset=utf-8;q=0.6', 0.6],
  ])('in %s is %d', (header, expected) => {
    expect(quality(header)).toBe(expected);
  });
});

type Key = { kid: string; platform: Platform };

const SERVER = { kid: 'server-2', platform: 'server' } as const;
const OLD_SERVER = { kid: 'server-1', platform: 'server' } as const;
const WEB = { kid: 'web-1', platform: 'web' } as const;
const KEYS: Key[] = [WEB, SERVER, OLD_SERVER];

/** The kid of the key, or `plain` or `none`. */
function choose(
  accept: string | undefined,
  { keys = KEYS, clientType = 'server', required = false, bodyKey }: Wish = {},
): string {
  const application = { clientType, requireEncryption: required };
  const asked: AnswerContext<Key> = { accept: readAccept(accept), application, keys, bodyKey };
  const chosen = chooseAnswer(asked);
  return typeof chosen === 'string' ? chosen : chosen.kid;
}

interface Wish {
  keys?: Key[];
  clientType?: CallingApplication['clientType'];
  required?: boolean;
  bodyKey?: Key;
}

describe('the form of an answer', () => {
  it.each([undefined, '*/*', 'application/*', 'application/json', 'text/html', 'application/jose;q=0'])(
    'is plain when Accept is %s: it does not name application/jose',
    (accept) => expect(choose(accept)).toBe('plain'),
  );

  it.each([
    'application/jose',
    'APPLICATION/JOSE',
    'application/json, application/jose',
    'application/jose, */*',
    'application/jose;q=0.5, application/json;q=0.4',
    'application/jose;q=0.5, text/html',
  ])('is encrypted when Accept is %s', (accept) => expect(choose(accept)).toBe('server-2'));

  it.each(['application/jose;q=0.4, application/json;q=0.5', 'application/jose;q=0.9, */*'])(
    'is plain when Accept is %s: JSON is more welcome',
    (accept) => expect(choose(accept)).toBe('plain'),
  );

  it('is plain without a usable key when JSON is accepted too, and impossible when it is not', () => {
    expect(choose('application/jose, application/json;q=0.1', { keys: [] })).toBe('plain');
    expect(choose('application/jose, */*;q=0.1', { keys: [] })).toBe('plain');
    expect(choose('application/jose', { keys: [] })).toBe('none');
    expect(choose('application/jose, application/json;q=0', { keys: [] })).toBe('none');
    expect(choose('application/jose;kid=gone')).toBe('none');
    expect(choose('application/jose;kid=gone, application/json')).toBe('plain');
  });
});

describe('the key of an answer', () => {
  it('is the one that the body used, before the one that is named', () => {
    expect(choose('application/jose;kid=web-1', { bodyKey: OLD_SERVER })).toBe('server-1');
  });

  it('is the one that is named, the most welcome one that there is', () => {
    expect(choose('application/jose;kid=server-1')).toBe('server-1');
    expect(choose('application/jose;kid=web-1;q=0.2, application/jose;kid=server-1;q=0.3')).toBe('server-1');
    expect(choose('application/jose;kid=gone, application/jose;kid=web-1;q=0.3')).toBe('web-1');
    expect(choose('application/jose;kid=gone, application/jose;q=0.1')).toBe('server-2');
  });

  it('is the newest of the platform that fits the client type, else the newest of all', () => {
    const mobile: Key[] = [
      { kid: 'i', platform: 'ios' },
      { kid: 'a', platform: 'android' },
    ];
    expect(choose('application/jose', { clientType: 'web' })).toBe('web-1');
    expect(choose('application/jose', { clientType: 'mobile' })).toBe('web-1');
    expect(choose('application/jose', { clientType: 'mobile', keys: [...KEYS, ...mobile] })).toBe('i');
  });
});

describe('where encryption is required, the form of an answer', () => {
  it.each([undefined, '*/*', 'application/*', 'text/html, */*;q=0.1', 'application/json, application/jose;q=0.1'])(
    'is encrypted when Accept is %s',
    (accept) => expect(choose(accept, { required: true })).toBe('server-2'),
  );

  it.each([
    'application/json',
    'application/jose;q=0',
    'application/jose;q=0, */*',
    'application/jose;kid=gone',
    'text/*',
  ])('is impossible when Accept is %s', (accept) => expect(choose(accept, { required: true })).toBe('none'));
});
