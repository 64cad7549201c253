import { Global, Module } from '@nestjs/common';
import { TimePartitions } from './time-partitions.js';

/** The {@link TimePartitions} of all entities. */
@Global()
@Module({ providers: [TimePartitions], exports: [TimePartitions] })
export class PartitionsModule {}
