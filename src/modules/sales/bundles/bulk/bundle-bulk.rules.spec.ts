import { describe, expect, it } from '@jest/globals';
import type { FieldErrors } from '#common/errors/app-error.js';
import { addEntryProblems, bundleIdsOf, sortOut } from './bundle-bulk.rules.js';

describe('sorting out a bulk request', () => {
  const indexes = (plains: unknown[], existing: string[] = []) => {
    const { entries, setAside } = sortOut(plains, new Set(existing));
    return [entries, setAside.same_bundle_id, setAside.bundle_id_null, setAside.bundle_id_not_found].map((list) =>
      list.map(({ index }) => index),
    );
  };

  it('sets aside existing, repeated, null and absent ids', () => {
    const plains = [{ bundle_id: 'a' }, { bundle_id: 'b' }, { bundle_id: 'b' }, { bundle_id: null }, {}];
    expect(indexes(plains, ['a'])).toEqual([[1], [0, 2], [3], [4]]);
  });

  it('validates blank ids, ids of other types and elements that are no objects', () => {
    expect(
      indexes([{ bundle_id: ' ' }, { bundle_id: ' ' }, { bundle_id: 5 }, { bundle_id: 5 }, 'x', null, []]),
    ).toEqual([[0, 1, 2, 3, 4, 5, 6], [], [], []]);
  });

  it('gives back a bundle that was not created by place, id and name', () => {
    expect(sortOut([{ bundle_id: 'a', name: 'x'.repeat(300) }, { name: 5 }], new Set(['a'])).setAside).toEqual({
      same_bundle_id: [{ index: 0, bundle_id: 'a', name: 'x'.repeat(200) }],
      bundle_id_null: [],
      bundle_id_not_found: [{ index: 1, bundle_id: null, name: null }],
    });
  });

  it('asks the catalogue for ids that are texts', () => {
    expect(bundleIdsOf([{ bundle_id: 'a' }, { bundle_id: null }, {}, 'x', null])).toEqual(['a']);
  });
});

it('problems of a bulk request name place and id of their bundle', () => {
  const all: FieldErrors = {};
  addEntryProblems(all, { index: 1, plain: { bundle_id: 'a' } }, { name: [{ message: 'is required' }] });
  addEntryProblems(all, { index: 2, plain: 'x' }, { name: [{ message: 'is required', path: 'name' }] });
  expect(all).toEqual({
    name: [
      { message: 'is required', index: 1, bundle_id: 'a' },
      { message: 'is required', path: 'name', index: 2 },
    ],
  });
});
