import { Controller, Get, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../common/access/index.js';
import { Readiness } from './readiness.js';

/** For load balancers and supervisors. Section 9 of the decisions. */
@ApiTags('Operations')
@Access('public')
@Controller({ path: 'health', version: VERSION_NEUTRAL })
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** Whether the process answers at all. */
  @Get('live')
  @ApiOperation({ operationId: 'getLiveness', summary: 'Whether the process is alive' })
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Whether requests can be served: the database answers and no stop is under way; else 503. */
  @Get('ready')
  @ApiOperation({ operationId: 'getReadiness', summary: 'Whether requests can be served' })
  ready(): Promise<{ status: 'ok' }> {
    return this.readiness.check();
  }
}
