import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AuditedAct } from '../../common/audit/index.js';
import type { Caller } from '../../common/access/index.js';
import { Replica } from '../../common/database/index.js';
import { EventRecorder, type Aggregate } from '../../common/events/index.js';
import { BUNDLE_EVENTS, bundleNews, productNews } from './bundle.events.js';
import type { BundleState, ProductState } from './bundle.state.js';

/**
 * Writes down what happened to bundles, in the transaction of the change: the event for others, the audit entry for us,
 * with one statement.
 */
@Injectable()
export class BundleJournal implements OnModuleInit {
  constructor(
    private readonly events: EventRecorder,
    private readonly replica: Replica,
  ) {}

  /** Whatever changes a list of bundles is recorded as an event: the replica's readers hear of it in its transaction. */
  onModuleInit(): void {
    if (!this.replica.isSet) return;
    this.events.takePart(async (tx, events) => {
      if (events.some(({ type }) => type in BUNDLE_EVENTS)) await this.replica.announce(tx);
    });
  }

  /** Bundles were made. */
  async created(tx: EntityManager, caller: Caller, bundles: readonly BundleState[]): Promise<void> {
    if (bundles.length === 0) return;
    await this.events.recordAudited(
      tx,
      caller,
      bundles.map((bundle) => ({ type: 'bundle.created', aggregate: aggregateOf(bundle), data: bundleNews(bundle) })),
      bundles.map((after) => act('bundle.create', after, { after })),
    );
  }

  /** A bundle was changed. */
  async updated(tx: EntityManager, caller: Caller, before: BundleState, after: BundleState): Promise<void> {
    const event = { type: 'bundle.updated', aggregate: aggregateOf(after), data: bundleNews(after) } as const;
    await this.events.recordAudited(tx, caller, [event], [act('bundle.update', after, { before, after })]);
  }

  /** A bundle was deleted. */
  async deleted(tx: EntityManager, caller: Caller, before: BundleState): Promise<void> {
    const event = { type: 'bundle.deleted', aggregate: aggregateOf(before), data: bundleNews(before) } as const;
    await this.events.recordAudited(tx, caller, [event], [act('bundle.delete', before, { before })]);
  }

  /** A variant of a bundle was deleted. */
  async productDeleted(tx: EntityManager, caller: Caller, bundle: BundleState, product: ProductState): Promise<void> {
    const data = { bundle_id: bundle.bundle_id, ...productNews(product) };
    const event = { type: 'product.deleted', aggregate: aggregateOf(bundle), data } as const;
    await this.events.recordAudited(tx, caller, [event], [act('product.delete', bundle, { before: product })]);
  }
}

function aggregateOf({ bundle_id }: BundleState): Aggregate {
  return { type: 'bundle', id: bundle_id };
}

function act(action: string, { bundle_id }: BundleState, states: Pick<AuditedAct, 'before' | 'after'>): AuditedAct {
  return { action, entityType: 'bundle', entityId: bundle_id, ...states };
}
