import { applyDecorators } from '@nestjs/common';
import { Column } from 'typeorm';
import { ValidateIf } from '../validation/class-validator.js';
import { constraint } from '../validation/constraint.js';
import { formField } from '../validation/form-fields.js';
import type { CustomFieldResource } from './declaration.js';

/** The entity whose rows have the fields of a resource, and the property that tells them apart. */
interface Kept {
  readonly entity: new () => object;
  readonly property: string;
  readonly key: string;
}

const entities = new Map<CustomFieldResource, Kept>();

/**
 * The column of the custom fields of a resource; null where a row has none.
 * @param key the property by which the rows are told apart
 */
export function CustomFieldsColumn(resource: CustomFieldResource, key: string): PropertyDecorator {
  return (prototype, property) => {
    entities.set(resource, { entity: prototype.constructor as new () => object, property: property as string, key });
    Column('jsonb', { name: 'custom_fields', nullable: true })(prototype, property);
  };
}

/** Where the fields of a resource are kept. */
export function keptAt(resource: CustomFieldResource): Kept {
  const kept = entities.get(resource);
  if (kept === undefined) throw new Error(`no entity keeps custom fields of ${resource}`);
  return kept;
}

/** What the property `custom_fields` of a class is, for the OpenAPI document. */
export interface CustomFieldsMark {
  readonly of: CustomFieldResource;
  /** Whether it is sent to create something or to change it, or answered. */
  readonly as: 'new' | 'change' | 'view';
  readonly by: 'client' | 'admin' | 'event';
  /** A view that has it only where more is asked for. */
  readonly isOptional?: boolean;
}

const MARK = Symbol('custom-fields');

/** The property `custom_fields` of a response or an event. The document has it if there are such fields. */
export function CustomFieldsView(
  of: CustomFieldResource,
  by: CustomFieldsMark['by'],
  isOptional = false,
): PropertyDecorator {
  return (prototype) => mark(prototype, { of, as: 'view', by, isOptional });
}

/** The property `custom_fields` of a request. Its values depend on who sends them: `validateCustomFields` validates them. */
export function CustomFieldsBody(
  of: CustomFieldResource,
  as: 'new' | 'change',
  by: 'client' | 'admin',
): PropertyDecorator {
  return applyDecorators(
    ValidateIf(() => false),
    constraint(() => undefined),
    formField('json'),
    (prototype: object) => mark(prototype, { of, as, by }),
  );
}

/** The mark of a class, or that of the class that it extends. */
export function customFieldsMarkOf(prototype: object): CustomFieldsMark | undefined {
  return (prototype as { [MARK]?: CustomFieldsMark })[MARK];
}

function mark(prototype: object, value: CustomFieldsMark): void {
  Object.defineProperty(prototype, MARK, { value });
}
