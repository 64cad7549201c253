import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AdminComplianceController } from './admin-compliance.controller.js';
import { Compliance } from './compliance.service.js';
import { CommissionFairness } from './fairness.entity.js';
import { FairnessJob } from './fairness.job.js';

/** Fairness: who bought, and who earned what. */
@Module({
  imports: [TypeOrmModule.forFeature([CommissionFairness])],
  controllers: [AdminComplianceController],
  providers: [Compliance, FairnessJob],
})
export class ComplianceModule {}
