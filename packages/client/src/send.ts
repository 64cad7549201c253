import { CallError, type FailureBody } from './errors.js';
import type { OperationId } from './operations.js';
import type { Sent } from './request.js';
import { pause, pauseBefore, reasonOf, type RetryOptions } from './retry.js';

/** `fetch`, as far as the client needs it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How requests are sent. */
export interface SendOptions {
  /** Instead of the global one. */
  fetch?: Fetch | undefined;
  retry?: RetryOptions | undefined;
  /** How long an attempt may take: 30,000. */
  timeoutMs?: number | undefined;
}

/**
 * Sends a request, again if that may help, and returns `data` of the answer.
 * @throws CallError
 * @throws the reason of the signal, once that is aborted
 */
export async function send(
  request: Sent,
  operation: OperationId | undefined,
  { fetch: fetched = (url, init) => fetch(url, init), retry = {}, timeoutMs = 30_000 }: SendOptions,
  signal?: AbortSignal,
): Promise<unknown> {
  for (let failed = 1; ; failed++) {
    const answer = await attempt(request, operation, fetched, timeoutMs, signal);
    if (!(answer instanceof CallError)) return answer.data;
    const { status, retryAfter } = answer;
    const wait = pauseBefore({ failed, method: request.method, status, retryAfter }, retry, Math.random());
    if (wait === undefined) throw answer;
    await pause(wait, signal);
  }
}

async function attempt(
  { url, ...request }: Sent,
  operation: OperationId | undefined,
  fetched: Fetch,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<{ data: unknown } | CallError> {
  if (signal?.aborted) throw reasonOf(signal);
  const abort = new AbortController();
  const pass = (): void => abort.abort();
  signal?.addEventListener('abort', pass);
  const timer = setTimeout(pass, timeoutMs);
  try {
    const response = await fetched(url, { ...request, signal: abort.signal });
    return answerOf(response, await response.text(), operation);
  } catch (error) {
    if (signal?.aborted) throw reasonOf(signal);
    return CallError.ofClient('unreachable', 0, 'the service cannot be reached', operation, error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', pass);
  }
}

function answerOf(
  { status, ok, headers }: Response,
  text: string,
  operation: OperationId | undefined,
): { data: unknown } | CallError {
  const body = parsed(text);
  if (ok && typeof body === 'object' && body !== null && 'data' in body) return body;
  if (ok || !isFailure(body))
    return CallError.ofClient(
      'unexpected_answer',
      status,
      `the answer with status ${status} is not the service's`,
      operation,
    );
  const after = headers.get('retry-after');
  return new CallError(body, operation, after === null ? undefined : Number(after));
}

function isFailure(body: unknown): body is FailureBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'errors' in body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
