import { Module } from '@nestjs/common';
import { AdminResultsController } from './admin-results.controller.js';
import { RunResults } from './results.service.js';

/** What runs came to, as it is read. */
@Module({
  controllers: [AdminResultsController],
  providers: [RunResults],
  exports: [RunResults],
})
export class ResultsModule {}
