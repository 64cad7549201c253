import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../config/config.js';
import { ChangeFeed } from './change-feed.js';
import { CONNECTION, DatabaseAddress, POOLED_CONNECTION } from './connections.js';
import { dataSourceOptions } from './data-source.js';
import { Database } from './database.js';
import { Replica } from './replica.js';

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
