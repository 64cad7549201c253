import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientAppsModule } from '../client-apps/index.js';
import { TrafficCounter } from './traffic-counter.js';
import { Traffic } from './traffic.entity.js';
import { TrafficService, AdminTrafficController } from './admin-traffic.controller.js';

/** Requests, errors and latency of the client API, by application over time. */
@Module({
  imports: [TypeOrmModule.forFeature([Traffic]), ClientAppsModule],
  controllers: [AdminTrafficController],
  providers: [TrafficCounter, TrafficService],
  exports: [TrafficCounter, TrafficService],
})
export class TrafficModule {}
