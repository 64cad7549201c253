import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLog, type AuditedAct } from '../../common/audit/index.js';
import type { Caller } from '../../common/access/index.js';
import { EventRecorder, type Aggregate } from '../../common/events/index.js';
import { bundleNews, productNews } from './bundle.events.js';
import type { BundleState, ProductState } from './bundle.state.js';

/** Writes down what happened to bundles, in the transaction of the change: the event for others, the audit entry for us. */
@Injectable()
export class BundleJournal {
  constructor(
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
  ) {}

  /** Bundles were made. */
  async created(tx: EntityManager, caller: Caller, bundles: readonly BundleState[]): Promise<void> {
    if (bundles.length === 0) return;
    await this.events.recordAll(
      tx,
      bundles.map((bundle) => ({ type: 'bundle.created', aggregate: aggregateOf(bundle), data: bundleNews(bundle) })),
    );
    await this.audit.recordAll(
      tx,
      caller,
      bundles.map((after) => act('bundle.create', after, { after })),
    );
  }

  /** A bundle was changed. */
  async updated(tx: EntityManager, caller: Caller, before: BundleState, after: BundleState): Promise<void> {
    await this.events.record(tx, 'bundle.updated', aggregateOf(after), bundleNews(after));
    await this.audit.record(tx, caller, act('bundle.update', after, { before, after }));
  }

  /** A bundle was deleted. */
  async deleted(tx: EntityManager, caller: Caller, before: BundleState): Promise<void> {
    await this.events.record(tx, 'bundle.deleted', aggregateOf(before), bundleNews(before));
    await this.audit.record(tx, caller, act('bundle.delete', before, { before }));
  }

  /** A variant of a bundle was deleted. */
  async productDeleted(tx: EntityManager, caller: Caller, bundle: BundleState, product: ProductState): Promise<void> {
    const data = { bundle_id: bundle.bundle_id, ...productNews(product) };
    await this.events.record(tx, 'product.deleted', aggregateOf(bundle), data);
    await this.audit.record(tx, caller, act('product.delete', bundle, { before: product }));
  }
}

function aggregateOf({ bundle_id }: BundleState): Aggregate {
  return { type: 'bundle', id: bundle_id };
}

function act(action: string, { bundle_id }: BundleState, states: Pick<AuditedAct, 'before' | 'after'>): AuditedAct {
  return { action, entityType: 'bundle', entityId: bundle_id, ...states };
}
