import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/index.js';
import { Retention } from '../../../common/jobs/index.js';
import { ApplicationsService } from '../client-apps/index.js';
import type { TrafficQuery } from './traffic.dto.js';
import { DELETE_EXPIRED_TRAFFIC, READ_TRAFFIC, type TrafficRow } from './traffic.queries.js';
import { keptSeconds, SPANS, stepsOf } from './traffic.rules.js';
import { trafficView, type TrafficView } from './traffic.view.js';

/** Applications that are listed by name. */
const MAX_NAMED = 6;

/** Reads the traffic of the client API. */
@Injectable()
export class TrafficService {
  constructor(
    private readonly db: Database,
    private readonly applications: ApplicationsService,
  ) {}

  /**
   * Requests, errors and latency over time, by application.
   * @throws AppError NOT_FOUND for an `application_id` that does not exist
   */
  async read({ window = 'day', application_id }: TrafficQuery): Promise<TrafficView> {
    if (application_id !== undefined) await this.applications.read(application_id);
    const steps = stepsOf(window, Date.now());
    const rows = await this.db.query<TrafficRow>(null, READ_TRAFFIC, [
      steps.stepSeconds,
      new Date(steps.from),
      new Date(steps.to),
      application_id ?? null,
      MAX_NAMED,
    ]);
    return trafficView(window, steps, rows);
  }

  /** Deletes rows past their retention. */
  @Retention('traffic: spans below an hour after 2 days, others after 90')
  async deleteExpired(): Promise<void> {
    for (const span of SPANS) await this.db.change(null, DELETE_EXPIRED_TRAFFIC, [span, keptSeconds(span)]);
  }
}
