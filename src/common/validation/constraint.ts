import { fieldsOf, ValidateBy, WHOLE } from './class-validator.js';
import { asSent } from './instance.js';

/** Says what is wrong with a value, or undefined when nothing is. */
export type Validator = (value: unknown) => string | undefined;

/** A class-validator constraint whose message is what the validator says: a further rule of a field. */
export function constraint(validate: Validator, name = 'constraint'): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      validate: (value) => validate(value) === undefined,
      defaultMessage: (args) => validate(args?.value) ?? 'is not valid',
    },
  });
}

/** What is wrong inside a value, and the way there, such as `.en` or `[2].product-sku`. */
export interface InnerProblem {
  at: string;
  message: string;
}

/** Says all that is wrong inside a value, which is a field of the given DTO. */
export type InnerValidator = (value: unknown, dto: object) => readonly InnerProblem[];

/** A constraint of a field that may have several problems, of which class-validator tells the first: its context has all. */
export function innerConstraint(validate: InnerValidator): PropertyDecorator {
  return ValidateBy(
    {
      name: 'inner',
      validator: {
        validate: (value, args) => validate(value, args!.object).length === 0,
        defaultMessage: (args) => validate(args!.value, args!.object)[0]!.message,
      },
    },
    { context: { validate } },
  );
}

/** A constraint of a whole DTO, such as one about several fields. */
export function classConstraint(validate: (dto: object) => readonly InnerProblem[]): ClassDecorator {
  return ({ prototype }) => innerConstraint((_, dto) => validate(dto))(prototype as object, WHOLE);
}

/** Most problems named of one object with keys that it must not have. */
const MAX_NAMED_KEYS = 20;

/** A DTO that takes its own fields and no others: each further key is a problem, by its name. */
export function ExactKeys(): ClassDecorator {
  return classConstraint((dto) => validateKeys(asSent(dto), [...fieldsOf(dto.constructor as new () => object).keys()]));
}

/** Keys of an object that are not among the known ones, each by its name. */
export function validateKeys(object: object, known: readonly string[]): InnerProblem[] {
  const others = Object.keys(object).filter((key) => !known.includes(key));
  const message = `is not one of ${known.join(', ')}`;
  return others.slice(0, MAX_NAMED_KEYS).map((key) => ({ at: `.${key.slice(0, 100)}`, message }));
}
