/** Failures of one section that are shown. */
const EXAMPLES = 8;

const LABEL = 34;
const CELL = 10;
const LONGEST = 1_000;

/** What a proof prints at its end, and whether it is proved. */
export interface Report {
  lines: readonly string[];
  isProved: boolean;
}

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

  /** A line for each section with its count, then examples of what failed, after other lines. */
  report(...before: string[]): Report {
    const sections = [...this.counts].map(([section, count]) => {
      const failed = this.failures.get(section)?.length ?? 0;
      return line(section, `${count} checks, ${failed === 0 ? 'all held' : `${failed} FAILED`}`);
    });
    const examples = [...this.failures].flatMap(([section, list]) =>
      examplesOf(list, EXAMPLES).map((what) => `${section}: ${what}`),
    );
    return { lines: [...before, ...sections, ...examples], isProved: this.failed === 0 };
  }
}

/** A line that begins with what it is about. */
export function line(label: string, content: string | number): string {
  return `${label.padEnd(LABEL)}${content}`;
}

/** A line of a table: what it is about, and cells at the right. */
export function row(label: string, cells: readonly (string | number)[]): string {
  return line(label, cells.map((cell) => String(cell).padStart(CELL)).join(''));
}

/** The lines of a table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

/** The first of a list, not too long each, and how many there are more. */
export function examplesOf(list: readonly string[], count: number): string[] {
  const more = list.length - count;
  return [...list.slice(0, count).map((one) => one.slice(0, LONGEST)), ...(more > 0 ? [`and ${more} more`] : [])];
}

/** How many failures of each kind there are, in a line each, and then some of each. */
export function failureLines(
  kinds: Readonly<Record<string, string>>,
  failures: readonly { kind: string; what: string }[],
): string[] {
  const found = Map.groupBy(failures, ({ kind }) => kind);
  return [
    ...Object.entries(kinds).map(([kind, words]) => line(kind, `${found.get(kind)?.length ?? 0} ${words}`)),
    ...[...found].flatMap(([kind, list]) =>
      examplesOf(
        list.map(({ what }) => what),
        EXAMPLES,
      ).map((what) => `${kind}: ${what}`),
    ),
  ];
}

/** How often each name is there, such as `2 a, 1 b`, in the order of the names. */
export function tally(names: Iterable<string>): string {
  const counts = [...Map.groupBy(names, (name) => name)].map(([name, { length }]) => [name, length] as const);
  return listOf(counts);
}

/** Counts by name, such as `2 a, 1 b`, in the order of the names. */
export function listOf(counts: Iterable<readonly [string | number, number]>): string {
  const parts = [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, count]) => `${count} ${name}`);
  return parts.join(', ') || 'none';
}
