import { describe, expect, it } from '@jest/globals';
import { likePattern } from './conditions.js';
import { statement } from './database.js';

describe('a search pattern', () => {
  it('finds the text anywhere', () => {
    expect(likePattern('kit')).toBe('%kit%');
  });

  it('takes the wildcards of SQL as they stand', () => {
    expect(likePattern('100%_a\\b')).toBe('%100\\%\\_a\\\\b%');
  });
});

describe('a statement', () => {
  it('is refused by the name of another one, and not by its own', () => {
    statement('spec.count', 'SELECT 1');
    expect(statement('spec.count', 'SELECT 1').text).toBe('SELECT 1');
    expect(() => statement('spec.count', 'SELECT 2')).toThrow('two statements are named spec.count');
  });

  it('needs no name', () => {
    statement('', 'SELECT 1');
    expect(statement('', 'SELECT 2').text).toBe('SELECT 2');
  });
});
