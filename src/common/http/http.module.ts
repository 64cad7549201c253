import { Global, Module } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DtoPipe } from '../validation/dto.js';
import { Downloads } from './downloads.js';
import { IdempotencyRecord } from './idempotency-record.entity.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { IdempotencyStore } from './idempotency-store.js';
import { Pager } from './pagination.js';

/** Pagination, downloads, idempotency and DTO validation for every room. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([IdempotencyRecord])],
  providers: [Pager, Downloads, IdempotencyStore, IdempotencyInterceptor, { provide: APP_PIPE, useClass: DtoPipe }],
  exports: [Pager, Downloads, IdempotencyStore, IdempotencyInterceptor],
})
export class HttpModule {}
