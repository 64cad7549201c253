import type { PipeTransform } from '@nestjs/common';
import { judgeDto, plainBody, type Judged } from '../../common/validation/index.js';

/** Judges a query without refusing it: the service decides which type of error its problems are. */
export class JudgedQueryPipe<Dto extends object> implements PipeTransform<unknown, Judged<Dto>> {
  constructor(private readonly dto: new () => Dto) {}

  transform(value: unknown): Judged<Dto> {
    return judgeDto(this.dto, plainBody(this.dto, 'query', value));
  }
}
