import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientAppsModule } from '../client-apps/index.js';
import { AdminRequestsController } from './refusals/admin-requests.controller.js';
import { RefusalLog } from './refusals/refusal-log.js';
import { RefusedRequest } from './refusals/refused-request.entity.js';
import { RefusedRequests } from './refusals/refused-requests.service.js';
import { TrafficCounter } from './traffic-counter.js';
import { Traffic } from './traffic.entity.js';
import { TrafficService, AdminTrafficController } from './admin-traffic.controller.js';

/** Requests, errors and latency of the client API, by application over time; what was refused and what failed. */
@Module({
  imports: [TypeOrmModule.forFeature([Traffic, RefusedRequest]), ClientAppsModule],
  controllers: [AdminTrafficController, AdminRequestsController],
  providers: [TrafficCounter, TrafficService, RefusalLog, RefusedRequests],
  exports: [TrafficCounter, TrafficService, RefusalLog],
})
export class TrafficModule {}
