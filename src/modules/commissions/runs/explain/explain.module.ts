import { Module } from '@nestjs/common';
import { ResultsModule } from '../results/results.module.js';
import { AdminExplainController } from './admin-explain.controller.js';
import { Explaining } from './explain.service.js';
import { ExplainFacts } from './facts.service.js';
import { GroupsExplained } from './groups-explained.js';
import { LinesExplained } from './lines-explained.js';
import { OrderParts } from './order-parts.js';
import { OrderShares } from './order-shares.js';
import { OrdersExplained } from './orders-explained.js';
import { PreviousCompared } from './previous-compared.js';
import { SourcesExplained } from './sources-explained.js';
import { SuccessionsExplained } from './successions-explained.js';

/** Explanations of what runs came to. */
@Module({
  imports: [ResultsModule],
  controllers: [AdminExplainController],
  providers: [
    Explaining,
    ExplainFacts,
    GroupsExplained,
    LinesExplained,
    OrderParts,
    OrdersExplained,
    OrderShares,
    PreviousCompared,
    SourcesExplained,
    SuccessionsExplained,
  ],
  exports: [Explaining, ResultsModule],
})
export class ExplainModule {}
