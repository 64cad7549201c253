import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Events } from '../../../common/events/index.js';
import { CommissionLegs } from './results/commission-legs.entity.js';
import { CommissionLine } from './results/commission-line.entity.js';
import { CommissionMember } from './results/commission-member.entity.js';
import { ResultsModule } from './results/results.module.js';
import { CommissionRun } from './run.entity.js';
import { RunEvents } from './run-events.js';
import { RUN_EVENTS } from './runs.events.js';

/** Runs of commissions: reckoning, results and posting. */
@Events(RUN_EVENTS)
@Module({
  imports: [TypeOrmModule.forFeature([CommissionRun, CommissionLine, CommissionMember, CommissionLegs]), ResultsModule],
  providers: [RunEvents],
})
export class RunsModule {}
