import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Pages } from './page.js';

describe('the pages with figures', () => {
  const exitCode = process.exitCode;
  let told: string[];

  beforeEach(() => {
    told = [];
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => told.push(String(text)) > 0);
  });

  afterEach(() => {
    jest.restoreAllMocks();
    process.exitCode = exitCode;
  });

  /** Pages after a run in which others used a part of the processors. */
  function pagesBeside(part: number, options: { write: boolean; busy: boolean }): Pages {
    const readings = [
      { all: 0, used: 0, own: 0 },
      { all: 1_000, used: 500 + part * 1_000, own: 500 },
    ];
    return new Pages(options, () => (readings.length > 1 ? readings.shift()! : readings[0]!));
  }

  it('are written on a machine that a benchmark has to itself', () => {
    expect(pagesBeside(0.09, { write: true, busy: false }).mayWrite()).toBe(true);
    expect(told).toEqual([]);
  });

  it('are not written where other programs use more than a tenth of it, which is told and fails', () => {
    expect(pagesBeside(0.11, { write: true, busy: false }).mayWrite()).toBe(false);
    expect(told).toEqual([expect.stringContaining('not written: Other programs used 11 % of the processors.')]);
    expect(process.exitCode).toBe(1);
  });

  it('are written there all the same with --busy, and say so', () => {
    const pages = pagesBeside(0.5, { write: true, busy: true });
    expect(pages.mayWrite()).toBe(true);
    expect(pages.load()).toBe('Other programs used 50 % of the processors.');
  });

  it('stay as they are without --write, whatever the load', () => {
    expect(pagesBeside(0.5, { write: false, busy: true }).mayWrite()).toBe(false);
    expect(told).toEqual([]);
  });

  it('have one place for each part, and the first page is short', async () => {
    const [first, rest] = await Promise.all(
      ['docs/performance.md', 'docs/performance-appendix.md'].map((page) => readFile(page, 'utf8')),
    );
    const begins = [...`${first}${rest}`.matchAll(/<!-- ([^/].*?) -->/g)].map(([, name]) => name);
    const ends = [...`${first}${rest}`.matchAll(/<!-- \/(.*?) -->/g)].map(([, name]) => name);
    expect(ends).toEqual(begins);
    expect(new Set(begins).size).toBe(begins.length);
    expect(begins).toEqual(expect.arrayContaining(['bench', 'bench:all', 'growth-carts', 'bench:network']));
    expect(first!.split('\n').length).toBeLessThan(160);
  });
});
