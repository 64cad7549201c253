import { Injectable } from '@nestjs/common';
import { IsNull, Not, type EntityManager, type FindOptionsWhere } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { ChangeFeed, Database, type Statement } from '#common/database/index.js';
import { EventRecorder } from '#common/events/index.js';
import { Retention } from '#common/jobs/index.js';
import { hashOf } from '#common/ids.js';
import { Session } from './session.entity.js';
import type { EndReason } from './sessions.events.js';
import {
  DELETE_OLD_SESSIONS,
  END_NEXT_SESSIONS,
  END_SESSION,
  END_SESSIONS_OF_APPLICATION,
  END_SESSIONS_OF_SIGN_ON,
  END_SESSIONS_OF_USER,
  FIND_SESSION_OF_TOKEN,
  LOCK_SIGN_ON,
} from './sessions.queries.js';

/** Events written by one statement. */
const EVENT_BATCH = 1_000;

/** Sessions deleted by one statement. */
const DELETE_BATCH = 5_000;

/** The id before all others. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

interface EndedSession {
  id: string;
  uid: number;
  application_id: string | null;
}

/** Ends sessions, and tells instances and applications. See docs/spec/service.md#4. */
@Injectable()
export class SessionEndings {
  constructor(
    private readonly db: Database,
    private readonly feed: ChangeFeed,
    private readonly events: EventRecorder,
  ) {}

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
    await this.db.query(tx, LOCK_SIGN_ON, [session.signOnId]);
    return this.endOfSignOn(tx, session.signOnId, reason);
  }

  /**
   * Ends all sessions of a sign-on.
   * @returns their applications
   */
  async endOfSignOn(tx: EntityManager, signOnId: string, reason: EndReason): Promise<string[]> {
    return this.endAll(tx, END_SESSIONS_OF_SIGN_ON, signOnId, reason);
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
