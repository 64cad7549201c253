import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AdminLists } from '#common/audit/admin-lists.js';
import { customFieldFilters, narrow } from '#common/custom-fields/index.js';
import { Database, isText, Replica, searched } from '#common/database/index.js';
import { type CsvColumn, plainColumn, textColumn } from '#common/http/csv.js';
import type { StreamedAnswer } from '#common/http/downloads.js';
import type { ExactFirst } from '#common/http/exact-first.js';
import { COUNTED_ROWS, type Page, Pager } from '#common/http/pagination.js';
import { sorted } from '#common/http/sorting.js';
import { Bundle, Product } from '../bundle.entity.js';
import { type AdminBundlesQuery, type AdminBundleView, toAdminBundleView } from './admin-bundles.dto.js';
import { wholeBundles } from './admin-bundles.service.js';

/** What has exactly this id or SKU, then what has it in its name, id or a SKU. */
const BUNDLES_FOUND: ExactFirst = {
  exact: `${isText('b.bundle_id', ':search')} OR b.id = ANY (ARRAY(
    SELECT p.bundle_key FROM products p WHERE ${isText('p.sku', ':search')} AND p.deleted_at IS NULL))`,
  others: [
    `${searched('b.name')} ILIKE :pattern OR ${searched('b.bundle_id')} ILIKE :pattern`,
    { table: Product, alias: 'p', on: 'p.bundle_key = b.id', where: `${searched('p.sku')} ILIKE :pattern` },
  ],
};

/** A bundle is as new as its id. */
const SORTS = { created_at: 'b.id', name: 'lower(b.name)' };

const FILTERS = { product_type: 'b.product_type = :product_type', status: 'b.status = :status', search: BUNDLES_FOUND };

/** An example of the file of bundles. */
export const BUNDLES_FILE = [
  'bundle_id,product_type,name,status,business_volume,points,cumulative_volume,sku,variant,price,whole_sale_price,variant_status,created_at',
  'tea-box,external-api-product,Tea box,active,18.5,18,18.5,TEA-BOX-3,Three boxes,27.8,20,active,2026-11-20T09:30:00.000Z',
  '',
].join('\n');

/** A variant of a bundle, which has a row of its own in the file. */
interface Variant {
  readonly id: number;
  readonly bundle: Bundle;
  readonly variant: NonNullable<Bundle['products']>[number] | undefined;
}

const COLUMNS: readonly CsvColumn<Variant>[] = [
  textColumn('bundle_id', ({ bundle }) => bundle.bundleId),
  plainColumn('product_type', ({ bundle }) => bundle.productTypeName),
  textColumn('name', ({ bundle }) => bundle.name),
  plainColumn('status', ({ bundle }) => bundle.status),
  plainColumn('business_volume', ({ bundle }) => Number(bundle.businessVolume)),
  plainColumn('points', ({ bundle }) => Number(bundle.points)),
  plainColumn('cumulative_volume', ({ bundle }) => Number(bundle.cumulativeVolume)),
  textColumn('sku', ({ variant }) => variant?.sku),
  textColumn('variant', ({ variant }) => variant?.name),
  plainColumn('price', ({ variant }) => variant && Number(variant.price)),
  plainColumn('whole_sale_price', ({ variant }) => variant && Number(variant.wholesalePrice)),
  plainColumn('variant_status', ({ variant }) => variant?.status),
  plainColumn('created_at', ({ bundle }) => bundle.createdAt.toISOString()),
];

/** All bundles, for the admin module. See docs/spec/service.md#8. */
@Injectable()
export class BundleList {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly pager: Pager,
    private readonly lists: AdminLists,
  ) {}

  /** A page of bundles that match. */
  async list(caller: Caller, sent: AdminBundlesQuery): Promise<Page<AdminBundleView>> {
    const { shown, query, all } = this.matching(caller, sent);
    const { rows, count } = await Pager.find(query, all, FILTERS, COUNTED_ROWS);
    const views = rows.map((bundle) => toAdminBundleView(bundle, caller));
    return this.pager.page('/admin/api/bundles/', shown, { rows: views, count });
  }

  /**
   * All bundles that match as a CSV file with a row for each variant, in the order of their creation; audited.
   * @throws AppError TOO_MANY_REQUESTS and SERVICE_UNAVAILABLE for too many downloads
   */
  async file(caller: Caller, sent: AdminBundlesQuery): Promise<StreamedAnswer> {
    const { query, all } = this.matching(caller, sent);
    const after = Pager.batches(query, all, FILTERS, 'b.id');
    const file = { name: 'bundles', entityType: 'bundle', of: COLUMNS };
    return this.lists.rows(caller, file, async (last) => (await after(last?.id)).flatMap(variantsOf));
  }

  private matching(caller: Caller, sent: AdminBundlesQuery) {
    const filtered = customFieldFilters('bundles', sent, caller);
    const { query: shown } = filtered;
    const query = { ...shown, product_type: shown.product_type || undefined };
    const bundles = sorted(wholeBundles(this.db.manager), sent.sort ?? '-created_at', SORTS, 'b.id');
    return { shown, query, all: this.replica.throughAnnounced(narrow(bundles, 'b.custom_fields', filtered)) };
  }
}

function variantsOf(bundle: Bundle): Variant[] {
  const { id, products = [] } = bundle;
  return products.length === 0
    ? [{ id, bundle, variant: undefined }]
    : products.map((variant) => ({ id, bundle, variant }));
}
