import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { customFieldFilters, narrow } from '#common/custom-fields/index.js';
import { Database, isText, Replica, searched } from '#common/database/index.js';
import { type CsvColumn, plainColumn, textColumn } from '#common/http/csv.js';
import type { ExactFirst } from '#common/http/exact-first.js';
import { COUNTED_ROWS, Pager } from '#common/http/pagination.js';
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
    private readonly lists: AdminLists,
  ) {}

  /** Bundles that match. The file has a row for each variant, in the order of the creation of bundles. */
  list(caller: Caller, sent: AdminBundlesQuery, reader?: Caller): Promise<ListAnswer<AdminBundleView>> {
    const filtered = customFieldFilters('bundles', sent, caller);
    const { query: asked } = filtered;
    const query = { ...asked, product_type: asked.product_type || undefined };
    const bundles = sorted(wholeBundles(this.db.manager), sent.sort ?? '-created_at', SORTS, 'b.id');
    const all = this.replica.throughAnnounced(narrow(bundles, 'b.custom_fields', filtered));
    const view = (bundle: Bundle): AdminBundleView => toAdminBundleView(bundle, caller);
    const read = Pager.following(query, all.clone().orderBy('b.id'), FILTERS);
    const next = async (): Promise<Variant[]> => (await read()).flatMap(variantsOf);
    const file = { name: 'bundles', entityType: 'bundle', of: COLUMNS, next };
    return this.lists.answer({ asked, query, all, filters: FILTERS, view, most: COUNTED_ROWS, file }, reader);
  }
}

function variantsOf(bundle: Bundle): Variant[] {
  const { products = [] } = bundle;
  return products.length === 0 ? [{ bundle, variant: undefined }] : products.map((variant) => ({ bundle, variant }));
}
