import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IsNull, Not, Raw, type EntityManager, type FindOptionsWhere } from 'typeorm';
import type { Caller, Scope } from '#common/access/index.js';
import { ChangeFeed, Database, hasNotExpired, type Statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { EventRecorder } from '#common/events/index.js';
import { newId, newSecret } from '#common/ids.js';
import { Retention } from '#common/jobs/index.js';
import { REFRESH_DAYS } from './refresh-token.entity.js';
import { Session } from './session.entity.js';
import type { EndReason } from './sessions.events.js';
import {
  END_NEXT_SESSIONS,
  END_SESSION,
  END_SESSIONS_OF_APPLICATION,
  END_SESSIONS_OF_SIGN_ON,
  END_SESSIONS_OF_USER,
  EXCHANGE_REFRESH_TOKEN,
  FIND_REFRESH_TOKEN,
  FIND_SESSION_OF_TOKEN,
  DELETE_OLD_SESSIONS,
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

/** Events written by one statement. */
const EVENT_BATCH = 1_000;

/** Sessions deleted by one statement. */
const DELETE_BATCH = 5_000;

const REFRESH_PREFIX = 'rt_';

/** The id before all others. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

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

interface EndedSession {
  id: string;
  uid: number;
  application_id: string | null;
}

/** Begins, renews and ends sessions. See docs/spec/service.md#4. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly db: Database,
    private readonly feed: ChangeFeed,
    private readonly events: EventRecorder,
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

  /** Takes that back, whatever becomes of the request. */
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
        await this.endAll(tx, END_SESSIONS_OF_SIGN_ON, row.sign_on_id, 'refresh_token_reused');
        return undefined;
      }
      return this.exchange(tx, refreshToken, row);
    });
    if (outcome === 'inactive') throw new AppError('INACTIVE_ACCOUNT');
    return outcome;
  }

  /** Ends a session; its tokens are invalid on every instance within 2 seconds. */
  async end(tx: EntityManager, sessionId: string, reason: EndReason): Promise<void> {
    await this.endAll(tx, END_SESSION, sessionId, reason);
  }

  /** Ends a session if it belongs to the application. */
  async endAt(tx: EntityManager, sessionId: string, applicationId: string, reason: EndReason): Promise<void> {
    if (await tx.existsBy(Session, { id: sessionId, applicationId })) await this.end(tx, sessionId, reason);
  }

  /** Ends the session of a refresh token, used or not, if it belongs to the application. */
  async endByRefreshToken(tx: EntityManager, token: string, applicationId: string, reason: EndReason): Promise<void> {
    const found = await this.db.queryOne<{ id: string }>(tx, FIND_SESSION_OF_TOKEN, [hashOf(token), applicationId]);
    if (found !== undefined) await this.end(tx, found.id, reason);
  }

  /**
   * Ends all sessions of the sign-on that a session belongs to.
   * @returns the applications of the ended sessions
   */
  async endSignOn(tx: EntityManager, sessionId: string, reason: EndReason): Promise<string[]> {
    const session = await tx.findOneBy(Session, { id: sessionId });
    if (session === null) return [];
    await this.lockSignOn(tx, session.signOnId);
    return this.endAll(tx, END_SESSIONS_OF_SIGN_ON, session.signOnId, reason);
  }

  async endOfUser(tx: EntityManager, uid: number, reason: EndReason): Promise<void> {
    await this.endAll(tx, END_SESSIONS_OF_USER, uid, reason);
  }

  /** Ends all sessions of a user who is erased, and deletes what is kept of them. */
  async erase(tx: EntityManager, uid: number): Promise<void> {
    await this.endOfUser(tx, uid, 'account_erased');
    await tx.delete(Session, { uid });
  }

  /**
   * Ends all sessions of a user but one.
   * @param among only of these; default: of all
   */
  async endOthersOfUser(
    tx: EntityManager,
    uid: number,
    kept: string,
    reason: EndReason,
    among: FindOptionsWhere<Session> = {},
  ): Promise<void> {
    const where = { ...among, uid, endedAt: IsNull(), id: Not(kept) };
    const others = await tx.find(Session, { where, select: { id: true }, order: { id: 'ASC' } });
    for (const { id } of others) await this.end(tx, id, reason);
  }

  /** Ends the sessions of a user at an application whose tokens have scopes: those that a consent has begun. */
  async endScoped(tx: EntityManager, uid: number, applicationId: string, reason: EndReason): Promise<void> {
    const where = { uid, applicationId, endedAt: IsNull(), scopes: Not(IsNull()) };
    const sessions = await tx.find(Session, { where, select: { id: true }, order: { id: 'ASC' } });
    for (const { id } of sessions) await this.end(tx, id, reason);
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

  /** Ends all sessions of an application, with one notification to instances, since they may be many. */
  async endOfApplication(tx: EntityManager, caller: Caller, applicationId: string, reason: EndReason): Promise<void> {
    const ended = await this.db.query<EndedSession>(tx, END_SESSIONS_OF_APPLICATION, [applicationId, reason]);
    await this.feed.publish(tx, 'sessions-of-application', applicationId);
    for (let start = 0; start < ended.length; start += EVENT_BATCH) {
      const events = ended.slice(start, start + EVENT_BATCH).map(({ id, uid }) => {
        const data = { session_id: id, uid, application_id: applicationId, reason };
        return { type: 'session.ended', aggregateId: id, data } as const;
      });
      await this.events.recordAudited(tx, caller, events, []);
    }
  }

  /**
   * Ends the sessions of everybody, with their events. Instances are not notified: none may run.
   * @returns how many
   */
  async endEvery(tx: EntityManager, reason: EndReason): Promise<number> {
    let count = 0;
    for (let last = NO_ID; ;) {
      const ended = await this.db.query<EndedSession>(tx, END_NEXT_SESSIONS, [last, reason, EVENT_BATCH]);
      if (ended.length === 0) return count;
      last = ended.at(-1)!.id;
      count += ended.length;
      const events = ended.flatMap(({ id, uid, application_id }) => {
        if (application_id === null) return [];
        const data = { session_id: id, uid, application_id, reason };
        return [{ type: 'session.ended', aggregateId: id, data } as const];
      });
      if (events.length > 0) await this.events.recordMany(tx, events);
    }
  }

  /** Deletes old sessions, which stand beside younger ones: a session is extended, so no partition could have its end. */
  @Retention('sessions 30 days after their end')
  async deleteOld(): Promise<void> {
    while ((await this.db.change(null, DELETE_OLD_SESSIONS, [DELETE_BATCH])) === DELETE_BATCH);
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

  /** Ends sessions, and notifies instances and applications; returns the applications. */
  private async endAll(
    tx: EntityManager,
    sql: Statement,
    which: string | number,
    reason: EndReason,
  ): Promise<string[]> {
    const ended = await this.db.query<EndedSession>(tx, sql, [which, reason]);
    const applications = new Set<string>();
    for (const { id, uid, application_id } of ended) {
      await this.feed.publish(tx, 'session', id);
      if (application_id === null) continue;
      applications.add(application_id);
      const data = { session_id: id, uid, application_id, reason };
      await this.events.record(tx, 'session.ended', id, data);
    }
    return [...applications];
  }
}

function deviceText(userAgent: string | undefined): string | null {
  return userAgent?.slice(0, MAX_USER_AGENT) ?? null;
}

function inSeconds(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000);
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Derived, so that a retry gets the same token; secret, since the token itself is not stored. */
function successorOf(token: string, seed: Buffer): string {
  return REFRESH_PREFIX + createHmac('sha256', seed).update(token).digest('base64url');
}
