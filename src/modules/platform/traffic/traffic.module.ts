import { Module, Query, Injectable } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientAppsModule, ApplicationsService } from '../client-apps/index.js';
import { AdminRequestsController, RefusedRequests } from './refusals/admin-requests.controller.js';
import { RefusalLog } from './refusals/refusal-log.js';
import { RefusedRequest } from './refusals/refused-request.entity.js';
import { TrafficCounter } from './traffic-counter.js';
import { Traffic } from './traffic.entity.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { TrafficQuery, TrafficView, toTrafficView } from './traffic.dto.js';
import { Replica } from '#common/database/index.js';
import { READ_TRAFFIC, type TrafficRow } from './traffic.queries.js';
import { stepsOf } from './traffic.rules.js';

/** Applications that are listed by name. */
const MAX_NAMED = 6;

/** Reads the traffic of the client API. */
@Injectable()
export class TrafficService {
  constructor(
    private readonly replica: Replica,
    private readonly applications: ApplicationsService,
  ) {}

  /**
   * Requests, errors and latency over time, by application.
   * @throws AppError NOT_FOUND for an `application_id` that does not exist
   */
  async read({ window = 'day', application_id }: TrafficQuery): Promise<TrafficView> {
    if (application_id !== undefined) await this.applications.read(application_id);
    const steps = stepsOf(window, Date.now());
    const rows = await this.replica.query<TrafficRow>(READ_TRAFFIC, [
      steps.stepSeconds,
      new Date(steps.from),
      new Date(steps.to),
      application_id ?? null,
      MAX_NAMED,
    ]);
    return toTrafficView(window, steps, rows);
  }
}

/** Traffic statistics of the client API, in the admin module. See docs/spec/service.md#8. */
@AdminController(
  'traffic',
  { name: 'Admin: traffic', order: 190, description: 'Requests, errors and latency of the client API over time.' },
  'traffic.read',
)
class AdminTrafficController {
  constructor(private readonly traffic: TrafficService) {}

  @Endpoint('GET', {
    id: 'adminReadTraffic',
    summary: 'Requests, errors and latency over time',
    description:
      'For the client API, by application. Each instance reports its counts every 10 seconds. Times are UTC; steps start at multiples of their length.',
    answer: TrafficView,
    failures: ['NOT_FOUND'],
  })
  read(@Query() query: TrafficQuery): Promise<TrafficView> {
    return this.traffic.read(query);
  }
}

/** Requests, errors and latency of the client API, by application over time; what was refused and what failed. */
@Module({
  imports: [TypeOrmModule.forFeature([Traffic, RefusedRequest]), ClientAppsModule],
  controllers: [AdminTrafficController, AdminRequestsController],
  providers: [TrafficCounter, TrafficService, RefusalLog, RefusedRequests],
  exports: [TrafficCounter, TrafficService, RefusalLog],
})
export class TrafficModule {}
