import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AdminCommissionSettingsController } from './admin-commission-settings.controller.js';
import { CommissionSettings } from './commission-settings.entity.js';
import { CommissionSettingsService } from './commission-settings.service.js';

/** Settings of commissions. */
@Module({
  imports: [TypeOrmModule.forFeature([CommissionSettings])],
  controllers: [AdminCommissionSettingsController],
  providers: [CommissionSettingsService],
  exports: [CommissionSettingsService],
})
export class CommissionSettingsModule {}
