import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Events } from '#common/events/index.js';
import { ApprovalsModule } from '#people/approvals/index.js';
import { EarningsModule } from '../earnings/index.js';
import { PlansModule } from '../plans/index.js';
import { CommissionSettingsModule } from '../settings/index.js';
import { AdminRunsController } from './admin-runs.controller.js';
import { AdminBridgeController } from './bridge/admin-bridge.controller.js';
import { BridgeJob, Bridges } from './bridge/bridge.service.js';
import { Calculation } from './calculation/calculation.service.js';
import { Calculator } from './calculation/calculator.js';
import { PostedPeriodsModule } from './posting/posted-periods.js';
import { PostingAtOnce, Posting, PostingWrites } from './posting/posting.service.js';
import { OwnPreviews } from './own-previews.js';
import { CommissionLegs, CommissionLine, CommissionMember } from './results/results.entity.js';
import { ExplainModule } from './explain/explain.module.js';
import { ResultsModule } from './results/results.module.js';
import { RunApproval } from './run-approval.action.js';
import { CommissionRun } from './run.entity.js';
import { RunEvents, RUN_EVENTS } from './runs.events.js';
import { ResultsDropping } from './writing/result-partitions.js';
import { Replays } from './replays.service.js';
import { RunReader } from './reading/run-reader.js';
import { RunsReader } from './runs.reader.js';
import { RunsService } from './runs.service.js';

/** Runs of commissions: calculation, results and posting. */
@Events(RUN_EVENTS)
@Module({
  imports: [
    TypeOrmModule.forFeature([CommissionRun, CommissionLine, CommissionMember, CommissionLegs]),
    ApprovalsModule,
    PlansModule,
    EarningsModule,
    CommissionSettingsModule,
    PostedPeriodsModule,
    ResultsModule,
    ExplainModule,
  ],
  controllers: [AdminRunsController, AdminBridgeController],
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
    RunReader,
    Calculator,
    Calculation,
  ],
  exports: [RunsReader, Calculation, PostingAtOnce, Calculator, ResultsDropping],
})
export class RunsModule {}
