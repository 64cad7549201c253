import { Injectable } from '@nestjs/common';
import {
  CommissionInputs,
  CustomFieldStore,
  Database,
  DurableListener,
  EventRecorder,
  Job,
  JobType,
  statement,
  type CustomFields,
  type EventOf,
} from 'direct-selling-commerce-api';
import { Ledger } from './ledger.js';
import { tierOf } from './loyalty.rules.js';
import { LoyaltySettings } from './loyalty.settings.js';
import { LOYALTY_TIER } from './tier-bonus.js';

const EARNED = statement(
  'loyalty.earned',
  `SELECT coalesce(sum(points), 0)::int AS earned
     FROM loyalty_entries WHERE uid = $1 AND kind = 'earned' AND from_at >= $2`,
);
const SET_TIER = statement('loyalty.set-tier', 'UPDATE loyalty_accounts SET tier = $2 WHERE uid = $1');
const NEXT = statement(
  'loyalty.next',
  `SELECT uid FROM loyalty_accounts
    WHERE uid > $1 AND (points > 0 OR tier <> 'none')
    ORDER BY uid LIMIT 500`,
);

export const NIGHTLY = new JobType('loyalty.nightly', { schedule: '0 3 * * *' });

/** The tier, where applications and the console look for what is known of a user. */
export const customFields: CustomFields = {
  users: {
    loyalty_tier: {
      type: 'choice',
      choices: {
        none: { en: 'None', de: 'Keine' },
        silver: { en: 'Silver', de: 'Silber' },
        gold: { en: 'Gold', de: 'Gold' },
      },
      label: { en: 'Loyalty tier', de: 'Treuestufe' },
      client: 'read',
      admin: 'read',
      personal: false,
      filterable: true,
    },
  },
};

/** Raises and lowers tiers. */
@Injectable()
export class Tiers {
  constructor(
    private readonly db: Database,
    private readonly ledger: Ledger,
    private readonly inputs: CommissionInputs,
    private readonly fields: CustomFieldStore,
    private readonly events: EventRecorder,
    private readonly settings: LoyaltySettings,
  ) {}

  /** Not in the transaction of the order, which waits for no tier. Called again it changes nothing, so it needs no key. */
  @DurableListener('loyalty.tier', 'loyalty.points_changed', 'member.enrolled')
  async follow({ data: { uid } }: EventOf<'loyalty.points_changed' | 'member.enrolled'>): Promise<void> {
    await this.review(uid);
  }

  /** Takes what has expired, and with it tiers. */
  @Job(NIGHTLY)
  async reviewAll(): Promise<void> {
    let last = 0;
    for (;;) {
      const accounts = await this.db.query<{ uid: number }>(null, NEXT, [last]);
      for (const { uid } of accounts) await this.review(uid);
      if (accounts.length === 0) return;
      last = accounts.at(-1)!.uid;
    }
  }

  private async review(uid: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { tier: previous } = await this.ledger.lock(tx, uid);
      await this.ledger.expire(tx, uid);
      const values = [uid, this.settings.expiredBefore];
      const tier = tierOf((await this.db.queryOne<{ earned: number }>(tx, EARNED, values))!.earned);
      // A tier that has not changed is put in too, once: its buyer may have become a member since.
      if (tier !== 'none' || tier !== previous)
        await this.inputs.put(tx, LOYALTY_TIER, [{ uid, value: tier }], { byUid: null, membersOnly: true });
      if (tier === previous) return;
      await this.db.query(tx, SET_TIER, [uid, tier]);
      await this.fields.write(tx, 'users', uid, { loyalty_tier: tier });
      await this.events.record(tx, 'loyalty.tier_changed', uid, { uid, tier, previous_tier: previous });
    });
  }
}
