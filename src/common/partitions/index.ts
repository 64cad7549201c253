export { PartitionedByTime, PartitionsModule, TimePartitions } from './time-partitions.js';
