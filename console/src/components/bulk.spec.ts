import { describe, expect, it } from '@jest/globals';
import { ApiFailure } from '../api/failure';
import { MOST_SELECTED, readAll, runBulk, sorted } from './bulk';

const refuse = (number: number) => (row: number) =>
  row === number ? Promise.reject(new Error('no')) : Promise.resolve(row * 2);

describe('an action on several rows', () => {
  it('goes on after a row that is refused, and says why', async () => {
    const report = await runBulk([1, 2, 3], refuse(2), () => true);
    expect(report.done).toEqual([
      { row: 1, output: 2 },
      { row: 3, output: 6 },
    ]);
    expect(report.refused).toEqual([{ row: 2, why: expect.any(String) }]);
    expect(report.left).toEqual([]);
  });

  it('stops before the next row, and says which are left', async () => {
    const report = await runBulk([1, 2, 3], refuse(0), ({ done }) => done.length < 1);
    expect(report).toEqual({ done: [{ row: 1, output: 2 }], refused: [], left: [2, 3] });
  });

  it.each([new ApiFailure(0, 'Offline', 'no'), new ApiFailure(401, 'Invalid Token', 'no')])(
    'stops when none of the others can succeed: $type',
    async (failure) => {
      const report = await runBulk(
        [1, 2, 3],
        () => Promise.reject(failure),
        () => true,
      );
      expect([report.refused.length, report.left]).toEqual([1, [2, 3]]);
    },
  );

  it('leaves out what it cannot be done to, by reason', () => {
    const { meant, left } = sorted([1, 2, 3, 4], (row) => (row % 2 === 0 ? 'is even' : undefined));
    expect([meant, [...left]]).toEqual([[1, 3], [['is even', [2, 4]]]]);
  });
});

describe('all that match', () => {
  const all = Array.from({ length: MOST_SELECTED + 250 }, (_, index) => index);
  const read =
    (rows: readonly number[]) =>
    ({ limit, offset }: { limit: number; offset: number }) =>
      Promise.resolve({ results: rows.slice(offset, offset + limit), count: rows.length });

  it('are read page by page', async () => {
    expect(await readAll(read(all.slice(0, 230)))).toEqual(all.slice(0, 230));
  });

  it('are read up to the bound', async () => {
    expect(await readAll(read(all))).toEqual(all.slice(0, MOST_SELECTED));
  });
});
