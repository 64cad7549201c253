import { Injectable, type PipeTransform } from '@nestjs/common';
import { FormBody } from '#common/validation/form-fields.js';
import { Field, plainBody } from '#common/validation/index.js';

/** How a form carries a bulk request: the JSON text of the array in one field. */
class BulkForm {
  @Field('json', () => undefined, {}, { optional: true }) bundles?: unknown;
}

/** Returns the array of a bulk request, sent as JSON or in the form field `bundles`; nothing is validated yet. */
@Injectable()
export class BundleBulkPipe implements PipeTransform<unknown, unknown> {
  transform(value: unknown): unknown {
    if (!(value instanceof FormBody)) return value;
    return (plainBody(BulkForm, 'body', value) as BulkForm).bundles;
  }
}
