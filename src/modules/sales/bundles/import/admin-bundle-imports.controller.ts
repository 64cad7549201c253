import { Headers, Query } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { type Streamed, StreamedParam, type StreamedType } from '#common/http/streamed-body.js';
import { ImportEndpoint, ImportIdParam, ImportQuery, Imports, ImportView } from '#platform/imports/index.js';
import { MAX_BUNDLE_ROWS } from './bundle-import.js';

const EXAMPLES: Readonly<Partial<Record<StreamedType, string>>> = {
  'text/csv': [
    'bundle_id,product_type,name,name_de,description,short_description,business_volume,points,cumulative_volume,sku,product_name,price,wholesale_price',
    'tea-box,external-api-product,Tea box,Teekiste,Three teas in a wooden box.,Three teas,20,15,20,TEA-GREEN-100,"Green tea, 100 g",24.9,18.5',
    'tea-box,,,,,,,,,TEA-BLACK-100,"Black tea, 100 g",22.9,17.5',
  ].join('\n'),
  'application/x-ndjson':
    '{"bundle_id":"tea-box","product_type":"external-api-product","name":"Tea box","description":"Three teas in a wooden box.","short_description":"Three teas","business_volume":20,"points":15,"cumulative_volume":20,"sku":"TEA-GREEN-100","product_name":"Green tea, 100 g","price":24.9,"wholesale_price":18.5}',
};

/** Imports of bundles in the admin module, for those who may write them. */
@AdminController('bundles', 'Admin: bundles', { read: 'bundles.read', write: 'bundles.write' })
export class AdminBundleImportsController {
  constructor(private readonly imports: Imports) {}

  @ImportEndpoint({
    id: 'adminImportBundles',
    summary: 'Import bundles',
    columns:
      'a row is a variant: `sku`, `price`, `product_name`, `wholesale_price`, optionally `variant_status`, and `variant.<field>` for other fields of the product type. Rows with the same `bundle_id` follow one another and make one bundle; the first has `product_type`, `name`, `description`, `short_description`, `business_volume`, `points`, `cumulative_volume`, optionally `status` and `image`, texts in other languages as `name_de`, and `attribute.<name>` and `custom_fields.<name>`; the others have the same there, or nothing. A column `currency` must be that of all prices. The rules are those of creating a bundle, and each has the same event and audit entry. All rows are written or none; a bundle or SKU that exists is refused.',
    body: `one row a line, at most ${MAX_BUNDLE_ROWS}`,
    examples: EXAMPLES,
  })
  import(
    @CallerParam() caller: Caller,
    @Query() query: ImportQuery,
    @Headers('idempotency-key') key: string | undefined,
    @StreamedParam() file: Streamed,
  ): Promise<ImportView> {
    return this.imports.receive(caller, { kind: 'bundles', query, key }, file);
  }
}

/** What happened to them. */
@AdminController('bundle-imports', 'Admin: bundles', { read: 'bundles.read', write: 'bundles.write' })
export class AdminBundleImportController {
  constructor(private readonly imports: Imports) {}

  @Endpoint('GET :id', {
    id: 'adminGetBundleImport',
    summary: 'Read an import of bundles',
    description: 'As `GET /admin/api/imports/:id/`, for those who may read bundles, and not all imports.',
    answer: ImportView,
    failures: [notFound('import')],
  })
  read(@ImportIdParam() id: string): Promise<ImportView> {
    return this.imports.read(id, 'bundles');
  }
}
