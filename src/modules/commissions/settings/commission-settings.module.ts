import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApprovalsModule } from '#people/approvals/index.js';
import { AdminCommissionSettingsController } from './admin-commission-settings.controller.js';
import { CommissionSettingsAction, CommissionSettingsService } from './commission-settings.service.js';
import { CommissionSettings } from './commission-settings.entity.js';

/** Settings of commissions. */
@Module({
  imports: [TypeOrmModule.forFeature([CommissionSettings]), ApprovalsModule],
  controllers: [AdminCommissionSettingsController],
  providers: [CommissionSettingsAction, CommissionSettingsService],
  exports: [CommissionSettingsService],
})
export class CommissionSettingsModule {}
