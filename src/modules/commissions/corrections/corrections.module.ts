import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MembersModule, PastCorrections, SuccessionEffects } from '#network/members/index.js';
import { VolumesModule } from '#network/volumes/index.js';
import { ApprovalsModule } from '#people/approvals/index.js';
import { EarningsModule } from '../earnings/index.js';
import { PlansModule } from '../plans/index.js';
import { RunsModule } from '../runs/index.js';
import { AdminCorrectionsController } from './admin-corrections.controller.js';
import { Correcting } from './correcting.service.js';
import { CorrectionApproval } from './correction-approval.action.js';
import { CommissionCorrection } from './correction.entity.js';
import { CorrectionsReader } from './corrections.reader.js';
import { CorrectionsService } from './corrections.service.js';
import { CorrectionStart } from './correction-start.js';
import { SuccessionInPlans } from './succession-in-plans.js';

/** Posted periods that are calculated again. Global, because moves of members below ask for {@link PastCorrections}
 * and {@link SuccessionEffects}. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([CommissionCorrection]),
    ApprovalsModule,
    EarningsModule,
    MembersModule,
    PlansModule,
    RunsModule,
    VolumesModule,
  ],
  controllers: [AdminCorrectionsController],
  providers: [
    Correcting,
    CorrectionApproval,
    CorrectionsReader,
    CorrectionsService,
    { provide: PastCorrections, useClass: CorrectionStart },
    { provide: SuccessionEffects, useClass: SuccessionInPlans },
  ],
  exports: [PastCorrections, SuccessionEffects],
})
export class CorrectionsModule {}
