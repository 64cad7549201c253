import createClient, { type Middleware } from 'openapi-fetch';
import { fetchConfirmed } from './confirmation';
import { ApiFailure, failureOf } from './failure';
import type { components, paths } from './schema';
import { language, t } from '../i18n/t';

/** The schemas of the service's OpenAPI document. */
export type Schemas = components['schemas'];

/** The query of a list of the admin API. */
export type QueryOf<Path extends keyof paths> = NonNullable<
  Extract<paths[Path], { get: { parameters: { query?: object } } }>['get']['parameters']['query']
>;

/** One page of a list. */
export interface Page<Row> {
  results: Row[];
  count: number;
}

type Listener = () => void;
const expiryListeners = new Set<Listener>();

/** Calls a listener when the session ends; returns a function that removes it. */
export function onSessionEnd(listener: Listener): () => void {
  expiryListeners.add(listener);
  return () => expiryListeners.delete(listener);
}

/** Calls the listeners if a failure says that the session has ended. */
export function noticeFailure(failure: ApiFailure): void {
  if (failure.isSessionEnd) expiryListeners.forEach((listener) => listener());
}

const failures: Middleware = {
  async onResponse({ response }) {
    if (response.ok) return;
    const failure = await failureOf(response);
    noticeFailure(failure);
    throw failure;
  },
  onError({ error, request }) {
    if (request.signal.aborted) return undefined;
    return error instanceof ApiFailure ? error : new ApiFailure(0, 'Offline', t('the service cannot be reached'));
  },
};

/** The admin API, typed by the service's own OpenAPI document. Every failure is thrown as an {@link ApiFailure}. */
export const api = createClient<paths, 'application/json'>({
  baseUrl: window.location.origin,
  credentials: 'same-origin',
  // What the service says is in the console's language, whatever the browser is.
  headers: { 'accept-language': language },
  fetch: fetchConfirmed,
});
api.use(failures);

/** The `data` of a response envelope. */
export async function dataOf<Data>(call: Promise<{ data?: { data: Data } }>): Promise<Data> {
  const { data } = await call;
  if (data === undefined) throw new ApiFailure(502, 'Error', t('the service sent no data'));
  return data.data;
}
