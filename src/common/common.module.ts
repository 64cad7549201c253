import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DiscoveryModule, APP_PIPE } from '@nestjs/core';
import { AdminLists } from './audit/admin-lists.js';
import { AuditEntry } from './audit/audit-entry.entity.js';
import { AuditLog, FailedLogins } from './audit/audit-log.js';
import { AuditReader } from './audit/audit.reader.js';
import { AdminAuditController } from './audit/admin-audit.controller.js';
import { Config } from './config/config.js';
import { ChangeFeed } from './database/change-feed.js';
import { CONNECTION, DatabaseAddress, POOLED_CONNECTION } from './database/connections.js';
import { dataSourceOptions } from './database/data-source.js';
import { Database } from './database/database.js';
import { Replica } from './database/replica.js';
import { DurableListeners } from './events/durable-listeners.js';
import { EventRecorder } from './events/event-recorder.js';
import { EventRow } from './events/event.entity.js';
import { MarkedMethods } from './marked-methods.js';
import { HandlerRegistry } from './events/handlers.js';
import { SentToken } from './events/sent-token.entity.js';
import { SentTokens } from './events/sent-tokens.js';
import { DtoPipe } from './validation/dto.js';
import { Downloads } from './http/downloads.js';
import { IdempotencyRecord } from './http/idempotency-record.entity.js';
import { IdempotencyInterceptor } from './http/idempotency.interceptor.js';
import { IdempotencyStore } from './http/idempotency-store.js';
import { Pager } from './http/pagination.js';
import { Housekeeping } from './jobs/housekeeping.js';
import { JobQueue } from './jobs/job-queue.js';
import { LongJob } from './jobs/long-job.entity.js';
import { LongJobs } from './jobs/long-jobs.js';
import { AddressGuard, nameServers, system } from './outgoing/address-guard.js';
import { OutgoingHttp } from './outgoing/outgoing-http.js';
import { isPublicAddress } from './outgoing/public-address.rules.js';

/** The {@link AuditLog} and {@link AdminLists} for every room, and {@link FailedLogins} for logins. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AuditEntry])],
  controllers: [AdminAuditController],
  providers: [AuditLog, AuditReader, AdminLists, FailedLogins],
  exports: [AuditLog, AuditReader, AdminLists, FailedLogins, TypeOrmModule],
})
export class AuditModule {}

/** The {@link Database}, {@link ChangeFeed} and {@link Replica}, for every room. */
@Global()
@Module({})
export class DatabaseModule {
  /**
   * @param url the migrated database
   * @param directUrl the same, if `url` leads to a pooler in transaction mode
   */
  static at(url: string, directUrl?: string): DynamicModule {
    const address = new DatabaseAddress(directUrl ?? url, directUrl !== undefined);
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [Config],
          useFactory: (config: Config) => ({
            ...dataSourceOptions(url, config.databasePoolSize, address.isPooled ? POOLED_CONNECTION : CONNECTION),
            autoLoadEntities: true,
            retryAttempts: 0,
          }),
        }),
      ],
      providers: [Database, ChangeFeed, Replica, { provide: DatabaseAddress, useValue: address }],
      exports: [Database, ChangeFeed, Replica, DatabaseAddress],
    };
  }
}

/** The outbox, hooks, subscribers, listeners of both kinds and {@link MarkedMethods}, for every room. */
@Global()
@Module({
  imports: [DiscoveryModule, TypeOrmModule.forFeature([EventRow, SentToken])],
  providers: [MarkedMethods, EventRecorder, HandlerRegistry, DurableListeners, SentTokens],
  exports: [MarkedMethods, EventRecorder, HandlerRegistry, SentTokens],
})
export class EventsModule {}

/** Pagination, downloads, idempotency and DTO validation for every room. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([IdempotencyRecord])],
  providers: [Pager, Downloads, IdempotencyStore, IdempotencyInterceptor, { provide: APP_PIPE, useClass: DtoPipe }],
  exports: [Pager, Downloads, IdempotencyStore, IdempotencyInterceptor],
})
export class HttpModule {}

/** The {@link JobQueue}, {@link LongJobs} and housekeeping, for every room. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([LongJob])],
  providers: [JobQueue, LongJobs, Housekeeping],
  exports: [JobQueue, LongJobs],
})
export class JobsModule {}

/** {@link OutgoingHttp}, for every room. */
@Global()
@Module({
  providers: [
    {
      provide: AddressGuard,
      inject: [Config],
      useFactory: ({ webhookAllowPrivate }: Config) =>
        webhookAllowPrivate ? new AddressGuard(() => true, system) : new AddressGuard(isPublicAddress, nameServers()),
    },
    OutgoingHttp,
  ],
  exports: [OutgoingHttp],
})
export class OutgoingModule {}
