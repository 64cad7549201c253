import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApprovalsModule } from '#people/approvals/index.js';
import { EarningsAdjustment, EarningsWriteOff } from './adjustments.actions.js';
import { AdjustmentsService } from './adjustments.service.js';
import { AdminEarningsController } from './admin-earnings.controller.js';
import { Earning, EarningsBalance } from './earnings.entity.js';
import { EarningsController } from './earnings.controller.js';
import { EarningsLedger } from './earnings.ledger.js';
import { EarningsPersonalData } from './earnings-personal-data.js';
import { EarningsService } from './earnings.service.js';
import { CommissionSettingsModule } from '../settings/index.js';
import { RewardKinds } from './rewards/reward-kinds.js';
import { RewardPosting, RewardReversal } from './rewards/rewards.actions.js';
import { Rewards } from './rewards/rewards.service.js';

/** The earnings ledger. Global, because extensions post rewards. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([Earning, EarningsBalance]),
    DiscoveryModule,
    ApprovalsModule,
    CommissionSettingsModule,
  ],
  controllers: [EarningsController, AdminEarningsController],
  providers: [
    EarningsLedger,
    EarningsPersonalData,
    EarningsService,
    AdjustmentsService,
    EarningsAdjustment,
    EarningsWriteOff,
    RewardKinds,
    RewardPosting,
    RewardReversal,
    Rewards,
  ],
  exports: [EarningsLedger, Rewards],
})
export class EarningsModule {}
