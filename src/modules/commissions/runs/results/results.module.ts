import { Module } from '@nestjs/common';
import { AdminResultsController } from './admin-results.controller.js';
import { RunComparison } from './comparison.js';
import { RunResults } from './results.service.js';

/** What runs came to, as it is read. */
@Module({
  controllers: [AdminResultsController],
  providers: [RunResults, RunComparison],
  exports: [RunResults, RunComparison],
})
export class ResultsModule {}
