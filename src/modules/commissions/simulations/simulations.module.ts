import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PlansModule } from '../plans/index.js';
import { RunsModule } from '../runs/index.js';
import { AdminSimulationsController } from './admin-simulations.controller.js';
import { Simulating } from './simulating.service.js';
import { CommissionSimulation } from './simulation.entity.js';
import { Simulations } from './simulations.service.js';

/** Plans that are not saved, tried on a posted period. */
@Module({
  imports: [TypeOrmModule.forFeature([CommissionSimulation]), PlansModule, RunsModule],
  controllers: [AdminSimulationsController],
  providers: [Simulating, Simulations],
})
export class SimulationsModule {}
