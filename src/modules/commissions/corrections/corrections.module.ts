import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CommissionCorrection } from './correction.entity.js';

/** Posted periods that are reckoned again. */
@Module({
  imports: [TypeOrmModule.forFeature([CommissionCorrection])],
})
export class CorrectionsModule {}
