import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { PLATFORM } from '#platform/platform.messages.js';
import { ALL_EVENTS, EventRecorder } from '#common/events/index.js';
import { PasswordsOfUsers } from '#people/users/index.js';
import { Application } from '../application.entity.js';
import { type InviteDto, type InvitedView, MOST_INVITED } from './invitations.dto.js';

/** The error of an application at which nobody can set a password. */
export const CANNOT_INVITE = failure(PLATFORM.cannot_invite);

/** Invites members who have no password yet, as those of an import: the mailer of an application gets a token for each. */
@Injectable()
export class Invitations {
  constructor(
    private readonly db: Database,
    private readonly passwords: PasswordsOfUsers,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Invites the next members, or counts them. Who was invited by this application is left out while the token is good. Audited.
   * @throws AppError NOT_FOUND; CONFLICT for an application that cannot send invitations, or at which they cannot be used
   */
  async invite(caller: Caller, id: string, { usernames, dry_run: isDryRun }: InviteDto): Promise<InvitedView> {
    const whom = { applicationId: id, usernames };
    return this.db.transaction(async (tx) => {
      // Of invitations one after the other, while log-ins, which need the application to stay, go on.
      const application = await tx.findOne(Application, { where: { id }, lock: { mode: 'for_no_key_update' } });
      if (application === null) throw AppError.notFound('application');
      if (!canInvite(application)) throw AppError.of(CANNOT_INVITE);
      const all = await this.passwords.countInvitable(tx, whom);
      if (isDryRun === true) return { invited: Math.min(all, MOST_INVITED), left: Math.max(0, all - MOST_INVITED) };
      const links = await this.passwords.makeInvitations(tx, whom, MOST_INVITED);
      await this.events.recordMany(
        tx,
        links.map(({ user: { uid, email }, token, expiresAt }) => ({
          type: 'account.invited',
          aggregateId: uid,
          data: { application_id: id, email: email!, token, expires_at: expiresAt.toISOString(), uid },
        })),
      );
      const view = { invited: links.length, left: Math.max(0, all - links.length) };
      await this.audit.record(tx, caller, {
        action: 'application.invite',
        entityType: 'application',
        entityId: id,
        after: { invited: view.invited },
      });
      return view;
    });
  }
}

/** Whether somebody sends its e-mails, and whoever gets one can set a password there. A disabled webhook gets nothing, ever. */
function canInvite({ selfService, status, webhookUrl, webhookDisabledAt, webhookEvents }: Application): boolean {
  const isTold = webhookEvents.some((type) => type === ALL_EVENTS || type === 'account.invited');
  return selfService && status === 'active' && webhookUrl !== null && webhookDisabledAt === null && isTold;
}
