import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import { copyProblems, isFine, type Validated, validateDto } from '#common/validation/index.js';
import { BundleWriter } from '../bundle-writer.js';
import { BundleDto } from '../bundle.dto.js';
import { FAILURES } from '../bundle.failures.js';
import { API_PRODUCT_TYPE, skusOf, validateApiType, validateSkus } from '../bundle.rules.js';
import { newBundle, withCustomFields } from '../bundle.state.js';
import { BundleQueries, type CreateContext } from '../bundles.queries.js';
import type { BulkOutcome } from './bundle-bulk.dto.js';
import { addEntryProblems, bundleIdsOf, type Entry, MAX_BULK, sortOut } from './bundle-bulk.rules.js';

/** Creates up to 50 bundles of the API product type in one request: all that are not set aside, or none. */
@Injectable()
export class BundleBulkService {
  constructor(
    private readonly queries: BundleQueries,
    private readonly writer: BundleWriter,
  ) {}

  /**
   * @param body the array of bundles as it was sent
   * @throws AppError BULK_REFUSED without the API product type or for more than 50 bundles; VALIDATION with all problems of
   *   all bundles that are not set aside, each with the bundle's `index` and `bundle_id`
   */
  async create(caller: Caller, body: unknown): Promise<BulkOutcome> {
    const bundles = Array.isArray(body) ? (body as unknown[]) : [];
    const asked = bundles.length > MAX_BULK ? [] : bundles;
    const skus = asked.flatMap((plain) => skusOf((plain as { varients?: unknown } | null)?.varients));
    return this.writer.creating(async (tx) => {
      const context = await this.queries.createContext(tx, API_PRODUCT_TYPE, bundleIdsOf(asked), skus);
      if (context === undefined) throw AppError.of(FAILURES.bulkTypeMissing);
      if (!Array.isArray(body)) throw AppError.ofField('VALIDATION', 'detail', 'the body must be an array of bundles');
      if (bundles.length > MAX_BULK) throw AppError.of(FAILURES.tooManyBundles);
      const { entries, setAside } = sortOut(bundles, new Set(context.bundle_ids));
      const created = this.validate(entries, context).map(({ dto }) =>
        newBundle(context, { bundle_id: dto.bundle_id, product_type: API_PRODUCT_TYPE }, dto),
      );
      await this.writer.create(tx, caller, created, context, (all, position, errors) =>
        addEntryProblems(all, entries[position]!, errors),
      );
      return { Product_creation_failed: setAside, Product_created: created.map(({ bundle_id }) => bundle_id) };
    });
  }

  private validate(entries: Entry[], context: CreateContext): Validated<BundleDto>[] {
    const taken = new Set(context.skus);
    const seen = new Set<string>();
    const problems: FieldErrors = {};
    const all = entries.map((entry) => {
      const validated = validateDto(BundleDto, entry.plain);
      const errors = copyProblems(validated.errors);
      const dto = withCustomFields(validated.dto, 'client', true, errors);
      validateApiType(errors, context);
      validateSkus(errors, validated.dto.varients, (sku) => taken.has(sku), seen);
      addEntryProblems(problems, entry, errors);
      return { dto, errors };
    });
    if (!isFine(problems)) throw AppError.ofFields('VALIDATION', problems);
    return all;
  }
}
