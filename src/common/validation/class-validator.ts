import { createRequire } from 'node:module';
import type * as Library from 'class-validator';

const require = createRequire(import.meta.url);

/** A file of class-validator by itself: its index loads a hundred rules, and the phone numbers of the world, for four names. */
function part<Name extends keyof typeof Library>(file: string): Pick<typeof Library, Name> {
  return require(`class-validator/cjs/${file}.js`) as Pick<typeof Library, Name>;
}

export const { ValidateBy } = part<'ValidateBy'>('decorator/common/ValidateBy');
export const { ValidateNested } = part<'ValidateNested'>('decorator/common/ValidateNested');
export const { isEmail } = part<'isEmail'>('decorator/string/IsEmail');
export const { Validator } = part<'Validator'>('validation/Validator');
const { getMetadataStorage } = part<'getMetadataStorage'>('metadata/MetadataStorage');

/** The name of the rules that `fields.ts` makes. */
export const OWN_RULE = 'field';

/**
 * Whether a class has rules by class-validator's own decorators, or by an extension's.
 * @param inner its fields that hold objects whose class is known
 */
export function hasForeignRules(dto: new () => object, inner: ReadonlySet<string>): boolean {
  return getMetadataStorage()
    .getTargetValidationMetadatas(dto, '', false, false)
    .some(({ name, type, propertyName }) => {
      return type === 'nestedValidation' ? !inner.has(propertyName) : name !== OWN_RULE;
    });
}
