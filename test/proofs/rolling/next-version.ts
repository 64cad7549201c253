/**
 * A program that stands for the next version of the service: the same code, with an extension that has migrations of its own
 * and writes and reads a new column of orders. `ROLLING_ROUND` names the column, `ROLLING_STEPS` the migrations that it has.
 */
import { Injectable, Module } from '@nestjs/common';
import { Hook, start, type Extension, type HookPoints } from 'direct-selling-commerce-api';
import type { EntityManager } from 'typeorm';
import { nextMigrations } from '#test/support/next-migrations.js';

const round = Number(process.env.ROLLING_ROUND);
const steps = (process.env.ROLLING_STEPS ?? '').split(',');

@Injectable()
class Channels {
  /** Writes what only this version knows, in the transaction of the order. */
  @Hook('order.place')
  async note(tx: EntityManager, { order_id }: HookPoints['order.place']): Promise<void> {
    await tx.query(`UPDATE orders SET channel_${round} = 'next' WHERE id = $1`, [order_id]);
    await tx.query(
      `INSERT INTO notes_${round} (order_id, note) SELECT id, channel_${round} FROM orders WHERE id = $1`,
      [order_id],
    );
  }
}

@Module({ providers: [Channels] })
class NextVersionModule {}

const extension: Extension = { module: NextVersionModule };
const all = nextMigrations(round);
const migrations = (['expand', 'contract', 'locking'] as const).flatMap((step) =>
  steps.includes(step) ? all[step] : [],
);

await start({ extensions: [extension], migrations });
