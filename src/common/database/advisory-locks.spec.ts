import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ADVISORY_LOCK_FAMILIES, ADVISORY_LOCKS } from './advisory-locks.js';

const SOURCES = join(import.meta.dirname, '../..');

/** What takes an advisory lock whose number is written there, or a number that looks like one. */
const WRITTEN_OUT =
  /advisory_(?:xact_)?(?:un)?lock(?:_shared)?\(\s*[0-9]|\b715_?240_?[0-9]{3}\b|LOCKS?(?:_NUMBER)? = [0-9]/;

describe('advisory locks', () => {
  it('have a number each', () => {
    for (const locks of [ADVISORY_LOCKS, ADVISORY_LOCK_FAMILIES]) {
      const numbers: readonly number[] = Object.values(locks);
      expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
    }
  });

  it('stay clear of the quarters of an hour of what is posted', () => {
    const from = ADVISORY_LOCKS.postedPeriods * 1_000_000_000;
    for (const number of Object.values(ADVISORY_LOCKS))
      expect(number < from || number >= from + 1_000_000_000).toBe(true);
  });

  it('are listed in one file alone', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !/advisory-locks(\.spec)?\.ts$/.test(file),
    );
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((file) => WRITTEN_OUT.test(readFileSync(join(SOURCES, file), 'utf8')))).toEqual([]);
  });
});
