import { Module } from '@nestjs/common';
import { UsersModule } from '#people/users/index.js';
import { CartModule } from '#sales/orders/index.js';
import { PlansModule } from '../plans/index.js';
import { RunsModule } from '../runs/index.js';
import { CartCommissionController } from './cart/cart-commission.controller.js';
import { CartCommissionService } from './cart/cart-commission.service.js';
import { PlanOfLiveModule } from './live/plan-of-live.js';
import { AdminStatementsController } from './posted/admin-statements.controller.js';
import { ExplainedStatements } from './posted/explained-statements.js';
import { StatementsService } from './posted/statements.service.js';
import { StatementsController } from './posted/statements.controller.js';
import { StatementsPersonalData } from './posted/statements-personal-data.js';
import { MemberProgress, ProgressService } from './progress/progress.service.js';
import { ProgressController } from './progress/progress.controller.js';

/** What members see of their commissions. */
@Module({
  imports: [CartModule, PlanOfLiveModule, PlansModule, RunsModule, UsersModule],
  controllers: [AdminStatementsController, CartCommissionController, ProgressController, StatementsController],
  providers: [
    CartCommissionService,
    ExplainedStatements,
    MemberProgress,
    ProgressService,
    StatementsPersonalData,
    StatementsService,
  ],
})
export class StatementsModule {}
