import type { Application } from '#platform/client-apps/index.js';
import { WebhookWakeUp } from '#platform/webhooks/outbox/webhook-wake-up.js';
import type { TestApplication, TestClient } from './factories.js';
import type { Answer, TestApp } from './start-test-app.js';
import { until } from './until.js';
import { verify, type Received, type WebhookReceiver } from './webhook-receiver.js';

/** Settings with which a service under test delivers to receivers on the loopback address. */
export const DELIVERING = { webhookAllowPrivate: true, webhookConcurrency: 16 };

/** A delivery as it stands, oldest first. */
export interface ShopDelivery {
  id: string;
  event_id: string;
  status: string;
  tries: number;
  /** Seconds from its last attempt to its next one. */
  wait: number;
}

let count = 0;

/** An application with an endpoint of its own at a receiver, and a member who shops there. */
export class WebhookShop {
  private constructor(
    private readonly app: TestApp,
    private readonly receiver: WebhookReceiver,
    readonly path: string,
    readonly application: TestApplication,
    readonly member: TestClient,
  ) {}

  /** @param webhookEvents that it listens to */
  static async open(
    app: TestApp,
    receiver: WebhookReceiver,
    webhookEvents: string[] = ['cart.updated'],
    fields: Partial<Application> = {},
  ): Promise<WebhookShop> {
    const path = `/shop-${(count += 1)}`;
    const application = await app.make.application({ webhookUrl: receiver.url(path), webhookEvents, ...fields });
    return new WebhookShop(app, receiver, path, application, await app.make.member(application));
  }

  get id(): string {
    return this.application.id;
  }

  /** What has come to its endpoint. */
  get received(): Received[] {
    return this.receiver.at(this.path);
  }

  /** Waits until so many requests have come. */
  async hears(requests = 1): Promise<Received[]> {
    await until(() => this.received.length >= requests);
    return this.received;
  }

  /** Adds a product to the cart of a member: one `cart.updated`. */
  async sell(member = this.member): Promise<Answer> {
    const { id: product_id } = await this.app.make.catalogue.product();
    return member.post('commerce/add-cart-item/', { product_id });
  }

  async deliveries(): Promise<ShopDelivery[]> {
    return this.app.database.query<ShopDelivery & object>(
      `SELECT d.id, d.event_id, d.status, d.tries,
              (extract(epoch FROM d.next_attempt_at - max(a.started_at + make_interval(secs => a.duration_ms / 1000.0))))::float8 AS wait
         FROM webhook_deliveries d LEFT JOIN webhook_attempts a ON a.delivery_id = d.id
        WHERE d.application_id = $1 GROUP BY d.id, d.event_at ORDER BY d.sequence`,
      [this.id],
    );
  }

  /** The first delivery, once so many attempts of it are recorded. */
  async delivery(attempts = 1): Promise<ShopDelivery> {
    await until(async () => ((await this.deliveries())[0]?.tries ?? 0) >= attempts);
    return (await this.deliveries())[0]!;
  }

  /** Waits until every delivery has one of the statuses. */
  async settles(...statuses: string[]): Promise<ShopDelivery[]> {
    await until(async () => {
      const deliveries = await this.deliveries();
      return deliveries.length > 0 && deliveries.every(({ status }) => statuses.includes(status));
    });
    return this.deliveries();
  }

  /** Makes the time of every next attempt come. */
  async passTime(): Promise<void> {
    await this.app.database.query(
      `UPDATE webhook_deliveries SET next_attempt_at = clock_timestamp() WHERE application_id = $1 AND status = 'pending'`,
      [this.id],
    );
    this.app.nest.get(WebhookWakeUp, { strict: false }).wake([this.id]);
  }

  /** Its webhook as super admins see it. */
  async webhook(admin: TestClient): Promise<Record<string, unknown>> {
    return (await admin.get(`/admin/api/applications/${this.id}/webhook/`)).body.data as Record<string, unknown>;
  }

  /** What a request to it says, if one of its secrets has signed it. */
  async verified(admin: TestClient, received: Received): Promise<Received['body']> {
    return verify((await this.webhook(admin)).secret as string, received);
  }
}
