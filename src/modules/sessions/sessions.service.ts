import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ChangeFeed, Database } from '../../common/database/index.js';
import { AppError } from '../../common/errors/app-error.js';
import { EventRecorder } from '../../common/events/index.js';
import { newId, newSecret } from '../../common/ids.js';
import {
  END_SESSION,
  END_SESSIONS_OF_APPLICATION,
  END_SESSIONS_OF_USER,
  EXTEND_SESSION,
  FIND_REFRESH_TOKEN,
  FORGET_REFRESH_TOKENS,
  FORGET_SESSIONS,
  INSERT_REFRESH_TOKEN,
  INSERT_SESSION,
  LOCK_FAMILY,
  USE_REFRESH_TOKEN,
  type RefreshRow,
} from './sessions.queries.js';

/** How long a refresh token can be used, in seconds: 30 days. Section 4 of the decisions. */
export const REFRESH_SECONDS = 30 * 24 * 60 * 60;

/** How long a session of the admin module lasts, in seconds: 12 hours. */
export const ADMIN_SESSION_SECONDS = 12 * 60 * 60;

const REFRESH_PREFIX = 'rt_';

/** Why a session ended; applications hear it. */
export type EndReason =
  'logout' | 'refresh_token_reused' | 'password_changed' | 'account_inactive' | 'application_deleted';

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

  /** Begins a session at an application, with its first refresh token. */
  async begin(tx: EntityManager, user: SignedIn, applicationId: string, ip: string): Promise<OpenSession> {
    const sessionId = await this.insert(tx, user.uid, applicationId, REFRESH_SECONDS, ip);
    const refreshToken = `${REFRESH_PREFIX}${newSecret(32)}`;
    await this.db.query(tx, INSERT_REFRESH_TOKEN, [hashOf(refreshToken), sessionId, inSeconds(REFRESH_SECONDS)]);
    return { sessionId, uid: user.uid, username: user.username, roles: user.roles, refreshToken };
  }

  /** Begins a session of the admin module; it cannot be renewed. */
  async beginAdmin(tx: EntityManager, user: SignedIn, ip: string): Promise<string> {
    return this.insert(tx, user.uid, null, ADMIN_SESSION_SECONDS, ip);
  }

  /**
   * Exchanges a refresh token for its successor. A used one gives the same successor again until that was used; after
   * that it is taken for stolen, and the whole family ends.
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
        await this.end(tx, row.session_id, 'refresh_token_reused');
        return undefined;
      }
      return this.exchange(tx, refreshToken, row);
    });
    if (outcome === 'inactive') throw new AppError('INACTIVE_ACCOUNT', 'the account is inactive');
    return outcome;
  }

  /** Ends one session: its tokens are dead at once, on every instance within 2 seconds. */
  async end(tx: EntityManager, sessionId: string, reason: EndReason): Promise<void> {
    await this.announce(tx, await this.db.query<EndedSession>(tx, END_SESSION, [sessionId, reason]), reason);
  }

  /** Ends all sessions of a user. */
  async endOfUser(tx: EntityManager, uid: number, reason: EndReason): Promise<void> {
    await this.announce(tx, await this.db.query<EndedSession>(tx, END_SESSIONS_OF_USER, [uid, reason]), reason);
  }

  /** Ends all sessions at an application. */
  async endOfApplication(tx: EntityManager, applicationId: string, reason: EndReason): Promise<void> {
    await this.announce(
      tx,
      await this.db.query<EndedSession>(tx, END_SESSIONS_OF_APPLICATION, [applicationId, reason]),
      reason,
    );
  }

  /** Deletes sessions that ended or expired 30 days ago, with their refresh tokens, and refresh tokens past their end. */
  async forgetOld(): Promise<void> {
    await this.db.change(null, FORGET_SESSIONS);
    await this.db.change(null, FORGET_REFRESH_TOKENS);
  }

  private async exchange(tx: EntityManager, refreshToken: string, row: RefreshRow): Promise<OpenSession> {
    const successor = successorOf(refreshToken, row.refresh_seed);
    if (row.used_at === null) {
      const expires = inSeconds(REFRESH_SECONDS);
      await this.db.query(tx, INSERT_REFRESH_TOKEN, [hashOf(successor), row.session_id, expires]);
      await this.db.query(tx, USE_REFRESH_TOKEN, [hashOf(refreshToken), hashOf(successor)]);
      await this.db.query(tx, EXTEND_SESSION, [row.session_id, expires]);
    }
    return {
      sessionId: row.session_id,
      uid: row.uid,
      username: row.username,
      roles: row.roles,
      refreshToken: successor,
    };
  }

  private async insert(
    tx: EntityManager,
    uid: number,
    applicationId: string | null,
    seconds: number,
    ip: string,
  ): Promise<string> {
    const id = newId();
    await this.db.query(tx, INSERT_SESSION, [id, uid, applicationId, id, randomBytes(32), inSeconds(seconds), ip]);
    return id;
  }

  private async announce(tx: EntityManager, ended: EndedSession[], reason: EndReason): Promise<void> {
    for (const { id, uid, application_id } of ended) {
      await this.feed.publish(tx, 'session', id);
      if (application_id === null) continue;
      await this.events.record(
        tx,
        'session.ended',
        { type: 'session', id },
        { session_id: id, uid, application_id, reason },
      );
    }
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
