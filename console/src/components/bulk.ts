import type { TablerIcon } from '@tabler/icons-react';
import type { QueryKey } from '@tanstack/react-query';
import type { Page } from '../api/client';
import { ApiFailure, describeFailure } from '../api/failure';

/** What a user fills in for all rows of an action. */
export interface BulkField {
  label: string;
  description?: string;
  isRequired?: boolean;
  maxLength?: number;
  /** Where it is one of a few. */
  choices?: readonly { value: string; label: string }[];
  /** Where it is a user; the text is the uid. */
  isUser?: boolean;
}

/** What can be done to several rows. */
export interface BulkAction<Row> {
  /** The verb on the button: `Mark as paid`. */
  label: string;
  Icon: TablerIcon;
  isDangerous?: boolean;
  /** Why it is not done to a row; undefined for those that it is done to. */
  leavesOut?: (row: Row) => string | undefined;
  /** What happens, and what cannot be undone. It is asked for; without it the action is done at once. */
  question?: string;
  fields?: readonly BulkField[];
  /** Does it to one row. @param texts what was written in the fields */
  run?: (row: Row, texts: readonly string[]) => Promise<unknown>;
  /** Does it to all of them in one request, instead: all are done, or none. */
  runAll?: (rows: readonly Row[], texts: readonly string[]) => Promise<unknown>;
  /** Takes it back, where that is possible. @param output what {@link BulkAction.run} came to */
  undo?: (row: Row, output: unknown) => Promise<unknown>;
}

/** Whether an action is asked for first: what can be undone, and needs nothing written, is done at once. */
export function isAskedFor({ question, fields }: Pick<BulkAction<never>, 'question' | 'fields'>): boolean {
  return question !== undefined || fields !== undefined;
}

/** What a list offers for the rows that are selected. */
export interface Bulk<Row> {
  actions: readonly BulkAction<Row>[];
  /** How a row is called in reports: its number, a username. */
  nameOf: (row: Row) => string;
  /** What a row is about, in money, where there is any. */
  amountOf?: (row: Row) => readonly [amount: number, currency: string];
  /** Reads what matches, for all pages. */
  read: (page: { limit: number; offset: number }) => Promise<Page<Row>>;
  /** Queries that an action changes. */
  refreshes: readonly QueryKey[];
}

/** Rows that can be selected at once: an action takes them one after the other. */
export const MOST_SELECTED = 1_000;

/** The largest page that the API gives. */
const LARGEST_PAGE = 100;

/** Reads all rows that match, up to {@link MOST_SELECTED}. */
export async function readAll<Row>(read: Bulk<Row>['read']): Promise<Row[]> {
  const rows: Row[] = [];
  while (rows.length < MOST_SELECTED) {
    const { results } = await read({ limit: LARGEST_PAGE, offset: rows.length });
    rows.push(...results);
    if (results.length < LARGEST_PAGE) break;
  }
  return rows;
}

/** What happened to the rows of an action. */
export interface BulkReport<Row> {
  done: { row: Row; output: unknown }[];
  refused: { row: Row; why: string }[];
  /** Those that it had not reached when it was stopped. */
  left: Row[];
}

/**
 * Does something to rows, one after the other. One that is refused does not stop the others; the end of the session does,
 * and a service that cannot be reached.
 * @param onProgress called before each row and at the end; it says whether to go on
 */
export async function runBulk<Row>(
  rows: readonly Row[],
  run: (row: Row) => Promise<unknown>,
  onProgress: (report: BulkReport<Row>) => boolean,
): Promise<BulkReport<Row>> {
  const report: BulkReport<Row> = { done: [], refused: [], left: [...rows] };
  let isOver = false;
  while (!isOver && report.left.length > 0 && onProgress(report)) {
    const row = report.left.shift()!;
    try {
      report.done.push({ row, output: await run(row) });
    } catch (error) {
      report.refused.push({ row, why: describeFailure(error) });
      isOver = error instanceof ApiFailure && (error.isOffline || error.isSessionEnd);
    }
  }
  onProgress(report);
  return report;
}

/** Does something to all rows in one request. */
export async function runAtOnce<Row>(rows: readonly Row[], run: () => Promise<unknown>): Promise<BulkReport<Row>> {
  try {
    const output = await run();
    return { done: rows.map((row) => ({ row, output })), refused: [], left: [] };
  } catch (error) {
    const why = describeFailure(error);
    return { done: [], refused: rows.map((row) => ({ row, why })), left: [] };
  }
}

/** Rows by a reason. */
export function byReason<Row>(rows: readonly { row: Row; why: string }[]): Map<string, Row[]> {
  const reasons = new Map<string, Row[]>();
  for (const { row, why } of rows) reasons.set(why, [...(reasons.get(why) ?? []), row]);
  return reasons;
}

/** The rows that an action is done to, and the others by why it is not. */
export function sorted<Row>(
  rows: readonly Row[],
  leavesOut: BulkAction<Row>['leavesOut'],
): { meant: Row[]; left: Map<string, Row[]> } {
  const told = rows.map((row) => ({ row, why: leavesOut?.(row) }));
  const left = told.flatMap(({ row, why }) => (why === undefined ? [] : [{ row, why }]));
  return { meant: told.filter(({ why }) => why === undefined).map(({ row }) => row), left: byReason(left) };
}
