import { Injectable } from '@nestjs/common';
import { Job, JobType, RETENTION } from './job.js';
import { MarkedMethods } from '../marked-methods.js';

/** Runs every ten minutes. */
export const HOUSEKEEPING = new JobType('housekeeping', { schedule: '*/10 * * * *', retries: 0 });

/** Deletes expired data: calls every method that a room has marked with `@Retention`. */
@Injectable()
export class Housekeeping {
  constructor(private readonly methods: MarkedMethods) {}

  /**
   * One run; safe on several instances at the same time. A failing method does not stop the others.
   * @throws Error naming what could not be deleted
   */
  @Job(HOUSEKEEPING)
  async round(): Promise<void> {
    const failures: string[] = [];
    for (const { mark, call } of this.methods.find<string>(RETENTION)) {
      await call().catch((error: unknown) => failures.push(`${mark}: ${String(error)}`));
    }
    if (failures.length > 0) throw new Error(failures.join('; '));
  }
}
