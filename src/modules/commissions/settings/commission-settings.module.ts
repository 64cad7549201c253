import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CommissionSettings } from './commission-settings.entity.js';

/** Settings of commissions. */
@Module({
  imports: [TypeOrmModule.forFeature([CommissionSettings])],
})
export class CommissionSettingsModule {}
