import { Injectable } from '@nestjs/common';
import { Retention } from '#common/jobs/index.js';
import { WebhookCancellation } from '../outbox/webhook-cancellation.js';
import { WebhookSecrets } from '../secrets/webhook-secrets.service.js';

/** Ends what is past its time and not dropped with its partition. See docs/spec/service.md#7. */
@Injectable()
export class WebhookArchive {
  constructor(
    private readonly secrets: WebhookSecrets,
    private readonly cancellation: WebhookCancellation,
  ) {}

  /** Cancels deliveries that can no longer be sent, and deletes expired secrets. */
  @Retention('deliveries that cannot be sent, and expired webhook secrets')
  async round(): Promise<void> {
    await this.cancellation.cancelEverywhere();
    await this.secrets.deleteEnded();
  }
}
