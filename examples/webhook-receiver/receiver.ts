import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Webhook } from 'standardwebhooks';

/** What the service sends: see docs/webhooks.md. */
export interface WebhookEvent {
  id: string;
  type: string;
  timestamp: string;
  data: unknown;
}

/** As much as this receiver uses of the types that it knows. */
type KnownEvent =
  | { type: 'webhook.test' }
  | { type: 'cart.updated'; data: { uid: number; cart_id: number; version: number } & Priced }
  | { type: 'order.placed'; data: { uid: number; order_number: string } & Priced }
  | { type: 'session.ended'; data: { uid: number; session_id: string; reason: string } };

interface Priced {
  currency_code: string;
  totals: { quantity: number; price: number };
}

/** Larger bodies are none of ours. */
const MAX_BODY_BYTES = 1_048_576;

/** Ids that are remembered. A real receiver keeps them for 30 days, in the database that its work changes. */
const MAX_REMEMBERED = 100_000;

/** What refusals say: the sender keeps it in the log of deliveries, where somebody looks for the fault. */
const REASONS: Readonly<Record<number, string>> = {
  400: 'the signature does not verify',
  405: 'only POST is taken',
  413: 'the body is too large',
};

/**
 * A receiver of webhooks: it verifies, leaves out what it has had, answers at once, and works afterwards.
 * @param secret `whsec_…`
 * @param work what to do with an event; called once for each, in the order of arrival
 */
export function createReceiver(secret: string, work: (event: WebhookEvent) => void): Server {
  const webhook = new Webhook(secret);
  const seen = new Set<string>();

  /** The status of the answer. */
  async function receive(request: IncomingMessage): Promise<number> {
    if (request.method !== 'POST') return 405;
    const body = await readBody(request);
    if (body === undefined) return 413;
    const event = verified(request, body);
    if (event === undefined) return 400;
    if (!seen.has(event.id)) {
      remember(seen, event.id);
      // After the answer. A real receiver writes the event into its database here, and works in another process.
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

/** The bytes as they arrived, which are what is signed; undefined for too many. */
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

/** What has happened, as a line for people. */
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
      // More types may come.
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
