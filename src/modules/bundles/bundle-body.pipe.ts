import { Injectable, type PipeTransform } from '@nestjs/common';
import { isPlainObject, judgeDto, plainBody, type Judged } from '../../common/validation/index.js';
import { BundleDto, MAX_DESCRIPTION, MAX_NAME, MAX_VARIANTS } from './bundle.dto.js';
import { API_ATTRIBUTES, judgeKeys, judgeTranslations } from './bundle.rules.js';

/**
 * Holds a plain bundle against all rules that need no database. Section 2.3.
 * SKUs are left to the service: whether one is repeated may depend on the other bundles of the request.
 */
export function judgeBundle(plain: unknown): Judged<BundleDto> {
  const judged = judgeDto(BundleDto, withoutExcess(plain));
  if (!isPlainObject(plain)) return judged;
  judgeTexts(judged.errors, plain);
  judgeKeys(judged.errors, 'attributes', plain.attributes, API_ATTRIBUTES);
  return judged;
}

/** The rules of the three fields with texts by language. */
export function judgeTexts(errors: Judged<unknown>['errors'], plain: Record<string, unknown>): void {
  judgeTranslations(errors, 'bundle_name_translations', plain.bundle_name_translations, MAX_NAME);
  judgeTranslations(errors, 'description_translations', plain.description_translations, MAX_DESCRIPTION);
  judgeTranslations(errors, 'short_description_translations', plain.short_description_translations, MAX_DESCRIPTION);
}

/** A bundle with far too many variants is judged by the first of them: its answer stays small. */
export function withoutExcess(plain: unknown): unknown {
  if (!isPlainObject(plain) || !Array.isArray(plain.varients) || plain.varients.length <= MAX_VARIANTS) return plain;
  return { ...plain, varients: plain.varients.slice(0, MAX_VARIANTS + 1) as unknown[] };
}

/** Judges the body of create and update without refusing it: the service adds what only the database knows. */
@Injectable()
export class BundleBodyPipe implements PipeTransform<unknown, Judged<BundleDto>> {
  transform(value: unknown): Judged<BundleDto> {
    return judgeBundle(plainBody(BundleDto, 'body', value));
  }
}
