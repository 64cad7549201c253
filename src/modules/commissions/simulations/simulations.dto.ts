import { IntegerField } from '#common/validation/index.js';

/** Seconds that a request waits for a simulation. */
export const MAX_WAIT_SECONDS = 20;

/** Query of a simulation that is begun. */
export class SimulateQuery {
  @IntegerField({
    optional: true,
    min: 0,
    max: MAX_WAIT_SECONDS,
    default: MAX_WAIT_SECONDS,
    description: 'seconds to wait for the result at most; then the simulation goes on, and is read by its id',
    example: 0,
  })
  wait?: number;
}
