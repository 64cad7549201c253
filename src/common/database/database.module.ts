import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../config/config.js';
import { ChangeFeed } from './change-feed.js';
import { Database } from './database.js';
import { DatabaseAddress } from './database-address.js';
import { dataSourceOptions } from './data-source.js';
import { Replica } from './replica.js';

/** The {@link Database}, {@link ChangeFeed} and {@link Replica}, for every room. */
@Global()
@Module({})
export class DatabaseModule {
  /** @param url the migrated database */
  static at(url: string): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [Config],
          useFactory: (config: Config) => ({
            ...dataSourceOptions(url, config.databasePoolSize),
            autoLoadEntities: true,
            retryAttempts: 0,
          }),
        }),
      ],
      providers: [Database, ChangeFeed, Replica, { provide: DatabaseAddress, useValue: new DatabaseAddress(url) }],
      exports: [Database, ChangeFeed, Replica, DatabaseAddress],
    };
  }
}
