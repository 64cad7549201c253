import { Query } from '@nestjs/common';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { TrafficQuery } from './traffic.dto.js';
import { TrafficService } from './traffic.service.js';
import { TrafficView } from './traffic.view.js';

/** Traffic statistics of the client API, in the admin module. See docs/spec/service.md#8. */
@AdminController(
  'traffic',
  {
    name: 'Admin: traffic',
    order: 190,
    description: 'Requests, errors and latency of the client API over time.',
  },
  'traffic.read',
)
export class AdminTrafficController {
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
