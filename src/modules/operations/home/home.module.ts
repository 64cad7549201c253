import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PlansModule } from '#commissions/plans/index.js';
import { RunsModule } from '#commissions/runs/index.js';
import { ApprovalsModule } from '#people/approvals/index.js';
import { TrafficModule } from '#platform/traffic/index.js';
import { AdminHomeController } from './admin-home.controller.js';
import { DayFigures } from './day-figures.entity.js';
import { DayFiguresService } from './day-figures.service.js';
import { Home } from './home.service.js';
import { Waiting } from './waiting.service.js';

/** How the company stands, and what waits. */
@Module({
  imports: [TypeOrmModule.forFeature([DayFigures]), PlansModule, RunsModule, ApprovalsModule, TrafficModule],
  controllers: [AdminHomeController],
  providers: [DayFiguresService, Home, Waiting],
})
export class HomeModule {}
