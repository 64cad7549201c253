import type { PipeTransform } from '@nestjs/common';
import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import { FormBody } from '#common/validation/form-fields.js';
import { isPlainObject, addProblem, repeatedKeyOf } from '#common/validation/index.js';
import type { BonusTypes, Plan } from '@commerce/commission-engine';
import { validatePlan, type ValidatedPlan } from './validate.js';

/** Takes bodies that are JSON objects, for the service to validate: unlike fields of a DTO, unknown and repeated keys are not dropped. */
export class DocumentPipe implements PipeTransform<unknown, object> {
  transform(value: unknown): object {
    if (value instanceof FormBody) throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'a plan is sent as application/json');
    if (!isPlainObject(value)) throw AppError.ofField('VALIDATION', 'detail', 'the body must be a JSON object');
    const repeated = repeatedKeyOf(value);
    if (repeated !== undefined)
      throw AppError.ofFields('VALIDATION', errorsOf({ problems: [{ path: repeated, message: 'is given twice' }] }));
    return value;
  }
}

/**
 * The plan of a document.
 * @param currencyDigits decimals of the currency
 * @param types of bonuses, if extensions add some
 * @throws AppError VALIDATION with all problems, each by its path
 */
export function acceptPlan(document: unknown, currencyDigits: number, types?: BonusTypes): Plan {
  const validated = validatePlan(document, currencyDigits, types);
  if (validated.plan === undefined) throw AppError.ofFields('VALIDATION', errorsOf(validated));
  return validated.plan;
}

function errorsOf({ problems }: Pick<ValidatedPlan, 'problems'>): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of problems) {
    const [field] = /^[^.[]*/.exec(path)!;
    addProblem(errors, field || 'detail', message, path === field ? undefined : path);
  }
  return errors;
}
