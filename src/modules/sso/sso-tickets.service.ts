import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { actsForAnother, type Caller } from '../../common/access/index.js';
import { Database } from '../../common/database/index.js';
import { AppError } from '../../common/errors/app-error.js';
import { newSecret } from '../../common/ids.js';
import { SignOnAddresses, type SignOnTarget } from '../client-apps/index.js';
import { SessionsService, type OpenSession } from '../sessions/index.js';
import { UsersService } from '../users/index.js';
import type { TicketDto, TicketView } from './sso.dto.js';
import { FIND_TICKET, FORGET_TICKETS, INSERT_TICKET, USE_TICKET, type TicketRow } from './sso.queries.js';
import { isTicket, loginUrlWith, NOT_ENTERABLE, TICKET_BYTES, TICKET_PREFIX, TICKET_SECONDS } from './sso.rules.js';

/** Issues and redeems the tickets of single sign-on, of which only hashes are stored. Section 7 of the decisions. */
@Injectable()
export class SsoTickets {
  constructor(
    private readonly db: Database,
    private readonly addresses: SignOnAddresses,
    private readonly sessions: SessionsService,
    private readonly users: UsersService,
  ) {}

  /**
   * Issues a ticket with which the caller enters another application, for the caller's own session alone.
   * @throws AppError PERMISSION_DENIED when `?uid=` names another user; NOT_FOUND for an application that is unknown or
   *   has no single sign-on; VALIDATION for the caller's own; CONFLICT for one that is inactive or in maintenance;
   *   INVALID_TOKEN when the session has just ended
   */
  async issue(caller: Caller, { application_id }: TicketDto): Promise<TicketView> {
    if (actsForAnother(caller)) {
      throw new AppError('PERMISSION_DENIED', 'nobody may enter an application as another user');
    }
    const target = await this.addresses.findTarget(application_id);
    if (target === undefined) throw new AppError('NOT_FOUND', NOT_ENTERABLE);
    assertEnterable(target, caller);
    const ticket = TICKET_PREFIX + newSecret(TICKET_BYTES);
    if ((await this.db.change(null, INSERT_TICKET, [hashOf(ticket), target.id, caller.sessionId])) === 0) {
      throw new AppError('INVALID_TOKEN', 'the session has ended; log in again');
    }
    return { ticket, login_url: loginUrlWith(ticket, target.loginUrl), expires_in: TICKET_SECONDS };
  }

  /**
   * Begins the session that a ticket is for, and uses the ticket up; both, or neither.
   * @param applicationId the application that sends the ticket
   * @returns undefined when the ticket is unknown, used, expired or another application's, its origin has ended, or the
   *   application can no longer be entered
   */
  async redeem(ticket: string, applicationId: string, ip: string): Promise<OpenSession | undefined> {
    if (!isTicket(ticket)) return undefined;
    const key = [hashOf(ticket), applicationId];
    // Outside the transaction and without a lock: a bad ticket costs one look into an index.
    const found = await this.db.queryOne<TicketRow>(null, FIND_TICKET, key);
    if (found === undefined) return undefined;
    return this.db.transaction(async (tx) => {
      // The application before the user, as those lock them who change both.
      await this.sessions.lockSignOn(tx, found.sign_on_id);
      if (!(await this.addresses.holdTarget(tx, applicationId))) return undefined;
      const user = await this.users.holdActive(tx, found.uid);
      // After the locks: whoever held them may have ended the origin, or used the ticket.
      if (user === undefined || (await this.db.change(tx, USE_TICKET, key)) === 0) return undefined;
      return this.sessions.begin(tx, user, applicationId, ip, found.sign_on_id);
    });
  }

  /** Deletes tickets past their end: used or not, they are good for nothing. */
  async forgetOld(): Promise<void> {
    await this.db.change(null, FORGET_TICKETS);
  }
}

function assertEnterable({ id, status, maintenanceMessage }: SignOnTarget, caller: Caller): void {
  if (id === caller.application?.id) {
    throw AppError.ofField('VALIDATION', 'application_id', 'is the application that asks: a ticket enters another one');
  }
  if (status === 'inactive') throw AppError.ofField('CONFLICT', 'application_id', 'the application is inactive');
  if (status === 'maintenance') {
    const told = maintenanceMessage === null ? '' : `: ${maintenanceMessage}`;
    throw AppError.ofField('CONFLICT', 'application_id', `the application is in maintenance mode${told}`);
  }
}

function hashOf(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest();
}
