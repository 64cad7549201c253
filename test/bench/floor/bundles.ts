import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction } from './transaction.js';

/** A bundle as it is sent. */
export interface BundleBody {
  bundle_id: string;
  name: string;
  bundle_name_translations: object;
  description_translations: object;
  short_description_translations: object;
  varients: { 'product-sku': string; 'product-name': string; price: number; 'whole-sale-price': number }[];
  attributes: Record<'business-volume' | 'points' | 'cumulative-volume', number>;
}

const INSERT = {
  name: 'bundle',
  text: `WITH input AS MATERIALIZED (
      SELECT nextval('bundles_id_seq') AS id, x.* FROM jsonb_to_recordset($1::jsonb) AS x (bundle_id text, name text,
        bundle_name_translations jsonb, description_translations jsonb, short_description_translations jsonb, varients jsonb,
        attributes jsonb)
    ), bundle AS (
      INSERT INTO bundles (id, bundle_id, product_type, vendor_uid, name, name_translations, description_translations,
        short_description_translations, business_volume, points, cumulative_volume)
      SELECT id, bundle_id, 'external-api-product', $2, name, bundle_name_translations, description_translations,
        short_description_translations, (attributes->>'business-volume')::numeric, (attributes->>'points')::numeric,
        (attributes->>'cumulative-volume')::numeric FROM input
    )
    INSERT INTO products (bundle_key, sku, name, price, wholesale_price)
    SELECT i.id, v."product-sku", v."product-name", v.price, v."whole-sale-price" FROM input i
      CROSS JOIN LATERAL jsonb_to_recordset(i.varients) AS v ("product-sku" text, "product-name" text, price numeric,
        "whole-sale-price" numeric)`,
};
const EVENTS = {
  name: 'bundle-events',
  text: `INSERT INTO events (id, type, aggregate_type, aggregate_id, data)
    SELECT e.id, 'bundle.created', 'bundle', e.data->>'bundle_id', e.data
      FROM jsonb_to_recordset($1::jsonb) AS e (id uuid, data jsonb)`,
};
const AUDIT = {
  name: 'bundle-audit',
  text: `INSERT INTO audit_entries (actor_uid, actor_username, action, entity_type, entity_id, ip, request_id, after)
    SELECT $2, 'bench', 'bundle.create', 'bundle', e.data->>'bundle_id', '127.0.0.1', $3, e.data
      FROM jsonb_to_recordset($1::jsonb) AS e (id uuid, data jsonb)`,
};

/** Creates bundles, all or none; gives their ids. */
export async function createBundles(pool: Pool, uid: number, bundles: readonly BundleBody[]): Promise<string[]> {
  return inTransaction(pool, async (client) => {
    await client.query({ ...INSERT, values: [JSON.stringify(bundles), uid] });
    const news = JSON.stringify(bundles.map((data) => ({ id: randomUUID(), data })));
    await client.query({ ...EVENTS, values: [news] });
    await client.query({ ...AUDIT, values: [news, uid, randomUUID()] });
    return bundles.map(({ bundle_id }) => bundle_id);
  });
}
