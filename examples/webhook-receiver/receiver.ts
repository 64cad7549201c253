import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Webhook } from 'standardwebhooks';

/** An event as sent by the service: see docs/webhooks.md. */
export interface WebhookEvent {
  id: string;
  type: string;
  timestamp: string;
  data: unknown;
}

/** The event types that this receiver handles, with the fields that it uses. */
type KnownEvent =
  | { type: 'webhook.test' }
  | { type: 'cart.updated'; data: { uid: number; cart_id: number; version: number } & Priced }
  | { type: 'order.placed'; data: { uid: number; order_number: string } & Priced }
  | { type: 'session.ended'; data: { uid: number; session_id: string; reason: string } };

interface Priced {
  currency_code: string;
  totals: { quantity: number; price: number };
}

/** The service sends no larger bodies. */
const MAX_BODY_BYTES = 1_048_576;

/** Processed ids kept in memory. A real receiver keeps them for 30 days, in the database that it changes. */
const MAX_REMEMBERED = 100_000;

/** Error messages; the sender shows them in the delivery log. */
const REASONS: Readonly<Record<number, string>> = {
  400: 'the signature is not valid',
  405: 'only POST is supported',
  413: 'the body is too large',
};

/**
 * A webhook receiver: verifies the signature, skips duplicates, responds at once, and processes the event afterwards.
 * @param secret `whsec_…`
 * @param work processes an event; called once for each, in the order of arrival
 */
export function createReceiver(secret: string, work: (event: WebhookEvent) => void): Server {
  const webhook = new Webhook(secret);
  const seen = new Set<string>();

  /** Returns the status of the response. */
  async function receive(request: IncomingMessage): Promise<number> {
    if (request.method !== 'POST') return 405;
    const body = await readBody(request);
    if (body === undefined) return 413;
    const event = verified(request, body);
    if (event === undefined) return 400;
    if (!seen.has(event.id)) {
      remember(seen, event.id);
      // After the response. A real receiver stores the event in its database here, and processes it asynchronously.
      setImmediate(work, event);
    }
    return 204;
  }

  function verified({ headers }: IncomingMessage, body: Buffer): WebhookEvent | undefined {
    try {
      return webhook.verify(body, headers as Record<string, string>) as WebhookEvent;
    } catch {
      return undefined;
    }
  }

  return createServer((request, response) => {
    receive(request).then(
      (status) => response.writeHead(status).end(REASONS[status]),
      () => response.destroy(),
    );
  });
}

/** The raw bytes, which are signed; undefined if there are too many. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return length > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks);
}

function remember(seen: Set<string>, id: string): void {
  seen.add(id);
  const [oldest] = seen;
  if (seen.size > MAX_REMEMBERED && oldest !== undefined) seen.delete(oldest);
}

/** A human-readable line about an event. */
export function describe(event: WebhookEvent): string {
  return `${event.type}: ${story(event)}`;
}

function story(event: WebhookEvent): string {
  const known = event as KnownEvent;
  switch (known.type) {
    case 'webhook.test':
      return 'this webhook works';
    case 'cart.updated': {
      const { cart_id, uid, version } = known.data;
      return `cart ${cart_id} of user ${uid} is at version ${version}, with ${sum(known.data)}`;
    }
    case 'order.placed':
      return `order ${known.data.order_number} of user ${known.data.uid}, ${sum(known.data)}`;
    case 'session.ended':
      return `session ${known.data.session_id} of user ${known.data.uid} (${known.data.reason})`;
    default:
      // Other types, also of later versions.
      return JSON.stringify(event.data);
  }
}

function sum({ totals, currency_code }: Priced): string {
  return `${totals.quantity} pieces for ${totals.price} ${currency_code}`;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

if (import.meta.main) {
  const { WEBHOOK_SECRET = '', PORT = '4000' } = process.env;
  if (!WEBHOOK_SECRET.startsWith('whsec_')) {
    process.stderr.write('WEBHOOK_SECRET must be the secret of the webhook, whsec_…\n');
    process.exit(1);
  }
  const receiver = createReceiver(WEBHOOK_SECRET, (event) => print(describe(event)));
  receiver.listen(Number(PORT), 'localhost', () => print(`listening on http://localhost:${PORT}`));
}
