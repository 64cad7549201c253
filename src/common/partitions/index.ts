export { PartitionedByTime } from './partitioned-by-time.js';
export { PartitionsModule } from './partitions.module.js';
export { TimePartitions } from './time-partitions.js';
