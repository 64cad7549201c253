import { describe, expect, it } from '@jest/globals';
import { preferredLanguages } from './languages.js';

describe('preferredLanguages', () => {
  it.each<[string | undefined, string[]]>([
    [undefined, []],
    ['', []],
    ['*', []],
    ['de', ['de']],
    ['de-AT', ['de-at', 'de']],
    ['en;q=0.5, de;q=0.9', ['de', 'en']],
    ['fr;q=0, de', ['de']],
    ['de, *, en;q=0.1', ['de']],
    ['de;q=x, ;, en', ['en']],
  ])('reads %p as %j', (header, expected) => {
    expect(preferredLanguages(header)).toEqual(expected);
  });
});
