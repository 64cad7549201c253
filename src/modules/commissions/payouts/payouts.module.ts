import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Events } from '#common/events/index.js';
import { replaceable } from '#common/extensions.js';
import { ApprovalsModule } from '#people/approvals/index.js';
import { EarningsModule } from '../earnings/index.js';
import { PlansModule } from '../plans/index.js';
import { AdminPayoutsController, AdminPayoutItemsController } from './admin-payouts.controller.js';
import { Batches } from './batches/batches.service.js';
import { PayoutPreview } from './batches/preview.service.js';
import { PayoutRelease } from './batches/release.action.js';
import { PayoutAccounts, NoPayoutDetails, PayoutDetails } from './details/payout-details.js';
import { AdminBankFilesController } from './files/admin-bank-files.controller.js';
import { BankFiles } from './files/bank-files.service.js';
import { AdminPayoutHoldsController } from './holds/admin-payout-holds.controller.js';
import { PayoutHolds } from './holds/holds.service.js';
import { AdminPayoutResultsController } from './items/admin-payout-results.controller.js';
import { PayoutItems } from './items/items.service.js';
import { ItemMarking } from './items/marking.service.js';
import { PayoutResults } from './items/results.service.js';
import { PayoutPersonalData } from './payout-personal-data.js';
import { PayoutHold, PayoutItem, Payout, PayoutSum } from './payouts.entity.js';
import { PAYOUT_EVENTS } from './payouts.events.js';
import { PayoutsReader } from './payouts.reader.js';

/** Payouts and holds. */
@Events(PAYOUT_EVENTS)
@Module({
  imports: [
    TypeOrmModule.forFeature([Payout, PayoutItem, PayoutSum, PayoutHold]),
    ApprovalsModule,
    EarningsModule,
    PlansModule,
  ],
  controllers: [
    AdminPayoutsController,
    AdminPayoutItemsController,
    AdminPayoutResultsController,
    AdminBankFilesController,
    AdminPayoutHoldsController,
  ],
  providers: [
    PayoutsReader,
    Batches,
    PayoutRelease,
    PayoutItems,
    PayoutPersonalData,
    ItemMarking,
    PayoutHolds,
    PayoutPreview,
    PayoutAccounts,
    BankFiles,
    ...replaceable(PayoutDetails, NoPayoutDetails),
    PayoutResults,
  ],
  exports: [PayoutsReader, Batches, PayoutRelease, ItemMarking, PayoutHolds],
})
export class PayoutsModule {}
