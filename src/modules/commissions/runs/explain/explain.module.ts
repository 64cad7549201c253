import { Module } from '@nestjs/common';
import { ResultsModule } from '../results/results.module.js';
import { AdminExplainController } from './admin-explain.controller.js';
import { Explaining } from './explain.service.js';
import { ExplainFacts } from './facts.service.js';
import { LinesExplained } from './lines-explained.js';
import { OrdersExplained } from './orders-explained.js';
import { PreviousCompared } from './previous-compared.js';
import { SourcesExplained } from './sources-explained.js';

/** Explanations of what runs came to. */
@Module({
  imports: [ResultsModule],
  controllers: [AdminExplainController],
  providers: [Explaining, ExplainFacts, LinesExplained, OrdersExplained, PreviousCompared, SourcesExplained],
  exports: [Explaining, ResultsModule],
})
export class ExplainModule {}
