import { Controller, Get, Query, VERSION_NEUTRAL } from '@nestjs/common';
import { Access } from '../../common/access/index.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer, ApiFailures } from '../../common/openapi/index.js';
import { TrafficQuery, TrafficService, TrafficView } from '../traffic/index.js';

/** What the client API is asked, in the admin module. Section 8 of the decisions. */
@ApiTags('Admin: traffic')
@Access('super_admin')
@Controller({ path: 'admin/api/traffic', version: VERSION_NEUTRAL })
export class AdminTrafficController {
  constructor(private readonly traffic: TrafficService) {}

  @Get()
  @ApiOperation({
    operationId: 'adminReadTraffic',
    summary: 'Requests, errors and latency over time',
    description:
      'Of the client API, by application. Each instance adds what it counted every 10 seconds. Times are UTC, and steps begin at multiples of their length.',
  })
  @ApiAnswer(TrafficView)
  @ApiFailures('NOT_FOUND')
  read(@Query() query: TrafficQuery): Promise<TrafficView> {
    return this.traffic.read(query);
  }
}
