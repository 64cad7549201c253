import { describe, expect, it } from '@jest/globals';
import { Database, statement } from '#common/database/index.js';
import { useTestApp } from './support/use-test-app.js';

const PUT = statement('test.put', 'INSERT INTO put (id) VALUES ($1)');
const WAIT = statement('test.wait', 'SELECT 1 AS one');

const app = await useTestApp();
const db = app.nest.get(Database);
await app.database.query('CREATE TABLE put (id integer PRIMARY KEY)');

describe('a transaction', () => {
  const kept = async (): Promise<number[]> =>
    (await app.database.query('SELECT id FROM put ORDER BY id')).map(({ id }) => Number(id));

  it('keeps what it sent without waiting, and does what follows its commit after that', async () => {
    const order: string[] = [];
    await db.transaction((tx) => {
      db.send(tx, PUT, [1], () => order.push('answered'));
      db.afterCommit(tx, () => void order.push('committed'));
      return Promise.resolve();
    });
    expect(order).toEqual(['answered', 'committed']);
    expect(await kept()).toEqual([1]);
  });

  it('fails with what was sent, not with what came behind it, and leaves nothing', async () => {
    const committed: string[] = [];
    const failing = db.transaction(async (tx) => {
      db.afterCommit(tx, () => void committed.push('no'));
      db.send(tx, PUT, [2]);
      db.send(tx, PUT, [1]);
      await db.query(tx, WAIT);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    const atItsEnd = db.transaction((tx) => {
      db.send(tx, PUT, [2]);
      db.send(tx, PUT, [1]);
      return Promise.resolve();
    });
    await expect(atItsEnd).rejects.toMatchObject({ code: '23505' });
    expect(committed).toEqual([]);
    expect(await kept()).toEqual([1]);
  });

  it('undoes alone what fails within an ambient one', async () => {
    await db.ambientTransaction(async () => {
      await db.transaction((tx) => Promise.resolve(db.send(tx, PUT, [3])));
      await db
        .transaction((tx) => {
          db.send(tx, PUT, [4]);
          db.send(tx, PUT, [1]);
          return Promise.resolve();
        })
        .catch(() => undefined);
    });
    expect(await kept()).toEqual([1, 3]);
  });

  it('undoes all of one within an ambient one that fails because of another within it', async () => {
    await db.ambientTransaction(async () => {
      const failing = db.transaction(async (outer) => {
        await db.query(outer, PUT, [5]);
        await db.transaction((inner) => db.query(inner, PUT, [1]));
      });
      await expect(failing).rejects.toThrow('duplicate key');
    });
    expect(await kept()).toEqual([1, 3]);
  });

  it('is part of an ambient one that is open, also as an ambient one', async () => {
    const failing = db.ambientTransaction(async () => {
      await db.ambientTransaction((tx) => db.query(tx, PUT, [5]));
      throw new Error('undo');
    });
    await expect(failing).rejects.toThrow('undo');
    expect(await kept()).toEqual([1, 3]);
  });

  it('is not ended by one that TypeORM opens within it', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.transaction(async (inner) => void (await inner.query('INSERT INTO put (id) VALUES (5)')));
      db.send(tx, PUT, [6]);
      throw new Error('undo');
    });
    await expect(failing).rejects.toThrow('undo');
    expect(await kept()).toEqual([1, 3]);
  });

  it.each([
    ['a transaction', (work: () => Promise<void>) => work()],
    ['an ambient one', (work: () => Promise<void>) => db.ambientTransaction(work)],
  ])('runs again as %s after the failures that its caller names, as often as it says', async (where, within) => {
    const free = where === 'a transaction' ? 11 : 12;
    const committed: number[] = [];
    const tries: number[] = [];
    const put = (ids: number[], most: number): Promise<void> =>
      within(() =>
        db.transaction(
          (tx) => {
            db.send(tx, PUT, [ids.shift()]);
            db.afterCommit(tx, () => void committed.push(free));
            return Promise.resolve();
          },
          (error, tried) => {
            tries.push(tried);
            return tried < most && (error as { code?: string }).code === '23505';
          },
        ),
      );
    await put([1, 3, 1, 3, 1, free], 6);
    expect([tries, committed]).toEqual([[1, 2, 3, 4, 5], [free]]);
    expect(await kept()).toContain(free);
    await expect(put([1, 1, 1], 2)).rejects.toMatchObject({ code: '23505' });
    expect(committed).toEqual([free]);
  });

  it('takes no statement after its end', async () => {
    const ended = await db.transaction((tx) => Promise.resolve(tx));
    await expect(db.query(ended, WAIT)).rejects.toThrow('after its end');
    expect(() => db.send(ended, PUT, [7])).toThrow('after its end');
  });
});
