import { Global, Injectable, Module } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Replica } from '../database/index.js';
import { AppError } from '../errors/app-error.js';
import type { CustomFieldResource } from './declaration.js';
import { keptAt } from './decorators.js';
import {
  acceptCustomFields,
  changedCustomFields,
  type CustomFieldChange,
  type CustomFieldValues,
  type ShownCustomFields,
  shownCustomFields,
} from './values.js';

/** Custom fields for the code of extensions, whoever may read and write them in the API. */
@Injectable()
export class CustomFieldStore {
  constructor(private readonly replica: Replica) {}

  /**
   * The values of a resource; null where there is none.
   * @param key the uid of a user or member, the id of an order or line, or the `bundle_id`
   * @throws AppError NOT_FOUND
   */
  async read(tx: EntityManager, resource: CustomFieldResource, key: number | string): Promise<ShownCustomFields> {
    return shownCustomFields(resource, await this.stored(tx, resource, key), 'service').custom_fields ?? {};
  }

  /**
   * Writes values, also of fields that nobody may write in the API; what is left out stays, null takes a value away. It
   * records nothing: neither an event nor an entry of the audit log.
   * @throws AppError NOT_FOUND; VALIDATION on `custom_fields`
   */
  async write(
    tx: EntityManager,
    resource: CustomFieldResource,
    key: number | string,
    change: CustomFieldChange,
  ): Promise<void> {
    const values = acceptCustomFields(resource, change, 'service', false);
    if (values === undefined) return;
    const before = await this.stored(tx, resource, key, true);
    const { entity, property, key: by } = keptAt(resource);
    await tx.update(entity, { [by]: key }, { [property]: changedCustomFields(before, values) });
    if (resource === 'bundles' && this.replica.isSet) await this.replica.announce(tx);
  }

  private async stored(
    tx: EntityManager,
    resource: CustomFieldResource,
    key: number | string,
    isLocked = false,
  ): Promise<CustomFieldValues | null> {
    const { entity, property, key: by } = keptAt(resource);
    const lock = isLocked ? { lock: { mode: 'pessimistic_write' as const } } : {};
    const row = await tx.findOne(entity, { where: { [by]: key }, ...lock });
    if (row === null) throw AppError.notFound(resource);
    return (row as Record<string, CustomFieldValues | null>)[property] ?? null;
  }
}

/** {@link CustomFieldStore}, for every room and extension. */
@Global()
@Module({ providers: [CustomFieldStore], exports: [CustomFieldStore] })
export class CustomFieldsModule {}
