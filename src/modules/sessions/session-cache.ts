import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Role } from '../../common/access/index.js';
import { ChangeFeed, Database } from '../../common/database/index.js';
import { AppError } from '../../common/errors/app-error.js';
import { FIND_SESSION, type SessionRow } from './sessions.queries.js';

/** A verified access token: whose it is and until when it is good. */
export interface LiveSession {
  sessionId: string;
  uid: number;
  username: string;
  roles: readonly Role[];
  /** Null for a session of the admin module. */
  applicationId: string | null;
  /** Milliseconds since 1970. */
  endsAt: number;
}

const MAX_TOKENS = 50_000;

/**
 * Access tokens that were verified before, by their full text: bounded, never past their end, dropped when the session,
 * its user or all sessions of its application change anywhere, and not used while the change feed is not alive.
 */
@Injectable()
export class SessionCache implements OnModuleInit {
  private readonly tokens = new LRUCache<string, LiveSession>({
    max: MAX_TOKENS,
    dispose: (session, token) => this.unlink(session, token),
  });
  private readonly bySession = new Map<string, Set<string>>();
  private readonly byUser = new Map<number, Set<string>>();

  constructor(
    private readonly db: Database,
    private readonly feed: ChangeFeed,
  ) {}

  onModuleInit(): void {
    this.feed.on('session', (id) => this.drop(this.bySession.get(id)));
    this.feed.on('sessions-of-application', (id) => this.dropOfApplication(id));
    this.feed.on('user', (uid) => this.drop(this.byUser.get(Number(uid))));
    this.feed.onReset(() => this.tokens.clear());
  }

  /** The session of a token that was verified before; undefined means: verify it. */
  get(token: string): LiveSession | undefined {
    if (!this.feed.isLive()) return undefined;
    const session = this.tokens.get(token);
    return session !== undefined && session.endsAt > Date.now() ? session : undefined;
  }

  /**
   * The session that a verified token names; undefined when it has ended or does not fit.
   * @param expiresAt the token's own end, in milliseconds since 1970
   * @param fits whether the token's other claims fit the session; one that does not is not kept
   * @throws AppError INACTIVE_ACCOUNT
   */
  async load(
    token: string,
    sessionId: string,
    expiresAt: number,
    fits: (session: LiveSession) => boolean,
  ): Promise<LiveSession | undefined> {
    const { generation } = this.feed;
    const row = await this.db.queryOne<SessionRow>(null, FIND_SESSION, [sessionId]);
    if (row === undefined || row.ended_at !== null || row.expires_at.getTime() <= Date.now()) return undefined;
    if (row.status !== 'active') throw new AppError('INACTIVE_ACCOUNT', 'the account is inactive');
    const session: LiveSession = {
      sessionId: row.id,
      uid: row.uid,
      username: row.username,
      roles: row.roles,
      applicationId: row.application_id,
      endsAt: Math.min(expiresAt, row.expires_at.getTime()),
    };
    if (!fits(session)) return undefined;
    // A change that came while the row was read may not be in it.
    if (generation === this.feed.generation) this.keep(token, session);
    return session;
  }

  private keep(token: string, session: LiveSession): void {
    this.tokens.set(token, session);
    link(this.bySession, session.sessionId, token);
    link(this.byUser, session.uid, token);
  }

  private drop(tokens: Set<string> | undefined): void {
    for (const token of [...(tokens ?? [])]) this.tokens.delete(token);
  }

  /** Looks at every token: an application is deleted so seldom that an index would cost more. */
  private dropOfApplication(id: string): void {
    for (const [token, { applicationId }] of [...this.tokens.entries()]) {
      if (applicationId === id) this.tokens.delete(token);
    }
  }

  private unlink({ sessionId, uid }: LiveSession, token: string): void {
    unlink(this.bySession, sessionId, token);
    unlink(this.byUser, uid, token);
  }
}

function link<Key>(index: Map<Key, Set<string>>, key: Key, token: string): void {
  const tokens = index.get(key);
  if (tokens === undefined) index.set(key, new Set([token]));
  else tokens.add(token);
}

function unlink<Key>(index: Map<Key, Set<string>>, key: Key, token: string): void {
  const tokens = index.get(key);
  tokens?.delete(token);
  if (tokens?.size === 0) index.delete(key);
}
