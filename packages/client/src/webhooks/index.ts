import { Webhook } from 'standardwebhooks';
import type { webhooks } from '../generated/schema.js';

/** An event of the service; `switch (event.type)` narrows `data`. Ignore types that you do not know. */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type]['post']['requestBody']['content']['application/json'];
}[keyof webhooks];

/** What has headers: those of `fetch`, or those of Node, with names in lower case. */
type WithHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;

/**
 * The event of a webhook request. It needs the package `standardwebhooks`.
 * @param secret `whsec_…`
 * @param body the body as it arrived, before anything has parsed it
 * @throws Error if the request is not the service's, or more than 5 minutes old: answer with 400
 */
export function verifyWebhook(secret: string, headers: WithHeaders, body: string | Uint8Array): WebhookEvent {
  const given = headers instanceof Headers ? Object.fromEntries(headers) : headers;
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return new Webhook(secret).verify(text, given as Record<string, string>) as WebhookEvent;
}
