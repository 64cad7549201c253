import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CommissionLegs } from './results/commission-legs.entity.js';
import { CommissionLine } from './results/commission-line.entity.js';
import { CommissionMember } from './results/commission-member.entity.js';
import { CommissionRun } from './run.entity.js';

/** Runs of commissions: reckoning, results and posting. */
@Module({
  imports: [TypeOrmModule.forFeature([CommissionRun, CommissionLine, CommissionMember, CommissionLegs])],
})
export class RunsModule {}
