const BYTES_OF_MB = 1_000_000;

/** What the process held at a moment, in MB. */
export interface MemorySample {
  /** Minutes since the curve began. */
  minute: number;
  /** All pages that it has in memory. */
  rss: number;
  /** The same, with pages that other processes use too (the program's own, libraries) shared out among them. */
  pss: number;
}

/** Memory over time. */
export class MemoryCurve {
  private readonly begun = performance.now();
  private readonly samples: MemorySample[] = [];

  /** @param read the bytes that the process holds now; the first reading is taken at once */
  constructor(private readonly read: () => { rss: number; pss: number }) {
    this.take();
  }

  take(): MemorySample {
    const { rss, pss } = this.read();
    const minute = (performance.now() - this.begun) / 60_000;
    const sample = { minute, rss: rss / BYTES_OF_MB, pss: pss / BYTES_OF_MB };
    this.samples.push(sample);
    return sample;
  }

  /** The curve in a few figures; growth is the slope of its second half, in MB a minute. */
  summary(): Record<'start' | 'firstMinute' | 'end' | 'most', MemorySample> & { growth: number } {
    const { samples } = this;
    const [start, end] = [samples[0]!, samples.at(-1)!];
    return {
      start,
      firstMinute: samples.find(({ minute }) => minute >= 1) ?? end,
      end,
      most: samples.reduce((most, sample) => (sample.rss > most.rss ? sample : most)),
      growth: slope(samples.filter(({ minute }) => minute >= end.minute / 2)),
    };
  }
}

/** By least squares: of a saw's teeth it takes the middle. */
function slope(samples: readonly MemorySample[]): number {
  const mean = (of: (sample: MemorySample) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [x, y] = [mean(({ minute }) => minute), mean(({ rss }) => rss)];
  return mean(({ minute, rss }) => (minute - x) * (rss - y)) / mean(({ minute }) => (minute - x) ** 2);
}
