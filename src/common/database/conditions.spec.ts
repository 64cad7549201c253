import { describe, expect, it } from '@jest/globals';
import { likePattern } from './conditions.js';

describe('a search pattern', () => {
  it('finds the text anywhere', () => {
    expect(likePattern('kit')).toBe('%kit%');
  });

  it('takes the wildcards of SQL as they stand', () => {
    expect(likePattern('100%_a\\b')).toBe('%100\\%\\_a\\\\b%');
  });
});
