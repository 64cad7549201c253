import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../common/access/index.js';
import { ChangeFeed, Database, type Statement } from '../../common/database/index.js';
import { AppError } from '../../common/errors/app-error.js';
import { EventRecorder } from '../../common/events/index.js';
import { newId, newSecret } from '../../common/ids.js';
import type { EndReason } from './sessions.events.js';
import {
  END_SESSION,
  END_SESSIONS_OF_APPLICATION,
  END_SESSIONS_OF_SIGN_ON,
  END_SESSIONS_OF_USER,
  EXCHANGE_REFRESH_TOKEN,
  FIND_REFRESH_TOKEN,
  FIND_SESSION_AT_APPLICATION,
  FIND_SESSION_OF_REFRESH_TOKEN,
  FORGET_REFRESH_TOKENS,
  FORGET_SESSIONS,
  INSERT_ADMIN_SESSION,
  INSERT_SESSION,
  LOCK_FAMILY,
  LOCK_SIGN_ON,
  LOCK_SIGN_ON_OF_SESSION,
  type RefreshRow,
} from './sessions.queries.js';

/** How long a refresh token can be used, in seconds: 30 days. Section 4 of the decisions. */
export const REFRESH_SECONDS = 30 * 24 * 60 * 60;

/** How long a session of the admin module lasts, in seconds: 12 hours. */
export const ADMIN_SESSION_SECONDS = 12 * 60 * 60;

/** Events of ended sessions that one statement writes. */
const EVENTS_AT_ONCE = 1_000;

const REFRESH_PREFIX = 'rt_';

/** A session that has just begun or been renewed. */
export interface OpenSession {
  sessionId: string;
  uid: number;
  username: string;
  roles: readonly string[];
  refreshToken: string;
}

type SignedIn = Pick<OpenSession, 'uid' | 'username' | 'roles'>;

interface EndedSession {
  id: string;
  uid: number;
  application_id: string | null;
}

/** Begins, renews and ends sessions. Section 4 of the decisions. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly db: Database,
    private readonly feed: ChangeFeed,
    private readonly events: EventRecorder,
  ) {}

  /**
   * Begins a session at an application, with its first refresh token.
   * @param signOnId the sign-on that it joins, locked by {@link lockSignOn}; without one it begins a sign-on of its own
   * @throws AppError API_KEY_INVALID when the application was deleted meanwhile
   */
  async begin(
    tx: EntityManager,
    user: SignedIn,
    applicationId: string,
    ip: string,
    signOnId?: string,
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
    ]);
    if (begun === 0) {
      throw new AppError('API_KEY_INVALID', 'the request could not be validated through the application key');
    }
    return { sessionId, uid: user.uid, username: user.username, roles: user.roles, refreshToken };
  }

  /** Begins a session of the admin module; it cannot be renewed, and takes no part in single sign-on. */
  async beginAdmin(tx: EntityManager, user: SignedIn, ip: string): Promise<string> {
    const sessionId = newId();
    const expires = inSeconds(ADMIN_SESSION_SECONDS);
    await this.db.query(tx, INSERT_ADMIN_SESSION, [sessionId, user.uid, randomBytes(32), expires, ip]);
    return sessionId;
  }

  /** Lets nobody end a sign-on, or add a session to it, until the transaction ends. */
  async lockSignOn(tx: EntityManager, signOnId: string): Promise<void> {
    await this.db.query(tx, LOCK_SIGN_ON, [signOnId]);
  }

  /**
   * Exchanges a refresh token for its successor. A used one gives the same successor again until that was used; after
   * that it is taken for stolen, and the whole family ends, with all that it may have entered: its sign-on.
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
    if (outcome === 'inactive') throw new AppError('INACTIVE_ACCOUNT', 'the account is inactive');
    return outcome;
  }

  /** Ends one session: its tokens are dead at once, on every instance within 2 seconds. */
  async end(tx: EntityManager, sessionId: string, reason: EndReason): Promise<void> {
    await this.endAll(tx, END_SESSION, sessionId, reason);
  }

  /** Ends a session if it is at an application. */
  async endAt(tx: EntityManager, sessionId: string, applicationId: string, reason: EndReason): Promise<void> {
    const found = await this.db.queryOne<{ id: string }>(tx, FIND_SESSION_AT_APPLICATION, [sessionId, applicationId]);
    if (found !== undefined) await this.end(tx, found.id, reason);
  }

  /** Ends the session of a refresh token, used or not, if it is at an application. */
  async endByRefreshToken(tx: EntityManager, token: string, applicationId: string, reason: EndReason): Promise<void> {
    const values = [hashOf(token), applicationId];
    const found = await this.db.queryOne<{ id: string }>(tx, FIND_SESSION_OF_REFRESH_TOKEN, values);
    if (found !== undefined) await this.end(tx, found.id, reason);
  }

  /**
   * Ends all sessions of the sign-on that a session belongs to.
   * @returns the applications at which any of them was alive, each once
   */
  async endSignOn(tx: EntityManager, sessionId: string, reason: EndReason): Promise<string[]> {
    const locked = await this.db.queryOne<{ sign_on_id: string }>(tx, LOCK_SIGN_ON_OF_SESSION, [sessionId]);
    if (locked === undefined) return [];
    return this.endAll(tx, END_SESSIONS_OF_SIGN_ON, locked.sign_on_id, reason);
  }

  /** Ends all sessions of a user. */
  async endOfUser(tx: EntityManager, uid: number, reason: EndReason): Promise<void> {
    await this.endAll(tx, END_SESSIONS_OF_USER, uid, reason);
  }

  /** Ends all sessions at an application. They may be very many, so instances are told of all of them at once. */
  async endOfApplication(tx: EntityManager, caller: Caller, applicationId: string, reason: EndReason): Promise<void> {
    const ended = await this.db.query<EndedSession>(tx, END_SESSIONS_OF_APPLICATION, [applicationId, reason]);
    await this.feed.publish(tx, 'sessions-of-application', applicationId);
    for (let start = 0; start < ended.length; start += EVENTS_AT_ONCE) {
      const happenings = ended.slice(start, start + EVENTS_AT_ONCE).map(({ id, uid }) => {
        const data = { session_id: id, uid, application_id: applicationId, reason };
        return { type: 'session.ended', aggregate: { type: 'session', id }, data } as const;
      });
      await this.events.recordAudited(tx, caller, happenings, []);
    }
  }

  /** Deletes sessions that ended or expired 30 days ago, with their refresh tokens, and refresh tokens past their end. */
  async forgetOld(): Promise<void> {
    await this.db.change(null, FORGET_SESSIONS);
    await this.db.change(null, FORGET_REFRESH_TOKENS);
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
      refreshToken: successor,
    };
  }

  /** Ends sessions and tells every instance and the applications concerned; returns those, each once. */
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
      await this.events.record(tx, 'session.ended', { type: 'session', id }, data);
    }
    return [...applications];
  }
}

function inSeconds(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000);
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Derived, so that a retry gets the same token; secret, because it takes the token itself, which is stored nowhere. */
function successorOf(token: string, seed: Buffer): string {
  return REFRESH_PREFIX + createHmac('sha256', seed).update(token).digest('base64url');
}
