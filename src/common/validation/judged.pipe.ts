import type { PipeTransform } from '@nestjs/common';
import { plainBody } from './dto.pipe.js';
import { judgeDto, type Judged } from './dto.js';

/** Judges a body without refusing it: the service adds what only the database knows, and everything is reported at once. */
export class JudgedBodyPipe<Dto extends object> implements PipeTransform<unknown, Judged<Dto>> {
  constructor(private readonly dto: new () => Dto) {}

  transform(value: unknown): Judged<Dto> {
    return judgeDto(this.dto, plainBody(this.dto, 'body', value));
  }
}

/** Judges a query without refusing it: the service decides which type of error its problems are. */
export class JudgedQueryPipe<Dto extends object> implements PipeTransform<unknown, Judged<Dto>> {
  constructor(private readonly dto: new () => Dto) {}

  transform(value: unknown): Judged<Dto> {
    return judgeDto(this.dto, plainBody(this.dto, 'query', value));
  }
}
