import { Webhook } from 'standardwebhooks';

/**
 * The headers of a message (Standard Webhooks 1.0): its id, the time of the attempt, and one signature per secret, so that
 * receivers with the previous secret can verify it too. See docs/spec/service.md#7.
 * @param secrets at least one, `whsec_…`
 * @param id of the event: the same for every attempt
 * @param timestampSeconds of the attempt, seconds since 1970
 * @param body exactly as it is sent
 */
export function signatureHeaders(
  secrets: readonly string[],
  id: string,
  timestampSeconds: number,
  body: string,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const at = new Date(timestampSeconds * 1000);
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body));
  return { 'webhook-id': id, 'webhook-timestamp': String(timestampSeconds), 'webhook-signature': signatures.join(' ') };
}
