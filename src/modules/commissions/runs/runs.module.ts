import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Events } from '#common/events/index.js';
import { ApprovalsModule } from '#people/approvals/index.js';
import { EarningsModule } from '../earnings/index.js';
import { PlansModule } from '../plans/index.js';
import { CommissionSettingsModule } from '../settings/index.js';
import { AdminRunsController } from './admin-runs.controller.js';
import { BridgeJob, Bridges } from './bridge/bridge.service.js';
import { Calculation, Calculator } from './calculation/calculation.service.js';
import { PostedPeriodsModule } from './posting/posted-periods.js';
import { PostingAtOnce, Posting, PostingWrites } from './posting/posting.service.js';
import { OwnPreviews } from './own-previews.js';
import { CommissionLegs, CommissionLine, CommissionMember, CommissionRun } from './run.entity.js';
import { PostedStatements } from './results/posted-statements.js';
import { RunResults } from './results/results.service.js';
import { AdminExplainController, AdminOrderCommissionsController } from './explain/admin-explain.controller.js';
import { CountedOrders } from './explain/counted-orders.service.js';
import { Explaining } from './explain/explain.service.js';
import { ExplainFacts } from './explain/facts.service.js';
import { GroupsExplained } from './explain/groups.service.js';
import { LinesExplained } from './explain/lines.service.js';
import { OrderClawbacks } from './explain/order-clawbacks.service.js';
import { OrderCommissions } from './explain/order-commissions.service.js';
import { OrdersExplained } from './explain/orders.service.js';
import { SourcesExplained } from './explain/sources.service.js';
import { RunApproval } from './run-approval.action.js';
import { RunEvents, RUN_EVENTS } from './runs.events.js';
import { ResultsDropping } from './writing/result-partitions.js';
import { Replays } from './replays.service.js';
import { RunInputReader } from './reading/run-input.js';
import { RunsReader } from './runs.reader.js';
import { RunsService } from './runs.service.js';

/** Runs of commissions: calculation, results with their explanations, and posting. */
@Events(RUN_EVENTS)
@Module({
  imports: [
    TypeOrmModule.forFeature([CommissionRun, CommissionLine, CommissionMember, CommissionLegs]),
    ApprovalsModule,
    PlansModule,
    EarningsModule,
    CommissionSettingsModule,
    PostedPeriodsModule,
  ],
  controllers: [AdminRunsController, AdminExplainController, AdminOrderCommissionsController],
  providers: [
    RunsReader,
    RunsService,
    Bridges,
    BridgeJob,
    RunApproval,
    ResultsDropping,
    RunEvents,
    Posting,
    PostingAtOnce,
    PostingWrites,
    OwnPreviews,
    Replays,
    RunInputReader,
    Calculator,
    Calculation,
    RunResults,
    PostedStatements,
    CountedOrders,
    Explaining,
    ExplainFacts,
    GroupsExplained,
    LinesExplained,
    OrderClawbacks,
    OrderCommissions,
    OrdersExplained,
    SourcesExplained,
  ],
  exports: [
    RunsReader,
    RunEvents,
    Calculation,
    PostingAtOnce,
    Calculator,
    ResultsDropping,
    RunResults,
    PostedStatements,
    Explaining,
  ],
})
export class RunsModule {}
