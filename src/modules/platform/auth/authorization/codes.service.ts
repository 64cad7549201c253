import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { CallingApplication } from '#common/access/index.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { PLATFORM } from '#platform/platform.messages.js';
import { hashOf } from '#common/ids.js';
import { SessionEndings, SessionsService, type LogInFrom, type OpenSession } from '#people/sessions/index.js';
import { UsersService } from '#people/users/index.js';
import { ApplicationDirectory } from '../../client-apps/index.js';
import { Authorization } from './authorization.entity.js';

/** The error for a code, whatever is wrong with it. */
const INVALID_CODE = failure(PLATFORM.code_not_valid);

/** How long a used code is remembered: whoever sends it again ends the session that it began. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000;

/** What an application sends for tokens: RFC 6749, section 4.1.3, and RFC 7636, section 4.5. */
export interface Redemption {
  readonly code: string;
  readonly redirectUri: string;
  readonly verifier: string;
}

/** Redeems the codes that {@link Authorizations} gives out. Decision 97. */
@Injectable()
export class Codes {
  constructor(
    private readonly db: Database,
    private readonly directory: ApplicationDirectory,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly endings: SessionEndings,
  ) {}

  /**
   * Begins the session of a code, once. A code that comes again ends that session, with all its tokens: one of the two who
   * sent it has stolen it. Only what proves to come from the application that began the log-in uses a code up.
   * @throws AppError INVALID_TOKEN
   */
  async redeem({ id }: CallingApplication, sent: Redemption, from: LogInFrom): Promise<OpenSession> {
    const tokenHash = hashOf(sent.code);
    const known = { tokenHash, applicationId: id, step: In(['code', 'used']) };
    // Without a lock, so that a guess costs one look-up.
    const found = await this.db.manager.findOneBy(Authorization, known);
    if (found === null || !isProved(found, sent)) throw AppError.of(INVALID_CODE);
    const session = await this.db.transaction(async (tx) => {
      // Application, user, code: the order in which all lock them.
      if (!(await this.directory.hold(tx, id))) return undefined;
      const user = await this.users.holdActive(tx, found.uid);
      const code = await tx.findOne(Authorization, { where: known, lock: { mode: 'pessimistic_write' } });
      if (code === null || user === null) return undefined;
      if (code.step === 'used') return this.endReused(tx, code);
      if (code.expiresAt.getTime() <= Date.now()) return undefined;
      if (!code.passwordDigest.equals(hashOf(user.passwordHash ?? ''))) return undefined;
      const begun = await this.sessions.begin(tx, user, id, from, { scopes: code.scopes });
      const expiresAt = new Date(Date.now() + REMEMBERED_MS);
      await tx.update(Authorization, { tokenHash }, { step: 'used', sessionId: begun.sessionId, expiresAt });
      return begun;
    });
    if (session === undefined) throw AppError.of(INVALID_CODE);
    return session;
  }

  private async endReused(tx: EntityManager, { sessionId }: Authorization): Promise<undefined> {
    await this.endings.end(tx, sessionId!, 'code_reused');
  }
}

/** Whether a code is sent by the application that asked for it. */
function isProved({ redirectUri, codeChallenge }: Authorization, sent: Redemption): boolean {
  const challenge = createHash('sha256').update(sent.verifier).digest('base64url');
  return sent.redirectUri === redirectUri && challenge === codeChallenge;
}
