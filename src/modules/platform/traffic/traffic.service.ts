import { Injectable } from '@nestjs/common';
import { Replica } from '#common/database/index.js';
import { ApplicationsService } from '../client-apps/index.js';
import type { TrafficQuery } from './traffic.dto.js';
import { READ_TRAFFIC, type TrafficRow } from './traffic.queries.js';
import { stepsOf } from './traffic.rules.js';
import { trafficView, type TrafficView } from './traffic.view.js';

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
    return trafficView(window, steps, rows);
  }
}
