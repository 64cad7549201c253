import { Injectable, type INestApplicationContext } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/index.js';
import { Database } from '#common/database/index.js';
import { EventRecorder } from '#common/events/index.js';
import { Currency } from '#common/money/currency.js';
import { SessionsService } from '#people/sessions/index.js';
import { CartService } from '#sales/orders/index.js';
import {
  LAST_EVENT,
  MOVE_SEQUENCES,
  NEWEST,
  OPEN_PAYOUTS,
  type NewestRow,
  type OpenPayoutRow,
} from './restore.queries.js';

/** How much the versions of carts rise; `If-Match` takes versions below a billion. */
const VERSIONS_AHEAD = 1_000_000;

/** No user: who may start the program with the database's password. */
const OPERATOR: Caller = {
  uid: 0,
  username: 'operator',
  roles: [],
  actsFor: 0,
  sessionId: '',
  application: null,
  ip: '127.0.0.1',
  requestId: 'after-restore',
};

interface Done {
  readonly sequences: number;
  readonly sessions: number;
  readonly carts: number;
  readonly restoredTo: string | null;
  readonly payouts: readonly OpenPayoutRow[];
  readonly newest: NewestRow;
}

/** Makes a restored database fit for use: what others have heard of since the backup must not come again as something else. */
@Injectable()
export class AfterRestore {
  constructor(
    private readonly db: Database,
    private readonly sessions: SessionsService,
    private readonly carts: CartService,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
    private readonly currency: Currency,
  ) {}

  /**
   * Moves sequences ahead, renews carts, ends all sessions, and tells applications. No instance may run meanwhile.
   * @param ids by how many numbers sequences move: more than were drawn after the point of the backup
   * @returns what was done, and what an operator must compare, as lines
   */
  async carryOut(ids: number): Promise<string[]> {
    const done = await this.db.transaction(async (tx): Promise<Done> => {
      const last = await this.db.queryOne<{ at: Date | null }>(tx, LAST_EVENT);
      const restoredTo = last?.at?.toISOString() ?? null;
      const { moved } = (await this.db.queryOne<{ moved: number }>(tx, MOVE_SEQUENCES, [ids]))!;
      const payouts = await this.db.query<OpenPayoutRow>(tx, OPEN_PAYOUTS);
      const newest = (await this.db.queryOne<NewestRow>(tx, NEWEST))!;
      const carts = await this.carts.renewAll(tx, VERSIONS_AHEAD);
      const sessions = await this.sessions.endEvery(tx, 'database_restored');
      await this.events.record(tx, 'service.restored', 'database', { restored_to: restoredTo });
      await this.audit.record(tx, OPERATOR, {
        action: 'database.restored',
        entityType: 'database',
        entityId: '-',
        after: { restored_to: restoredTo, ids, sessions, carts },
      });
      return { sequences: moved, sessions, carts, restoredTo, payouts, newest };
    });
    return this.describe(done, ids);
  }

  private describe({ sequences, sessions, carts, restoredTo, payouts, newest }: Done, ids: number): string[] {
    return [
      `last event of this database: ${restoredTo ?? 'none'}`,
      `sequences moved ${ids} ahead: ${sequences}`,
      `sessions ended: ${sessions}`,
      `carts with a new id and version: ${carts}`,
      'applications that subscribe to service.restored will be told at the next start',
      'compare with what others know:',
      `  newest order: ${newest.order_number ?? 'none'}; newest posted period: ${newest.period ?? 'none'}; newest payout: ${newest.payout ?? 'none'}`,
      ...payouts.map(
        ({ id, status, created_at, items, amount }) =>
          `  payout ${id} of ${created_at.toISOString()} is ${status}, with ${items} items that are not marked: ${Number(amount).toFixed(this.currency.digits)} ${this.currency.code}`,
      ),
      'pay nobody before the bank has been asked: see docs/backup.md',
    ];
  }
}

/** Does what a restored database needs before the service starts on it (see {@link AfterRestore.carryOut}). */
export async function afterRestore(app: INestApplicationContext, ids: number): Promise<string[]> {
  return app.get(AfterRestore, { strict: false }).carryOut(ids);
}
