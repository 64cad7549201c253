/** Failures of one section that are shown. */
const EXAMPLES = 8;

/** Counts what was held against the service, by section, and keeps what did not hold. */
export class Checks {
  private readonly counts = new Map<string, number>();
  private readonly failures = new Map<string, string[]>();

  /**
   * Counts one check.
   * @param what what should hold, in words
   * @param got what was there instead; shown only when it does not hold
   */
  that(section: string, what: string, holds: boolean, got = ''): void {
    this.counts.set(section, (this.counts.get(section) ?? 0) + 1);
    if (holds) return;
    const failed = this.failures.get(section) ?? [];
    failed.push(got === '' ? what : `${what}: ${got}`);
    this.failures.set(section, failed);
  }

  /** How many checks did not hold. */
  get failed(): number {
    return [...this.failures.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** A line for each section with its count, then examples of what failed. */
  describe(): string[] {
    const lines = [...this.counts].map(([section, count]) => {
      const failed = this.failures.get(section)?.length ?? 0;
      return `${section.padEnd(34)}${count} checks, ${failed === 0 ? 'all held' : `${failed} FAILED`}`;
    });
    const examples = [...this.failures].flatMap(([section, list]) => [
      ...list.slice(0, EXAMPLES).map((what) => `${section}: ${what}`),
      ...(list.length > EXAMPLES ? [`${section}: and ${list.length - EXAMPLES} more`] : []),
    ]);
    return [...lines, ...examples];
  }
}
