import type { BenchServer } from './database.js';
import type { Shape } from './network-rows.js';

/** A network that is measured. */
export interface Network {
  readonly shape: Shape;
  readonly members: number;
}

/** A part of the benchmark, with tables of its own. */
export interface Part {
  /** Between comments with this name, `docs/performance.md` has its tables. */
  readonly marker: string;
  readonly networks: readonly Network[];

  /** Measures one, and keeps its figures, also those that were there before it failed. */
  measure(server: BenchServer, network: Network): Promise<void>;

  /** The tables of all that is measured so far. */
  lines(): string[];
}

/** Such as `bush of 10,000`. */
export function titleOf({ shape, members }: Network): string {
  return `${shape} of ${members.toLocaleString('en')}`;
}

/** The head of a table in Markdown, whose first column is a text and whose others are numbers. */
export function headOf(columns: readonly string[]): string[] {
  return [`| ${columns.join(' | ')} |`, `| --- |${' ---: |'.repeat(columns.length - 1)}`];
}

/** A row of a table in Markdown. */
export function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
