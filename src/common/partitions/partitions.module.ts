import { Global, Module } from '@nestjs/common';
import { PartitionSession } from './partition-session.js';
import { TimePartitions } from './time-partitions.js';

/** The {@link TimePartitions} of all entities. */
@Global()
@Module({ providers: [PartitionSession, TimePartitions], exports: [TimePartitions] })
export class PartitionsModule {}
