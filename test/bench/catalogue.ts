import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Variants of each bundle. */
export const VARIANTS = 2;

/** Words that names are made of; each name ends with its number, so that some texts are rare and some are not. */
const WORDS = ['Aloe', 'Balance', 'Citrus', 'Daily', 'Energy', 'Family', 'Glow', 'Herbal', 'Intense', 'Jasmine'];

/** Rows of one chunk of a COPY: large enough to cost little, small enough to hold. */
const CHUNK = 5_000;

/**
 * Fills the catalogue with bundles of the API product type, each with its variants, by COPY.
 * @param count bundles, from 1
 * @param vendor the uid that owns them
 */
export async function fillCatalogue(pool: Pool, count: number, vendor: number): Promise<void> {
  await copy(
    pool,
    `bundles (id, bundle_id, product_type, name, name_translations, description_translations,
       short_description_translations, business_volume, points, cumulative_volume, vendor_uid)`,
    count,
    (id) => {
      const name = nameOf(id);
      const text = JSON.stringify({ en: name });
      return [id, `bench-${id}`, 'external-api-product', name, text, text, text, 40, 10, 40, vendor];
    },
  );
  await copy(pool, 'products (id, bundle_key, sku, name, price, wholesale_price)', count * VARIANTS, (id) => {
    const bundle = Math.ceil(id / VARIANTS);
    return [id, bundle, `BENCH-${id}`, `${nameOf(bundle)}, ${id % VARIANTS === 0 ? 'large' : 'small'}`, 19.99, 12.5];
  });
  await pool.query(`SELECT setval('bundles_id_seq', $1), setval('products_id_seq', $2)`, [count, count * VARIANTS]);
}

/** The name of a bundle. */
function nameOf(id: number): string {
  return `${WORDS[id % 10]!} ${WORDS[Math.floor(id / 10) % 10]!} ${WORDS[Math.floor(id / 100) % 10]!} no${id}x`;
}

/**
 * Copies rows into a table.
 * @param target the table with its columns
 * @param row the values of a row, from 1 on; without tabs, line breaks and backslashes
 */
export async function copy(
  pool: Pool,
  target: string,
  count: number,
  row: (id: number) => readonly (string | number)[],
): Promise<void> {
  const client = await pool.connect();
  try {
    await pipeline(Readable.from(chunks(count, row)), client.query(copyFrom(`COPY ${target} FROM STDIN`)));
  } finally {
    client.release();
  }
}

function* chunks(count: number, row: (id: number) => readonly (string | number)[]): Generator<string> {
  for (let start = 1; start <= count; start += CHUNK) {
    let text = '';
    for (let id = start; id < start + CHUNK && id <= count; id += 1) text += `${row(id).join('\t')}\n`;
    yield text;
  }
}
