import { NO_VOLUMES, type Volumes } from './volumes.js';

/** Whether all sums of volumes are exact: as long as the sum of all magnitudes is, so is every other sum. */
export class VolumeBounds {
  /** Members whose volumes are in no sum. */
  readonly leftOut = new Set<number>();
  /** Members who are or were left out. */
  readonly apart = new Set<number>();
  private magnitudes: Volumes = NO_VOLUMES;

  /** Whether sums stay exact if one member's volumes become others. */
  isExact(own: Volumes, sums: Volumes): boolean {
    return this.columnBeyond(own, sums) < 0;
  }

  /** The volume whose sums would not be exact any more; -1 for none. */
  columnBeyond(own: Volumes, sums: Volumes): number {
    return sums.findIndex((sum, column) => {
      const rest = this.magnitudes[column]! - Math.abs(own[column]!);
      return !(rest <= Number.MAX_SAFE_INTEGER - Math.abs(sum));
    });
  }

  /** Notes that one member's volumes are others now. */
  replace(own: Volumes, sums: Volumes): void {
    this.magnitudes = this.magnitudes.map(
      (all, column) => all - Math.abs(own[column]!) + Math.abs(sums[column]!),
    ) as unknown as Volumes;
  }

  clear(): void {
    this.leftOut.clear();
    this.apart.clear();
    this.magnitudes = NO_VOLUMES;
  }
}
