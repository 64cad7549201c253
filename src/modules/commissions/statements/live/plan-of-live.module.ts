import { Global, Module } from '@nestjs/common';
import { LivePlans } from '#network/live/index.js';
import { PlansModule } from '../../plans/index.js';
import { PlanOfLive } from './plan-of-live.js';

/** The plan by which the live network measures. Global, because that room is below and asks for {@link LivePlans}. */
@Global()
@Module({
  imports: [PlansModule],
  providers: [{ provide: LivePlans, useClass: PlanOfLive }],
  exports: [LivePlans],
})
export class PlanOfLiveModule {}
