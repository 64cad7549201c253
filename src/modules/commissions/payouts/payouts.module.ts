import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PayoutHold } from './payout-hold.entity.js';
import { PayoutItem } from './payout-item.entity.js';
import { Payout } from './payout.entity.js';

/** Payouts and holds. */
@Module({
  imports: [TypeOrmModule.forFeature([Payout, PayoutItem, PayoutHold])],
})
export class PayoutsModule {}
