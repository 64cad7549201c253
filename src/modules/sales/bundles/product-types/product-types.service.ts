import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AdminLists, type ListAnswer, type ListSearchQuery } from '#common/audit/admin-lists.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { SALES } from '#sales/sales.messages.js';
import { haveSameEntries } from '../bundle.rules.js';
import {
  type CreateProductTypeDto,
  ProductTypeView,
  toProductTypeFields,
  toProductTypeView,
  type UpdateProductTypeDto,
} from './product-type.dto.js';
import { ProductType } from './product-type.entity.js';

/** The name is taken; the type cannot change while bundles use it. */
export const EXISTS = failure(SALES.product_type_exists, { example: { name: 'external-api-product' } });
export const IN_USE = failure(SALES.product_type_in_use, {
  example: { bundles: '12 bundles are', name: 'external-api-product' },
});

/** Product types, administered by super admins. See docs/spec/service.md#5 and #8. */
@Injectable()
export class ProductTypesService {
  constructor(
    private readonly db: Database,
    private readonly audit: AuditLog,
    private readonly lists: AdminLists,
  ) {}

  /** Product types by name; `search` is part of a name or label. */
  async list(query: ListSearchQuery, reader?: Caller): Promise<ListAnswer<ProductTypeView>> {
    const all = this.db.manager.createQueryBuilder(ProductType, 't').orderBy('t.name', 'ASC');
    const filters = { search: 't.name ILIKE :search OR t.label ILIKE :search' };
    const file = { name: 'product-types', entityType: 'product-type', of: ProductTypeView };
    return this.lists.answer({ query, all, filters, view: toProductTypeView, file }, reader);
  }

  /**
   * One product type.
   * @throws AppError NOT_FOUND
   */
  async get(name: string): Promise<ProductTypeView> {
    return toProductTypeView(await find(this.db.manager, name));
  }

  /**
   * Creates a product type.
   * @throws AppError CONFLICT when there is one of this name
   */
  async create(caller: Caller, { variant_fields, ...dto }: CreateProductTypeDto): Promise<ProductTypeView> {
    const { name } = dto;
    return this.db.transaction(async (tx) => {
      const made = await tx
        .createQueryBuilder()
        .insert()
        .into(ProductType)
        .values({ ...dto, variantFields: variant_fields })
        .orUpdate(['label', 'variant_fields', 'attributes', 'created_at', 'deleted_at'], ['name'], {
          overwriteCondition: { where: 'product_types.deleted_at IS NOT NULL' },
        })
        .returning('name')
        .execute();
      if ((made.raw as unknown[]).length === 0) throw AppError.of(EXISTS, { name });
      const type = await find(tx, name);
      await this.record(tx, caller, 'create', name, { after: toProductTypeFields(type) });
      return toProductTypeView(type);
    });
  }

  /**
   * Changes a product type; what is not given stays.
   * @throws AppError NOT_FOUND; CONFLICT when fields or attributes would change under live bundles
   */
  async update(caller: Caller, name: string, dto: UpdateProductTypeDto): Promise<ProductTypeView> {
    return this.db.transaction(async (tx) => {
      const type = await lock(tx, name);
      const before = toProductTypeFields(type);
      const { label = type.label, variant_fields = type.variantFields, attributes = type.attributes } = dto;
      const isCompatible =
        haveSameEntries(before.variant_fields, variant_fields) && haveSameEntries(before.attributes, attributes);
      if (type.bundles > 0 && !isCompatible) throw inUse(type);
      await tx.update(ProductType, name, { label, variantFields: variant_fields, attributes });
      const after = await find(tx, name);
      await this.record(tx, caller, 'update', name, { before, after: toProductTypeFields(after) });
      return toProductTypeView(after);
    });
  }

  /**
   * Deletes a product type.
   * @throws AppError NOT_FOUND; CONFLICT while live bundles are of this type
   */
  async delete(caller: Caller, name: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const type = await lock(tx, name);
      if (type.bundles > 0) throw inUse(type);
      await tx.softDelete(ProductType, name);
      await this.record(tx, caller, 'delete', name, { before: toProductTypeFields(type) });
    });
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

async function find(tx: EntityManager, name: string): Promise<ProductType> {
  const type = await tx.findOneBy(ProductType, { name });
  if (type === null) throw AppError.notFound('product type');
  return type;
}

/** Its bundles are counted after the lock: those that were being created while it waited are included. */
async function lock(tx: EntityManager, name: string): Promise<ProductType> {
  await tx.findOne(ProductType, { where: { name }, lock: { mode: 'pessimistic_write' } });
  return find(tx, name);
}

function inUse({ name, bundles }: ProductType): AppError {
  return AppError.of(IN_USE, { bundles: bundles === 1 ? '1 bundle is' : `${bundles} bundles are`, name });
}
