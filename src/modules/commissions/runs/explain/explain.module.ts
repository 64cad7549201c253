import { Module } from '@nestjs/common';
import { PlansModule } from '../../plans/index.js';
import { ResultsModule } from '../results/results.module.js';
import { AdminExplainController, AdminOrderCommissionsController } from './admin-explain.controller.js';
import { CountedOrders } from './counted-orders.service.js';
import { Explaining, PreviousCompared } from './explain.service.js';
import { ExplainFacts } from './facts.service.js';
import { GroupsExplained } from './groups.service.js';
import { LinesExplained } from './lines.service.js';
import { OrderClawbacks } from './order-clawbacks.service.js';
import { OrderCommissions } from './order-commissions.service.js';
import { OrderShares } from './order-shares.service.js';
import { OrdersExplained } from './orders.service.js';
import { SourcesExplained } from './sources.service.js';
import { SuccessionsExplained } from './successions.service.js';

/** Explanations of what runs came to. */
@Module({
  imports: [PlansModule, ResultsModule],
  controllers: [AdminExplainController, AdminOrderCommissionsController],
  providers: [
    CountedOrders,
    Explaining,
    ExplainFacts,
    GroupsExplained,
    LinesExplained,
    OrderClawbacks,
    OrderCommissions,
    OrdersExplained,
    OrderShares,
    PreviousCompared,
    SourcesExplained,
    SuccessionsExplained,
  ],
  exports: [Explaining, ResultsModule],
})
export class ExplainModule {}
