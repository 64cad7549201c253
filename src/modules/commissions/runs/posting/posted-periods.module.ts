import { Global, Module } from '@nestjs/common';
import { PostedPeriods } from '#network/volumes/index.js';
import { PostedRuns } from './posted-periods.js';

/** Global, because the volume ledger below asks for {@link PostedPeriods}. */
@Global()
@Module({
  providers: [PostedRuns, { provide: PostedPeriods, useExisting: PostedRuns }],
  exports: [PostedRuns, PostedPeriods],
})
export class PostedPeriodsModule {}
