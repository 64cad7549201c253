import { SUPER_ADMIN } from '../support/shop.js';
import type { Http } from './http.js';

/** The password of everybody in the run. */
export const PASSWORD = SUPER_ADMIN.password;

/** Headers, each with its value. */
export type Headers = readonly (readonly [string, string])[];

/** Sends a request that must succeed, and gives its `data`. */
export type Ask = (method: string, path: string, headers: Headers, body?: unknown) => Promise<Record<string, unknown>>;

/**
 * Makes what sends the requests of the run itself: those that make and mend what the drawn ones are about.
 * @returns an {@link Ask} that throws when it is refused
 */
export function asking(http: Http): Ask {
  return async (method, path, headers, body) => {
    const typed = body === undefined ? [] : [['content-type', 'application/json'] as const];
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const answer = await http.send({ method, address: path, headers: typed, body: bytes }, headers);
    if (answer.status !== 200) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.text}`);
    return (answer.body as { data: Record<string, unknown> }).data;
  };
}
