import { Global, Module } from '@nestjs/common';
import { JobQueue } from './job-queue.js';

/** Gives every room the {@link JobQueue}. */
@Global()
@Module({ providers: [JobQueue], exports: [JobQueue] })
export class JobsModule {}
