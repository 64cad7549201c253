import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Housekeeping } from './housekeeping.js';
import { JobQueue } from './job-queue.js';
import { LongJob } from './long-job.entity.js';
import { LongJobs } from './long-jobs.js';
import { MarkedMethods } from '../marked-methods.js';

/** The {@link JobQueue}, {@link LongJobs} and housekeeping, for every room. */
@Global()
@Module({
  imports: [DiscoveryModule, TypeOrmModule.forFeature([LongJob])],
  providers: [MarkedMethods, JobQueue, LongJobs, Housekeeping],
  exports: [JobQueue, LongJobs],
})
export class JobsModule {}
