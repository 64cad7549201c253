import { describe, expect, it } from '@jest/globals';
import { prefersCsv } from './wants-csv.js';

describe('the header Accept', () => {
  it.each([
    ['text/csv', true],
    ['TEXT/CSV; charset=utf-8', true],
    ['text/csv, application/json;q=0.9', true],
    ['application/json;q=0.1, text/csv;q=0.2', true],
    ['text/csv, */*', true],
    ['text/csv;q=0', false],
    ['application/json, text/csv', false],
    ['application/json', false],
    ['*/*', false],
    ['text/*', false],
    ['', false],
  ])('%j prefers CSV: %p', (accept, expected) => {
    expect(prefersCsv(accept)).toBe(expected);
  });
});
