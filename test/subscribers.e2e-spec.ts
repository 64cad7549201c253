import { Injectable, Module } from '@nestjs/common';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { AppError } from '#common/errors/app-error.js';
import { BestEffortListener, Subscriber, type EventOf, type RecordedEvent } from '#common/events/index.js';
import { bundleBody } from './support/bundles.js';
import { useTestApp } from './support/use-test-app.js';

const calls: [subscriber: string, types: string[]][] = [];
const heard: string[] = [];
let refusal: AppError | undefined;

function note(subscriber: string, events: readonly RecordedEvent[]): void {
  calls.push([subscriber, events.map(({ type }) => type)]);
}

/** Keeps count of bundles and carts in the transaction. */
@Injectable()
class Ledger {
  @Subscriber('bundle.created', 'cart.updated')
  async first(_tx: EntityManager, events: readonly RecordedEvent<'bundle.created' | 'cart.updated'>[]): Promise<void> {
    note('first', events);
  }

  @Subscriber('*')
  async second(_tx: EntityManager, events: readonly RecordedEvent[]): Promise<void> {
    note('second', events);
  }

  @Subscriber('cart.updated')
  async third(tx: EntityManager, events: readonly RecordedEvent<'cart.updated'>[]): Promise<void> {
    note('third', events);
    const [{ stored }] = await tx.query<[{ stored: number }]>(
      'SELECT count(*)::int AS stored FROM events WHERE id = $1',
      [events[0]!.id],
    );
    expect(stored).toBe(1);
    if (refusal !== undefined) throw refusal;
  }

  @BestEffortListener('*')
  hear({ type }: EventOf): void {
    heard.push(type);
  }
}

/** Comes after the ledger. */
@Injectable()
class Later {
  @Subscriber('cart.updated')
  async last(_tx: EntityManager, events: readonly RecordedEvent<'cart.updated'>[]): Promise<void> {
    note('last', events);
  }
}

@Module({ providers: [Ledger] })
class LedgerModule {}

@Module({ providers: [Later] })
class LaterModule {}

const app = await useTestApp({ extensions: [{ module: LedgerModule }, { module: LaterModule }] });
const member = await app.make.member();
const { id: product_id } = await app.make.catalogue.product();

describe('a subscriber', () => {
  beforeEach(() => {
    calls.length = heard.length = 0;
    refusal = undefined;
  });

  it('gets its events in the transaction that wrote them, in the order of modules and methods', async () => {
    expect((await member.post('commerce/add-cart-item/', { product_id })).status).toBe(200);
    expect(calls).toEqual(['first', 'second', 'third', 'last'].map((name) => [name, ['cart.updated']]));
  });

  it('gets all events of a request in one call, and none that it has not subscribed to', async () => {
    const admin = await app.make.apiAdmin();
    await app.make.catalogue.productType();
    calls.length = 0;
    const bundles = JSON.stringify([bundleBody('one'), bundleBody('two')]);
    const headers = { 'content-type': 'application/json' };
    expect((await admin.post('commerce/product/bulk/create/', bundles, { headers })).status).toBe(200);
    const both = ['bundle.created', 'bundle.created'];
    expect(calls).toEqual([
      ['first', both],
      ['second', both],
    ]);
  });

  it('refuses by throwing: the change is rolled back, those behind it and listeners hear nothing', async () => {
    const counts = 'SELECT (SELECT count(*) FROM events) AS events, (SELECT sum(quantity) FROM order_lines) AS pieces';
    const before = await app.database.query(counts);
    refusal = new AppError('CONFLICT', 'the ledger is closed');
    const { status, body } = await member.post('commerce/add-cart-item/', { product_id });
    expect([status, body.errors.detail?.[0].message ?? body.message]).toEqual([409, 'the ledger is closed']);
    expect(await app.database.query(counts)).toEqual(before);
    expect(calls.map(([name]) => name)).toEqual(['first', 'second', 'third']);
    expect(heard).toEqual([]);
  });
});
