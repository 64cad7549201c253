import { Controller, Get, VERSION_NEUTRAL } from '@nestjs/common';
import { Access } from '../../common/access/index.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer } from '../../common/openapi/index.js';
import { Readiness } from './readiness.js';

const OK = { type: 'object', required: ['status'], properties: { status: { type: 'string', enum: ['ok'] } } };

/** For load balancers and supervisors. Section 9 of the decisions. */
@ApiTags('Operations')
@Access('public')
@Controller({ path: 'health', version: VERSION_NEUTRAL })
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** Whether the process answers at all. */
  @Get('live')
  @ApiOperation({
    operationId: 'getLiveness',
    summary: 'Whether the process is alive',
    description: 'Asks nothing else, not even the database.',
  })
  @ApiAnswer(OK)
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Whether requests can be served: the database answers and can write, and no stop is under way; else 503. */
  @Get('ready')
  @ApiOperation({
    operationId: 'getReadiness',
    summary: 'Whether requests can be served',
    description:
      '503 while the database cannot be reached or cannot write, on a full disk for example, and from the moment the service is told to stop.',
  })
  @ApiAnswer(OK)
  ready(): Promise<{ status: 'ok' }> {
    return this.readiness.check();
  }
}
