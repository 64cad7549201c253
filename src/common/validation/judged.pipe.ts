import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { plainBody } from './dto.pipe.js';
import { judgeDto, type Judged } from './dto.js';

/**
 * Judges a body or a query without refusing it: the service adds what only the database knows, and everything is reported
 * at once, as the type of error that it decides.
 */
export class JudgedPipe<Dto extends object> implements PipeTransform<unknown, Judged<Dto>> {
  constructor(private readonly dto: new () => Dto) {}

  transform(value: unknown, { type }: ArgumentMetadata): Judged<Dto> {
    return judgeDto(this.dto, plainBody(this.dto, type === 'query' ? 'query' : 'body', value));
  }
}
