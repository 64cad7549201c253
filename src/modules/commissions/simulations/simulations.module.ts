import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CommissionSimulation } from './simulation.entity.js';

/** Plans that are not saved, tried on a posted period. */
@Module({
  imports: [TypeOrmModule.forFeature([CommissionSimulation])],
})
export class SimulationsModule {}
