import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { plainBody } from './dto.pipe.js';
import { validateDto, type Validated } from './dto.js';

/**
 * Validates a body or a query without refusing it: the service adds what only the database knows, and everything is reported
 * at once, as the type of error that it decides.
 */
export class ValidatedPipe<Dto extends object> implements PipeTransform<unknown, Validated<Dto>> {
  constructor(private readonly dto: new () => Dto) {}

  transform(value: unknown, { type }: ArgumentMetadata): Validated<Dto> {
    return validateDto(this.dto, plainBody(this.dto, type === 'query' ? 'query' : 'body', value));
  }
}
