import { Global, Module } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DtoPipe } from '../validation/dto.pipe.js';
import { IdempotencyRecord } from './idempotency-record.entity.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { IdempotencyStore } from './idempotency-store.js';
import { Pager } from './pagination.js';

/** Pagination, idempotency and DTO validation for every room. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([IdempotencyRecord])],
  providers: [Pager, IdempotencyStore, IdempotencyInterceptor, { provide: APP_PIPE, useClass: DtoPipe }],
  exports: [Pager, IdempotencyStore, IdempotencyInterceptor],
})
export class HttpModule {}
