export { PartitionedByTime } from './time-partitions.js';
export { PartitionsModule } from './partitions.module.js';
export { TimePartitions } from './time-partitions.js';
