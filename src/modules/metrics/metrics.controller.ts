import { Controller, Get, Header, VERSION_NEUTRAL } from '@nestjs/common';
import { Access } from '../../common/access/index.js';
import { Bare } from '../../common/http/envelope.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer } from '../../common/openapi/index.js';
import { Metrics } from './metrics.js';

/** For Prometheus. It names no user; keep it from the public by the proxy if applications' ids are not public. */
@ApiTags('Operations')
@Access('public')
@Controller({ path: 'metrics', version: VERSION_NEUTRAL })
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  /** All metrics in Prometheus's text format. */
  @Get()
  @Bare()
  @ApiOperation({
    operationId: 'getMetrics',
    summary: 'Metrics for Prometheus',
    description: "Prometheus's text format.",
  })
  @ApiAnswer({ type: 'string' }, { mediaType: 'text/plain', example: '# TYPE process_resident_memory_bytes gauge' })
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  read(): Promise<string> {
    return this.metrics.text();
  }
}
