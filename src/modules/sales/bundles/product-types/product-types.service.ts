import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/index.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Pager, type Page, type SearchQuery } from '#common/http/pagination.js';
import { haveSameEntries } from '../bundle.rules.js';
import type { CreateProductTypeDto, UpdateProductTypeDto } from './product-type.dto.js';
import { toProductTypeView, type ProductTypeView } from './product-type.view.js';
import { ProductTypeQueries, type CountedProductType, type ProductTypeRow } from './product-types.queries.js';

const PATH = '/admin/api/product-types/';

/** The name is taken; the type cannot change while bundles use it. */
export const EXISTS = {
  code: 'CONFLICT',
  message: 'the product type {name} exists already',
  example: { name: 'external-api-product' },
} as const;
export const IN_USE = {
  code: 'CONFLICT',
  message: '{bundles} of the product type {name}',
  example: { bundles: '12 bundles are', name: 'external-api-product' },
} as const;

/** Product types, administered by super admins. See docs/spec/service.md#5 and #8. */
@Injectable()
export class ProductTypesService {
  constructor(
    private readonly db: Database,
    private readonly queries: ProductTypeQueries,
    private readonly audit: AuditLog,
    private readonly pager: Pager,
  ) {}

  /** Product types by name; `search` is part of a name or label. */
  async list(query: SearchQuery): Promise<Page<ProductTypeView>> {
    const { rows, count } = await this.queries.list(query.search ?? '', Pager.bounds(query));
    return this.pager.page(PATH, query, { rows: rows.map(toProductTypeView), count });
  }

  /**
   * One product type.
   * @throws AppError NOT_FOUND
   */
  async get(name: string): Promise<ProductTypeView> {
    const type = await this.queries.read(name);
    if (type === undefined) throw AppError.notFound('product type');
    return toProductTypeView(type);
  }

  /**
   * Creates a product type.
   * @throws AppError CONFLICT when there is one of this name
   */
  async create(caller: Caller, dto: CreateProductTypeDto): Promise<ProductTypeView> {
    return this.db.transaction(async (tx) => {
      const row = await this.queries.insert(tx, dto);
      if (row === undefined) throw AppError.of(EXISTS, { name: dto.name });
      await this.record(tx, caller, 'create', dto.name, { after: fields(row) });
      return toProductTypeView({ ...row, bundles: 0 });
    });
  }

  /**
   * Changes a product type; what is not given stays.
   * @throws AppError NOT_FOUND; CONFLICT when fields or attributes would change under live bundles
   */
  async update(caller: Caller, name: string, dto: UpdateProductTypeDto): Promise<ProductTypeView> {
    return this.db.transaction(async (tx) => {
      const before = await this.lock(tx, name);
      const after = { ...before, ...sentFields(dto) };
      const isCompatible =
        haveSameEntries(before.variant_fields, after.variant_fields) &&
        haveSameEntries(before.attributes, after.attributes);
      if (before.bundles > 0 && !isCompatible) throw inUse(before);
      await this.queries.update(tx, after);
      await this.record(tx, caller, 'update', name, { before: fields(before), after: fields(after) });
      return toProductTypeView(after);
    });
  }

  /**
   * Deletes a product type.
   * @throws AppError NOT_FOUND; CONFLICT while live bundles are of this type
   */
  async delete(caller: Caller, name: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const before = await this.lock(tx, name);
      if (before.bundles > 0) throw inUse(before);
      await this.queries.delete(tx, name);
      await this.record(tx, caller, 'delete', name, { before: fields(before) });
    });
  }

  private async lock(tx: EntityManager, name: string): Promise<CountedProductType> {
    const type = await this.queries.lock(tx, name);
    if (type === undefined) throw AppError.notFound('product type');
    return type;
  }

  private record(
    tx: EntityManager,
    caller: Caller,
    what: string,
    name: string,
    states: { before?: unknown; after?: unknown },
  ): Promise<void> {
    return this.audit.record(tx, caller, {
      action: `product-type.${what}`,
      entityType: 'product-type',
      entityId: name,
      ...states,
    });
  }
}

function inUse({ name, bundles }: CountedProductType): AppError {
  return AppError.of(IN_USE, { bundles: bundles === 1 ? '1 bundle is' : `${bundles} bundles are`, name });
}

function sentFields(dto: UpdateProductTypeDto): Partial<ProductTypeRow> {
  return Object.fromEntries(Object.entries(dto).filter(([, value]) => value !== undefined));
}

function fields({ name, label, variant_fields, attributes }: ProductTypeRow) {
  return { name, label, variant_fields, attributes };
}
