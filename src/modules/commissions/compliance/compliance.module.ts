import { Module } from '@nestjs/common';

/** Fairness: who bought, and who earned what. */
@Module({})
export class ComplianceModule {}
