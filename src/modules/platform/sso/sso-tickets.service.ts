import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { actsForAnother, type Caller } from '#common/access/index.js';
import { Database, hasNotExpired, hasExpired } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { hashOf, newSecret } from '#common/ids.js';
import { Retention } from '#common/jobs/index.js';
import { SsoUrls, type Application } from '../client-apps/index.js';
import { SessionsService, type LogInFrom, type OpenSession } from '#people/sessions/index.js';
import { UsersService } from '#people/users/index.js';
import type { TicketDto, TicketView } from './sso.dto.js';
import { SsoTicket } from './sso-ticket.entity.js';
import {
  INACTIVE_TARGET,
  isTicket,
  loginUrlWith,
  NOT_ENTERABLE,
  OTHER_USER,
  TICKET_BYTES,
  TICKET_PREFIX,
  TICKET_SECONDS,
} from './sso.rules.js';

/** Issues and redeems single sign-on tickets, stored as hashes. See docs/spec/service.md#7. */
@Injectable()
export class SsoTickets {
  constructor(
    private readonly db: Database,
    private readonly ssoUrls: SsoUrls,
    private readonly sessions: SessionsService,
    private readonly users: UsersService,
  ) {}

  /**
   * Issues a ticket for another application, for the caller's own session.
   * @throws AppError PERMISSION_DENIED when `?uid=` names another user; NOT_FOUND for an application that is unknown or
   *   has no single sign-on; VALIDATION for the caller's own; CONFLICT for one that is inactive or in maintenance;
   *   INVALID_TOKEN when the session has just ended
   */
  async issue(caller: Caller, { application_id }: TicketDto): Promise<TicketView> {
    if (actsForAnother(caller)) throw AppError.of(OTHER_USER);
    const target = await this.ssoUrls.findTarget(application_id);
    if (target === null) throw AppError.of(NOT_ENTERABLE);
    assertEnterable(target, caller);
    const session = await this.sessions.findLive(this.db.manager, caller.sessionId);
    if (session === null) {
      throw new AppError('INVALID_TOKEN', 'the session has ended; log in again');
    }
    const ticket = TICKET_PREFIX + newSecret(TICKET_BYTES);
    await this.db.manager.insert(SsoTicket, {
      tokenHash: hashOf(ticket),
      applicationId: target.id,
      sessionId: session.id,
      uid: session.uid,
      expiresAt: () => `now() + make_interval(secs => ${TICKET_SECONDS})`,
    });
    return { ticket, login_url: loginUrlWith(ticket, target.ssoLoginUrl!), expires_in: TICKET_SECONDS };
  }

  /**
   * Begins the session of a ticket and marks the ticket as used, atomically.
   * @param applicationId the application that sends the ticket
   * @returns undefined when the ticket is unknown, used, expired or another application's, its session has ended, or the
   *   application no longer has single sign-on
   */
  async redeem(ticket: string, applicationId: string, from: LogInFrom): Promise<OpenSession | undefined> {
    if (!isTicket(ticket)) return undefined;
    const good = { tokenHash: hashOf(ticket), applicationId, usedAt: IsNull(), expiresAt: hasNotExpired() };
    // Without a transaction or lock, so that an invalid ticket costs only two index lookups.
    const found = await this.db.manager.findOneBy(SsoTicket, good);
    const origin = found === null ? null : await this.sessions.findLive(this.db.manager, found.sessionId);
    if (origin === null) return undefined;
    return this.db.transaction(async (tx) => {
      // The application before the user, as all do that lock both.
      await this.sessions.lockSignOn(tx, origin.signOnId);
      if (!(await this.ssoUrls.holdTarget(tx, applicationId))) return undefined;
      const user = await this.users.holdActive(tx, origin.uid);
      // Checked again under the locks.
      if (user === null || (await this.sessions.findLive(tx, origin.id)) === null) return undefined;
      const { affected } = await tx.update(SsoTicket, good, { usedAt: () => 'now()' });
      return affected === 0
        ? undefined
        : this.sessions.begin(tx, user, applicationId, from, { signOnId: origin.signOnId });
    });
  }

  /** Deletes expired tickets. */
  @Retention('tickets past their end')
  async deleteExpired(): Promise<void> {
    await this.db.manager.delete(SsoTicket, { expiresAt: hasExpired() });
  }
}

function assertEnterable({ id, status, maintenanceMessage }: Application, caller: Caller): void {
  if (id === caller.application?.id) {
    throw AppError.ofField('VALIDATION', 'application_id', 'is the application that asks: a ticket enters another one');
  }
  if (status === 'inactive') throw AppError.of(INACTIVE_TARGET);
  if (status === 'maintenance') {
    const told = maintenanceMessage === null ? '' : `: ${maintenanceMessage}`;
    throw AppError.ofField('CONFLICT', 'application_id', `the application is in maintenance mode${told}`);
  }
}
