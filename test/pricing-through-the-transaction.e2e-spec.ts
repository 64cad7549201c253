import { Injectable, Module } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import {
  Database,
  Pricing,
  readConfig,
  statement,
  type Decimal,
  type PricingContext,
  type PricingLine,
} from '../src/index.js';
import { useTestApp } from './support/use-test-app.js';

const MEMBERS = 40;
const FACTOR = statement('test.factor', 'SELECT count(*)::int AS users FROM users WHERE uid = $1');

/** Asks the database on both ways that there are through what it is given; a known user pays half. */
@Injectable()
class DatabasePricing extends Pricing {
  constructor(private readonly db: Database) {
    super();
  }

  override async unitPrices(
    { uid }: PricingContext,
    lines: readonly PricingLine[],
    tx: EntityManager,
  ): Promise<Decimal[]> {
    const [plain] = await tx.query<{ users: number }[]>('SELECT count(*)::int AS users FROM users WHERE uid = $1', [
      uid,
    ]);
    const prepared = await this.db.queryOne<{ users: number }>(tx, FACTOR, [uid]);
    return lines.map(({ unit_price }) => unit_price.div(plain!.users + prepared!.users));
  }
}

@Module({})
class PricingModule {}

const app = await useTestApp({
  config: { databasePoolSize: readConfig({}).databasePoolSize },
  extensions: [{ module: PricingModule, replaces: [{ provide: Pricing, useClass: DatabasePricing }] }],
});

describe('a Pricing that reads the database', () => {
  it(`takes no second connection: ${MEMBERS} members add, read and order at once under the usual pool`, async () => {
    const { id: product_id } = await app.make.catalogue.product({ price: '10' });
    const application = await app.make.application();
    const members = await Promise.all(Array.from({ length: MEMBERS }, () => app.make.member(application)));
    const prices = { body: { data: { totals: { price: 10 } } } };

    const added = await Promise.all(
      members.map((member) => member.post('commerce/add-cart-item/', { product_id, quantity: 2 })),
    );
    expect(added).toEqual(members.map(() => expect.objectContaining({ status: 200 })));
    expect(added[0]).toMatchObject(prices);

    const shown = await Promise.all(members.map((member) => member.get('commerce/cart-items/')));
    expect(shown).toEqual(members.map(() => expect.objectContaining({ status: 200 })));
    expect(shown[0]).toMatchObject(prices);

    const ordered = await Promise.all(members.map((member) => member.post('commerce/create-order/')));
    expect(ordered).toEqual(members.map(() => expect.objectContaining({ status: 200 })));
  });
});
