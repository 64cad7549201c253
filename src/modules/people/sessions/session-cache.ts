import { Injectable, type OnModuleInit } from '@nestjs/common';
import { rolesWithin, type Role, type Scope } from '#common/access/index.js';
import { ChangeFeed, Database } from '#common/database/index.js';
import { FeedCache } from '@commerce/postgres';
import { AppError } from '#common/errors/app-error.js';
import { FIND_SESSION, type SessionRow } from './sessions.queries.js';

/** The session of a verified access token. */
export interface LiveSession {
  sessionId: string;
  uid: number;
  username: string;
  roles: readonly Role[];
  /** What the token may be used for; null for all that its user may. */
  scopes: readonly Scope[] | null;
  /** Null for a session of the admin module. */
  applicationId: string | null;
  /** Whether a second factor was given at the log-in, to the admin module. */
  hasFactor: boolean;
  /** Milliseconds since 1970. */
  endsAt: number;
}

const MAX_TOKENS = 50_000;

/**
 * Caches verified access tokens by their full text until they expire, or the session, its user or all sessions of its
 * application change on any instance. It is not used while the change feed is down.
 */
@Injectable()
export class SessionCache implements OnModuleInit {
  private readonly tokens: FeedCache<LiveSession>;
  private readonly bySession = new Map<string, Set<string>>();
  private readonly byUser = new Map<number, Set<string>>();

  constructor(
    private readonly db: Database,
    private readonly feed: ChangeFeed,
  ) {
    this.tokens = new FeedCache(feed, {
      max: MAX_TOKENS,
      onInsert: ({ sessionId, uid }, token) => {
        link(this.bySession, sessionId, token);
        link(this.byUser, uid, token);
      },
      dispose: ({ sessionId, uid }, token) => {
        unlink(this.bySession, sessionId, token);
        unlink(this.byUser, uid, token);
      },
    });
  }

  onModuleInit(): void {
    this.feed.on('session', (id) => this.drop(this.bySession.get(id)));
    this.feed.on('sessions-of-application', (id) =>
      this.tokens.deleteWhere(({ applicationId }) => applicationId === id),
    );
    this.feed.on('user', (uid) => this.drop(this.byUser.get(Number(uid))));
  }

  /** The session of a token verified before; undefined if it has to be verified. */
  get(token: string): LiveSession | undefined {
    const session = this.tokens.get(token);
    return session !== undefined && session.endsAt > Date.now() ? session : undefined;
  }

  /**
   * The session of a verified token; undefined when it has ended or does not match.
   * @param expiresAt when the token expires, in milliseconds since 1970
   * @param matches whether the token's other claims match the session
   * @throws AppError INACTIVE_ACCOUNT
   */
  async load(
    token: string,
    sessionId: string,
    expiresAt: number,
    matches: (session: LiveSession) => boolean,
  ): Promise<LiveSession | undefined> {
    return this.tokens.load(token, () => this.read(sessionId, expiresAt, matches));
  }

  private async read(
    sessionId: string,
    expiresAt: number,
    matches: (session: LiveSession) => boolean,
  ): Promise<LiveSession | undefined> {
    const row = await this.db.queryOne<SessionRow>(null, FIND_SESSION, [sessionId]);
    if (row === undefined || row.ended_at !== null || row.expires_at.getTime() <= Date.now()) return undefined;
    if (row.status !== 'active') throw new AppError('INACTIVE_ACCOUNT');
    const session: LiveSession = {
      sessionId: row.id,
      uid: row.uid,
      username: row.username,
      roles: rolesWithin(row.scopes, row.roles),
      scopes: row.scopes,
      applicationId: row.application_id,
      hasFactor: row.has_factor,
      endsAt: Math.min(expiresAt, row.expires_at.getTime()),
    };
    return matches(session) ? session : undefined;
  }

  private drop(tokens: Set<string> | undefined): void {
    for (const token of [...(tokens ?? [])]) this.tokens.delete(token);
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
