import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { wholeForAudit } from '#common/custom-fields/index.js';
import { Replica } from '#common/database/index.js';
import { EventRecorder, Subscriber } from '#common/events/index.js';
import type { BundleState, ProductState } from './bundle.entity.js';
import { toBundleEventData, toBundleProductData } from './bundle.events.js';

const EVENTS = { create: 'bundle.created', update: 'bundle.updated', delete: 'bundle.deleted' } as const;

/** A bundle before its update or delete, and after its create or update. */
type BundleChange = { before?: BundleState; after: BundleState } | { before: BundleState; after?: undefined };

/** Records changes of bundles within their transaction: events and audit entries, with one statement. */
@Injectable()
export class BundleJournal {
  constructor(
    private readonly events: EventRecorder,
    private readonly replica: Replica,
  ) {}

  /** Announces every change to the readers of the replica, within its transaction. */
  @Subscriber('bundle.created', 'bundle.updated', 'bundle.deleted', 'product.deleted')
  async announce(tx: EntityManager): Promise<void> {
    if (this.replica.isSet) await this.replica.announce(tx);
  }

  /** Records that bundles were created, updated or deleted. */
  async record(
    tx: EntityManager,
    caller: Caller,
    what: keyof typeof EVENTS,
    changes: readonly BundleChange[],
  ): Promise<void> {
    const bundles = changes.map(({ before, after }) => after ?? before);
    await this.events.recordAudited(
      tx,
      caller,
      bundles.map((bundle) => ({ type: EVENTS[what], aggregateId: bundle.bundle_id, data: toBundleEventData(bundle) })),
      changes.map((change, index) => {
        const act = { action: `bundle.${what}`, entityType: 'bundle', entityId: bundles[index]!.bundle_id };
        const { before, after } = change;
        return { ...act, ...(before && { before: audited(before) }), ...(after && { after: audited(after) }) };
      }),
    );
  }

  /** Records that a variant was deleted. */
  async productDeleted(
    tx: EntityManager,
    caller: Caller,
    { bundle_id }: BundleState,
    product: ProductState,
  ): Promise<void> {
    const data = { bundle_id, ...toBundleProductData(product) };
    const act = { action: 'product.delete', entityType: 'bundle', entityId: bundle_id, before: product };
    await this.events.recordAudited(tx, caller, [{ type: 'product.deleted', aggregateId: bundle_id, data }], [act]);
  }
}

/** A bundle as the audit log has it. */
function audited({ custom_fields, ...bundle }: BundleState): BundleState {
  return { ...bundle, ...(custom_fields && { custom_fields: wholeForAudit('bundles', custom_fields) }) };
}
