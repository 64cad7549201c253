import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError } from '#common/errors/app-error.js';
import { isUuid } from '#common/ids.js';
import {
  ApprovableAction,
  effectOnValues,
  toAuditedDecision,
  type ApprovalForecastQuery,
  type Decided,
  type Described,
  type Involved,
} from '#people/approvals/index.js';
import { Application } from './application.entity.js';
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

  override subjectOf({ id }: ApprovalForecastQuery): SelfServiceSubject {
    return { application_id: id };
  }

  override async involved(tx: EntityManager, { application_id: id }: SelfServiceSubject): Promise<Involved> {
    const application = isUuid(id) ? await tx.findOneBy(Application, { id }) : null;
    if (application === null) throw AppError.notFound('application');
    return { contributors: [], isExempt: application.selfService };
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
