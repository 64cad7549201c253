import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { Conditions, Database, Replica } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { DOWNLOADED_ROWS } from '#common/http/csv.js';
import { isUuid } from '#common/ids.js';
import { Pager, type Counted } from '#common/http/pagination.js';
import { WebhookAttempt } from './webhook-delivery.entity.js';
import { instantOf } from '#common/validation/index.js';
import { ApplicationsService } from '../../client-apps/index.js';
import {
  COUNT_DELIVERIES,
  FIND_DELIVERY,
  LIST_DELIVERIES,
  type DeliveryDetailRow,
  type DeliveryRow,
} from './webhook-deliveries.queries.js';
import {
  loggedTypes,
  toApplicationDeliveryView,
  toDeliveryDetailView,
  toDeliveryView,
  ApplicationDeliveryView,
  type DeliveryDetailView,
  DeliveryView,
} from './webhook-delivery.dto.js';
import type { AllDeliveriesQuery, DeliveriesQuery } from '../webhook.dto.js';

type Bounds = ReturnType<typeof Pager.bounds>;

/** What the log of all applications is filtered by. */
type DeliveryFilters = Omit<AllDeliveriesQuery, 'limit' | 'offset'>;

/** Most attempts that are shown of one delivery. */
const MAX_ATTEMPTS_SHOWN = 100;

/** Reads the delivery log, of one application or all. See docs/spec/service.md#8. */
@Injectable()
export class WebhookDeliveries {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly applications: ApplicationsService,
    private readonly lists: AdminLists,
  ) {}

  /**
   * The deliveries of an application, newest first; `search` is part of an event's type, or how its id begins.
   * @throws AppError NOT_FOUND
   */
  async list(applicationId: string, query: DeliveriesQuery, reader?: Caller): Promise<ListAnswer<DeliveryView>> {
    await this.applications.read(applicationId);
    const ofOne = { ...query, application_id: applicationId };
    const read = () => this.find(ofOne, toDeliveryView);
    return this.lists.answer({ query, read, file: this.file(ofOne, DeliveryView, toDeliveryView) }, reader);
  }

  /**
   * The deliveries to all applications, newest first; `search` is part of an event's type, or how its id begins.
   * @throws AppError NOT_FOUND for an `application_id` that does not exist
   */
  async listAll(query: AllDeliveriesQuery, reader?: Caller): Promise<ListAnswer<ApplicationDeliveryView>> {
    if (query.application_id !== undefined) await this.applications.read(query.application_id);
    const read = () => this.find(query, toApplicationDeliveryView);
    const file = this.file(query, ApplicationDeliveryView, toApplicationDeliveryView);
    return this.lists.answer({ query, read, file }, reader);
  }

  /** What is read newest first, whatever is added meanwhile. */
  private file<View extends object>(query: AllDeliveriesQuery, of: new () => View, view: (row: DeliveryRow) => View) {
    const { application_id: entityId } = query;
    let last: DeliveryRow | undefined;
    const next = async (): Promise<View[]> => {
      const filters = deliveryFilters(query);
      if (last !== undefined) {
        const id = filters.bind(last.id);
        filters.and('behind', (p) => `(d.created_at, d.id) < (${p}::timestamptz, ${id}::uuid)`, last.createdExactly);
      }
      const rows = await this.rows(filters, { limit: DOWNLOADED_ROWS, offset: 0 });
      last = rows.at(-1);
      return rows.map(view);
    };
    return { name: 'deliveries', entityType: 'webhook_delivery', of, next, ...(entityId && { entityId }) };
  }

  /**
   * One delivery with its attempts and what was sent.
   * @throws AppError NOT_FOUND, for another application's too
   */
  async read(applicationId: string, deliveryId: string): Promise<DeliveryDetailView> {
    await this.applications.read(applicationId);
    const row = await this.row(null, applicationId, deliveryId);
    const attempts = await this.db.manager.find(WebhookAttempt, {
      where: { deliveryId },
      order: { number: 'DESC' },
      take: MAX_ATTEMPTS_SHOWN,
    });
    return toDeliveryDetailView(row, attempts);
  }

  /**
   * The delivery as the list shows it.
   * @throws AppError NOT_FOUND, for another application's too
   */
  async summary(tx: EntityManager, applicationId: string, deliveryId: string): Promise<DeliveryView> {
    return toDeliveryView(await this.row(tx, applicationId, deliveryId));
  }

  private async find<View>(query: AllDeliveriesQuery, view: (row: DeliveryRow) => View): Promise<Counted<View>> {
    const filters = deliveryFilters(query);
    const bounds = Pager.bounds(query);
    const rows = await this.rows(filters, bounds);
    // Planned by its values: of one application or of one type, whichever has fewer.
    const total = filters.planned(COUNT_DELIVERIES);
    const [counted] = await this.replica.query<{ count: number }>(total, filters.values);
    const most = rows.length < bounds.limit ? bounds.offset + rows.length : Infinity;
    return { rows: rows.map(view), count: Math.min(counted?.count ?? 0, most) };
  }

  private rows(filters: Conditions, { limit, offset }: Bounds): Promise<DeliveryRow[]> {
    const at = filters.values.length;
    const page = `LIMIT $${at + 1} OFFSET $${at + 2}`;
    const list = filters.statement('webhook-deliveries.list', (where) => LIST_DELIVERIES(where, page));
    return this.replica.query<DeliveryRow>(list, [...filters.values, limit, offset]);
  }

  private async row(tx: EntityManager | null, applicationId: string, deliveryId: string): Promise<DeliveryDetailRow> {
    const row = await this.db.queryOne<DeliveryDetailRow>(tx, FIND_DELIVERY, [deliveryId, applicationId]);
    if (row === undefined) throw AppError.notFound('delivery');
    return row;
  }
}

/** The conditions of the filters of the log, on deliveries `d`. */
export function deliveryFilters(query: DeliveryFilters): Conditions {
  return (
    new Conditions()
      .and('application', (p) => `d.application_id = ${p}`, query.application_id)
      // Of no type nothing is read.
      .and('type', (p) => `cardinality(${p}::text[]) > 0 AND d.event_type = ANY (${p})`, typesFound(query.search))
      .and('least', (p) => `d.event_id >= ${p}::uuid`, idFound(query.search, LEAST_ID))
      .and('most', (p) => `d.event_id <= ${p}::uuid`, idFound(query.search, MOST_ID))
      .and('status', (p) => `d.status = ${p}`, query.status)
      .and('event', (p) => `d.event_type = ${p}`, query.event_type)
      .and('since', (p) => `${FINISHED} >= ${p}`, instantOf(query.since))
      // A delivery that was over before then was made before then, which has an index.
      .and('until', (p) => `${FINISHED} < ${p} AND d.created_at < ${p}`, instantOf(query.until))
  );
}

const LEAST_ID = '00000000-0000-0000-0000-000000000000';
const MOST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** How an id begins: no event’s type has so many hexadecimal digits together. */
const ID_BEGINS = /^[0-9a-f]{8}/i;

/** The beginning of an id that is searched, filled up to a whole one; undefined if the search is for types. */
function idFound(search: string | undefined, end: string): string | undefined {
  if (search === undefined || !ID_BEGINS.test(search)) return undefined;
  const id = search + end.slice(search.length);
  return isUuid(id) ? id : undefined;
}

/** The types that have the text of a search in them; undefined if it is for ids. */
function typesFound(search: string | undefined): string[] | undefined {
  if (!search || idFound(search, LEAST_ID) !== undefined) return undefined;
  return loggedTypes().filter((type) => type.includes(search.toLowerCase()));
}

/** When a delivery was over; of one that is not, when it was made. */
const FINISHED = 'coalesce(d.finished_at, d.created_at)';
