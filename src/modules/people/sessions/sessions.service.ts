import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IsNull, Raw, type EntityManager } from 'typeorm';
import type { Caller, Scope } from '#common/access/index.js';
import { Database, hasNotExpired } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { hashOf, newId, newSecret } from '#common/ids.js';
import { REFRESH_DAYS, Session } from './session.entity.js';
import { SessionEndings } from './session-endings.service.js';
import {
  EXCHANGE_REFRESH_TOKEN,
  FIND_REFRESH_TOKEN,
  INSERT_SESSION,
  LOCK_FAMILY,
  LOCK_SIGN_ON,
  type RefreshRow,
} from './sessions.queries.js';

/** Lifetime of a refresh token. */
export const REFRESH_SECONDS = REFRESH_DAYS * 24 * 60 * 60;

/** Lifetime of a session of the admin module: 12 hours. */
export const ADMIN_SESSION_SECONDS = 12 * 60 * 60;

/** How long a second factor or password that was given counts for what needs it. See docs/spec/service.md#11. */
export const CONFIRMED_MINUTES = 10;

/** Characters of a `User-Agent` that are kept. */
const MAX_USER_AGENT = 300;

const REFRESH_PREFIX = 'rt_';

/** A new or renewed session. */
export interface OpenSession {
  sessionId: string;
  uid: number;
  username: string;
  roles: readonly string[];
  /** Null for all that the user may. */
  scopes: readonly Scope[] | null;
  refreshToken: string;
}

/** Where somebody logged in from. */
export interface LogInFrom {
  readonly ip: string;
  /** The header as it was sent. */
  readonly userAgent?: string | undefined;
}

/** How somebody logged in to the admin module. */
export interface AdminLogIn extends LogInFrom {
  /** Whether a second factor was given; default: no. */
  hasFactor?: boolean;
}

type SignedIn = Pick<OpenSession, 'uid' | 'username' | 'roles'>;

/** Begins and renews sessions; {@link SessionEndings} ends them. See docs/spec/service.md#4. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly db: Database,
    private readonly endings: SessionEndings,
  ) {}

  /**
   * Begins a session at an application, with its first refresh token.
   * @param more the sign-on to join, locked by {@link lockSignOn}, by default a new one; what its tokens may be used for, by
   *   default all
   * @throws AppError API_KEY_INVALID when the application was deleted meanwhile
   */
  async begin(
    tx: EntityManager,
    user: SignedIn,
    applicationId: string,
    { ip, userAgent }: LogInFrom,
    { signOnId, scopes = null }: { signOnId?: string; scopes?: readonly Scope[] | null } = {},
  ): Promise<OpenSession> {
    const sessionId = newId();
    const refreshToken = `${REFRESH_PREFIX}${newSecret(32)}`;
    const begun = await this.db.change(tx, INSERT_SESSION, [
      sessionId,
      user.uid,
      applicationId,
      signOnId ?? sessionId,
      randomBytes(32),
      inSeconds(REFRESH_SECONDS),
      ip,
      hashOf(refreshToken),
      deviceText(userAgent),
      scopes,
    ]);
    if (begun === 0) {
      throw new AppError('API_KEY_INVALID');
    }
    return { sessionId, uid: user.uid, username: user.username, roles: user.roles, scopes, refreshToken };
  }

  /** Begins a session of the admin module, which cannot be renewed or used for single sign-on. */
  async beginAdmin(
    tx: EntityManager,
    user: SignedIn,
    { ip, userAgent, hasFactor = false }: AdminLogIn,
  ): Promise<string> {
    const id = newId();
    const expiresAt = inSeconds(ADMIN_SESSION_SECONDS);
    await tx.insert(Session, {
      id,
      uid: user.uid,
      signOnId: id,
      refreshSeed: randomBytes(32),
      expiresAt,
      ip,
      userAgent: deviceText(userAgent),
      hasFactor,
      confirmedAt: () => 'now()',
    });
    return id;
  }

  /** Notes that a second factor, or without one the password, was given again in a session of the admin module. */
  async confirm(tx: EntityManager, sessionId: string): Promise<void> {
    await tx.update(Session, sessionId, { confirmedAt: () => 'now()' });
  }

  /** Takes that back, whatever happens to the request. */
  async unconfirm(sessionId: string): Promise<void> {
    await this.db.outsideAmbient(() => this.db.manager.update(Session, sessionId, { confirmedAt: null }));
  }

  /**
   * @throws AppError REAUTHENTICATION_REQUIRED unless that was done within the last {@link CONFIRMED_MINUTES} minutes. Read
   *   from the database each time: what needs it is rare
   */
  async assertConfirmed(tx: EntityManager | null, { sessionId }: Pick<Caller, 'sessionId'>): Promise<void> {
    const confirmedAt = Raw((column) => `${column} > now() - make_interval(mins => ${CONFIRMED_MINUTES})`);
    if (!(await (tx ?? this.db.manager).existsBy(Session, { id: sessionId, confirmedAt })))
      throw new AppError('REAUTHENTICATION_REQUIRED');
  }

  /** A session that has not ended; null when there is none. */
  async findLive(tx: EntityManager, id: string): Promise<Session | null> {
    return tx.findOneBy(Session, { id, endedAt: IsNull(), expiresAt: hasNotExpired() });
  }

  /** Locks a sign-on against ending and new sessions until the transaction ends. */
  async lockSignOn(tx: EntityManager, signOnId: string): Promise<void> {
    await this.db.query(tx, LOCK_SIGN_ON, [signOnId]);
  }

  /**
   * Exchanges a refresh token for its successor. A used token gives the same successor until that is used; after that it is
   * considered stolen, and all sessions of the sign-on end.
   * @returns undefined when the token is unknown, expired, of another application, or was reused
   */
  async renew(refreshToken: string, applicationId: string): Promise<OpenSession | undefined> {
    const hash = hashOf(refreshToken);
    const outcome = await this.db.transaction(async (tx) => {
      if ((await this.db.query(tx, LOCK_FAMILY, [hash, applicationId])).length === 0) return undefined;
      const row = await this.db.queryOne<RefreshRow>(tx, FIND_REFRESH_TOKEN, [hash]);
      if (row === undefined || row.ended_at !== null || row.expires_at.getTime() <= Date.now()) return undefined;
      if (row.status !== 'active') return 'inactive' as const;
      if (row.successor_used_at !== null) {
        await this.endings.endOfSignOn(tx, row.sign_on_id, 'refresh_token_reused');
        return undefined;
      }
      return this.exchange(tx, refreshToken, row);
    });
    if (outcome === 'inactive') throw new AppError('INACTIVE_ACCOUNT');
    return outcome;
  }

  /**
   * A refresh token that can be exchanged, with its session; undefined if it is none of the application, or its user is
   * inactive.
   */
  async findRefresh(token: string, applicationId: string): Promise<RefreshRow | undefined> {
    const row = await this.db.queryOne<RefreshRow>(null, FIND_REFRESH_TOKEN, [hashOf(token)]);
    const isGood = row?.application_id === applicationId && row.ended_at === null && row.status === 'active';
    return isGood && row.successor_used_at === null ? row : undefined;
  }

  private async exchange(tx: EntityManager, refreshToken: string, row: RefreshRow): Promise<OpenSession> {
    const successor = successorOf(refreshToken, row.refresh_seed);
    if (row.used_at === null) {
      const values = [hashOf(refreshToken), hashOf(successor), row.session_id, inSeconds(REFRESH_SECONDS)];
      await this.db.query(tx, EXCHANGE_REFRESH_TOKEN, values);
    }
    return {
      sessionId: row.session_id,
      uid: row.uid,
      username: row.username,
      roles: row.roles,
      scopes: row.scopes,
      refreshToken: successor,
    };
  }
}

function deviceText(userAgent: string | undefined): string | null {
  return userAgent?.slice(0, MAX_USER_AGENT) ?? null;
}

function inSeconds(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000);
}

/** Derived, so that a retry gets the same token; secret, since the token itself is not stored. */
function successorOf(token: string, seed: Buffer): string {
  return REFRESH_PREFIX + createHmac('sha256', seed).update(token).digest('base64url');
}
