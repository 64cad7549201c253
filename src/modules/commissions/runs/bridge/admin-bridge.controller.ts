import { notFound } from '#common/errors/failures.js';
import { Costly } from '#common/http/costly.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { NO_RESULTS } from '../runs.rules.js';
import { RunIdParam } from '../runs.dto.js';
import { BridgeView } from './bridge.dto.js';
import { Bridges } from './bridge.service.js';

/** Why runs differ from those before. */
@AdminController('commission-runs', 'Admin: commission runs', 'runs.read')
export class AdminBridgeController {
  constructor(private readonly bridges: Bridges) {}

  @Costly()
  @Endpoint('GET :id/bridge', {
    id: 'adminGetCommissionBridge',
    summary: 'Explain the difference to the run before',
    description:
      'Why the run pays another amount than the final run of the last posted period before, as it was posted: by cause, and for each bonus. The parts add up to the difference to the cent. A job adds this up once a run is calculated; a request before it is done takes some seconds for a million lines.',
    answer: BridgeView,
    failures: [notFound('run'), NO_RESULTS],
  })
  read(@RunIdParam() id: number): Promise<BridgeView> {
    return this.bridges.read(id);
  }
}
