import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApprovalsModule } from '#people/approvals/index.js';
import { EarningsAdjustment, EarningsWriteOff, AdjustmentsService } from './adjustments.service.js';
import { AdminEarningsController } from './admin-earnings.controller.js';
import { Earning, EarningsBalance } from './earnings.entity.js';
import { EarningsController } from './earnings.controller.js';
import { EarningsLedger } from './earnings.ledger.js';
import { EarningsPersonalData } from './earnings-personal-data.js';
import { EarningsService } from './earnings.service.js';

/** The earnings ledger. */
@Module({
  imports: [TypeOrmModule.forFeature([Earning, EarningsBalance]), ApprovalsModule],
  controllers: [EarningsController, AdminEarningsController],
  providers: [
    EarningsLedger,
    EarningsPersonalData,
    EarningsService,
    AdjustmentsService,
    EarningsAdjustment,
    EarningsWriteOff,
  ],
  exports: [EarningsLedger],
})
export class EarningsModule {}
