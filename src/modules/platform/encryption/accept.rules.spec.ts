import { describe, expect, it } from '@jest/globals';
import { qualityOf, readAccept } from './accept.rules.js';

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
