import { ChoiceField, TextField } from '../../common/validation/index.js';
import { TRAFFIC_WINDOWS, type TrafficWindow } from './traffic.rules.js';

/** How far back to look, and at which application. */
export class TrafficQuery {
  @ChoiceField(TRAFFIC_WINDOWS, {
    optional: true,
    description: '60 minutes, 96 quarters of an hour (default), 168 hours, or 120 times 6 hours',
    example: 'day',
  })
  window?: TrafficWindow;

  @TextField({
    optional: true,
    max: 36,
    description: 'count the requests of this application alone',
    example: '8f14e45f-ceea-4e7a-9a53-2f3f6c1b8e47',
  })
  application_id?: string;
}
