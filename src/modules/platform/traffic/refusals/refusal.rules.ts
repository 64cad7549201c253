import { CAUSES } from '#common/errors/error-causes.js';
import type { ErrorCode } from '#common/errors/error-codes.js';
import { messageOf } from '#common/errors/problems.js';
import { holdsCredential } from '#common/http/request-log.js';

/** Most names of fields that are kept of a request. */
const MAX_FIELDS = 20;

/** What names of fields look like: a client may name its own, and put anything into them. */
const FIELD = /^[a-z][\w.[\]-]{0,63}$/i;

/** Where problems of the request as a whole stand. */
const WHOLE = 'detail';

/** Requests of one application that are kept in ten seconds, and of all. */
export const MOST_AT_ONCE = { ofApplication: 100, ofAll: 1_000 };

/** Requests that are kept of one application, and of all; and days. */
export const KEPT = { ofApplication: 10_000, ofAll: 100_000, days: 14 };

/** The names of fields that may be kept. */
export function keptFields(names: readonly string[]): string[] {
  return names.filter((name) => name !== WHOLE && FIELD.test(name) && !holdsCredential(name)).slice(0, MAX_FIELDS);
}

/** Why a request was refused, in words. */
export interface Reason {
  /** What the answer to the client said, with placeholders for its values. */
  readonly message: string;
  readonly cause: string;
  readonly remedy: string;
}

/** What a client that hangs up is counted as. */
const HUNG_UP: Reason = {
  message: 'the client hung up before it was answered',
  cause: 'The client or something between ended the connection, perhaps because the answer took too long.',
  remedy: 'Compare the duration with the limits of the client and of proxies.',
};

/**
 * Why a request was refused, by the tables from which docs/errors.md is made.
 * @param code of the error, as the client got it; null if it hung up
 * @returns undefined for a code that no table has, such as an extension's
 */
export function reasonOf(code: string | null): Reason | undefined {
  if (code === null) return HUNG_UP;
  const message = messageOf(code);
  const { cause, remedy } = CAUSES[message?.of ?? (code.toUpperCase() as ErrorCode)] ?? {};
  if (cause === undefined || remedy === undefined) return undefined;
  return { message: message?.en ?? code.replaceAll('_', ' '), cause, remedy: message?.remedy ?? remedy };
}
