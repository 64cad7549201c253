import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  ApprovableAction,
  effectOnValues,
  toAuditedDecision,
  type Decided,
  type Described,
} from '#people/approvals/index.js';
import { ApplicationChangeHooks, ApplicationJournal, lockApplication } from './application-journal.js';
import { toApplicationView } from './application.view.js';

/** Which application. */
interface SelfServiceSubject {
  readonly application_id: string;
}

/**
 * Letting an application have self-service: its webhook then gets the tokens with which anybody can be given another password,
 * so nobody turns it on alone. Decision 95.
 */
@Injectable()
export class SelfServiceAction extends ApprovableAction<SelfServiceSubject> {
  readonly kind = 'application.self_service';
  readonly permission = 'applications.write';

  constructor(
    private readonly journal: ApplicationJournal,
    private readonly hooks: ApplicationChangeHooks,
  ) {
    super();
  }

  keyOf({ application_id: id }: SelfServiceSubject): string {
    return id;
  }

  async describe(tx: EntityManager, { application_id: id }: SelfServiceSubject): Promise<Described> {
    const { name, selfService, webhookUrl } = await lockApplication(tx, id);
    const summary = {
      summary: `Lets ${name} change accounts of members; tokens that set passwords go to ${webhookUrl ?? 'nobody, since it has no webhook'}.`,
      summary_de: `Lässt ${name} Konten von Mitgliedern ändern; Token, die Passwörter setzen, gehen an ${webhookUrl ?? 'niemanden, da es keinen Webhook gibt'}.`,
    };
    return {
      lookedAt: { selfService, webhookUrl },
      contributors: [],
      effect: effectOnValues(summary, [{ name: 'self_service', before: selfService, after: true }]),
    };
  }

  async carryOut(tx: EntityManager, { application_id: id }: SelfServiceSubject, decided: Decided): Promise<void> {
    const application = await lockApplication(tx, id);
    const before = toApplicationView(application);
    application.selfService = true;
    application.updatedAt = new Date();
    await tx.save(application);
    const after = { ...toApplicationView(application), ...toAuditedDecision(decided) };
    await this.journal.record(tx, decided.by, 'application.update', id, { before, after });
    await this.hooks.run(tx, decided.by, { before, application });
  }
}
