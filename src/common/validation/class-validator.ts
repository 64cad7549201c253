import { createRequire } from 'node:module';
import type * as Transformer from 'class-transformer';
import type * as Types from 'class-transformer/types/storage.js';
import type * as Library from 'class-validator';

const require = createRequire(import.meta.url);

/** A file of class-validator by itself: its index loads a hundred rules, and the phone numbers of the world, for a few names. */
function part<Name extends keyof typeof Library>(file: string): Pick<typeof Library, Name> {
  return require(`class-validator/cjs/${file}.js`) as Pick<typeof Library, Name>;
}

export const { ValidateBy } = part<'ValidateBy'>('decorator/common/ValidateBy');
export const { ValidateIf } = part<'ValidateIf'>('decorator/common/ValidateIf');
export const { ValidateNested } = part<'ValidateNested'>('decorator/common/ValidateNested');
export const { isEmail } = part<'isEmail'>('decorator/string/IsEmail');
export const { Validator } = part<'Validator'>('validation/Validator');
const { getMetadataStorage } = part<'getMetadataStorage'>('metadata/MetadataStorage');
const { useContainer } = part<'useContainer'>('container');
/** What a field's class is. Of class-transformer, too, only what is used is loaded. */
export const { Type } = require('class-transformer/cjs/decorators/type.decorator.js') as Pick<
  typeof Transformer,
  'Type'
>;
const { defaultMetadataStorage: types } = require('class-transformer/cjs/storage.js') as typeof Types;

/** The name under which rules of a whole class stand: that of no field. */
export const WHOLE = '';

type Class = new () => object;
type Storage = ReturnType<typeof getMetadataStorage>;
type Rules = ReturnType<Storage['getTargetValidationMetadatas']>;

const storage = remembering(getMetadataStorage());
(globalThis as { classValidatorMetadataStorage?: Storage }).classValidatorMetadataStorage = storage;

/** Of each constraint one instance; the library's own container goes through all of them to find one. */
const constraints = new Map<Class, object>();
useContainer({
  get(constraint: Class): object {
    const instance = constraints.get(constraint) ?? new constraint();
    constraints.set(constraint, instance);
    return instance;
  },
});

/**
 * The library's storage, which it keeps in a global variable, but what it gathers for a class is kept until a rule is
 * added: for each object it would go through the classes of all DTOs.
 */
function remembering(storage: Storage): Storage {
  const ofClass = new Map<unknown, Rules>();
  const groups = new WeakMap<Rules, Record<string, Rules>>();
  const remembering: Partial<Storage> = {
    addValidationMetadata(rule) {
      storage.addValidationMetadata(rule);
      ofClass.clear();
    },
    getTargetValidationMetadatas(target, schema, always, strictGroups, of) {
      const known = always || strictGroups || of?.length ? undefined : ofClass.get(target);
      if (known !== undefined) return known;
      const rules = storage.getTargetValidationMetadatas(target, schema, always, strictGroups, of);
      if (!always && !strictGroups && !of?.length) ofClass.set(target, rules);
      return rules;
    },
    groupByPropertyName(rules) {
      const grouped = groups.get(rules) ?? storage.groupByPropertyName(rules);
      groups.set(rules, grouped);
      return grouped;
    },
  };
  return Object.assign(Object.create(storage) as Storage, remembering);
}

const fields = new WeakMap<Rules, Map<string, Class | undefined>>();

/** The fields of a DTO class: those that have rules, each with the class of the objects that it holds, if it holds any. */
export function fieldsOf(dto: Class): ReadonlyMap<string, Class | undefined> {
  const rules = storage.getTargetValidationMetadatas(dto, '', false, false);
  let known = fields.get(rules);
  if (known === undefined) {
    known = new Map();
    for (const { propertyName, type } of rules) {
      if (propertyName === WHOLE) continue;
      if (type === 'nestedValidation') known.set(propertyName, typeOf(dto, propertyName));
      else if (!known.has(propertyName)) known.set(propertyName, undefined);
    }
    fields.set(rules, known);
  }
  return known;
}

/** What `@Type` of class-transformer says of a field. */
function typeOf(dto: Class, field: string): Class | undefined {
  return types.findTypeMetadata(dto, field)?.typeFunction() as Class | undefined;
}
