import { ChoiceField, TextField } from '#common/validation/index.js';
import { TRAFFIC_WINDOWS, type TrafficWindow } from './traffic.rules.js';

/** How far back to look, and at which application. */
export class TrafficQuery {
  @ChoiceField(TRAFFIC_WINDOWS, {
    optional: true,
    description: '60 steps of 1 minute, 96 of 15 minutes (default), 168 of 1 hour, or 120 of 6 hours',
    example: 'day',
  })
  window?: TrafficWindow;

  @TextField({
    optional: true,
    max: 36,
    description: 'only requests of this application',
    example: '8f14e45f-ceea-4e7a-9a53-2f3f6c1b8e47',
  })
  application_id?: string;
}
