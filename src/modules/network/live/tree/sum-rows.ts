import { grown } from './arrays.js';
import type { LiveNetwork } from './live-network.js';
import { VOLUME_COLUMNS } from './volumes.js';
import { isPause } from './tour.js';

const COLUMNS = 1 + VOLUME_COLUMNS;

/** Sums of volumes by uid, before their members are there. */
export class SumRows {
  private numbers = new Float64Array();
  private count = 0;

  /** @param numbers uid and the three volumes */
  add(numbers: Float64Array): void {
    const start = this.count * COLUMNS;
    this.numbers = grown(this.numbers, start + COLUMNS);
    this.numbers.set(numbers, start);
    this.count += 1;
  }

  *addTo(network: LiveNetwork): Generator<void, void> {
    for (let row = 0; row < this.count; row += 1) {
      if (isPause(row)) yield;
      const [uid, business, points, cumulative] = this.numbers.subarray(row * COLUMNS) as unknown as number[];
      network.addVolumes(uid!, [business!, points!, cumulative!]);
    }
  }
}
