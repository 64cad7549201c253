import { Module } from '@nestjs/common';
import { PostedStatementsModule } from '../runs/index.js';
import { PlanOfLiveModule } from './live/plan-of-live.module.js';
import { StatementsController } from './posted/statements.controller.js';
import { StatementsService } from './posted/statements.service.js';

/** What members see of their commissions. */
@Module({
  imports: [PlanOfLiveModule, PostedStatementsModule],
  controllers: [StatementsController],
  providers: [StatementsService],
})
export class StatementsModule {}
