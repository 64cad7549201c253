import { Global, Module } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DtoPipe } from '../validation/dto.pipe.js';
import { CallerPlaces } from './caller-places.js';
import { IdempotencyRecord } from './idempotency-record.entity.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { KeptAnswers } from './kept-answers.js';
import { Pager } from './pagination.js';

/** What every request passes between the guards and its controller. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([IdempotencyRecord])],
  providers: [CallerPlaces, Pager, KeptAnswers, IdempotencyInterceptor, { provide: APP_PIPE, useClass: DtoPipe }],
  exports: [CallerPlaces, Pager, KeptAnswers, IdempotencyInterceptor],
})
export class HttpModule {}
