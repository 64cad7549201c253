import { Injectable } from '@nestjs/common';
import { IsNull, Not, type EntityManager, type FindOptionsWhere } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database, hasNotExpired } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Pager, type Page, type SearchQuery } from '#common/http/pagination.js';
import { deviceSql } from './device.rules.js';
import { toOwnSessionView, type OwnSessionView } from './own-session.dto.js';
import { Session } from './session.entity.js';
import { SessionEndings } from './session-endings.service.js';

/** Which of their own sessions a user sees and ends. */
type SessionFilter = FindOptionsWhere<Session>;

/** What is seen in the admin module: all. */
export const ALL_SESSIONS: SessionFilter = {};

/** What applications see: not the sessions of the admin module, which are worth more than theirs. */
export const AT_APPLICATIONS = { applicationId: Not(IsNull()) } as const;

/** What a search looks through: device, address and name of the application. */
const SEARCHED = `concat_ws(' ', ${deviceSql('s.user_agent')}, s.ip, (SELECT a.name FROM applications a WHERE a.id = s.application_id))`;

/** A user's own sessions. See docs/spec/service.md#11. */
@Injectable()
export class OwnSessions {
  constructor(
    private readonly db: Database,
    private readonly sessions: SessionEndings,
    private readonly audit: AuditLog,
  ) {}

  /** Those that go on, newest first. */
  async list(caller: Caller, query: SearchQuery, filter: SessionFilter): Promise<Page<OwnSessionView>> {
    const all = this.db.manager
      .createQueryBuilder(Session, 's')
      .where({ ...filter, uid: caller.uid, endedAt: IsNull(), expiresAt: hasNotExpired() })
      .orderBy('s.createdAt', 'DESC')
      .addOrderBy('s.id', 'DESC');
    const filters = { search: `${SEARCHED} ILIKE :search` };
    return Pager.list(query, all, filters, (session) => toOwnSessionView(session, caller.sessionId));
  }

  /** All at applications that are kept, also those that ended, newest first: at most 1,000. */
  async all(tx: EntityManager, { uid, sessionId }: Caller): Promise<OwnSessionView[]> {
    const sessions = await tx.find(Session, {
      where: { ...AT_APPLICATIONS, uid },
      order: { createdAt: 'DESC' },
      take: 1_000,
    });
    return sessions.map((session) => toOwnSessionView(session, sessionId));
  }

  /**
   * Ends one.
   * @throws AppError NOT_FOUND, for another user's too
   */
  async end(caller: Caller, id: string, filter: SessionFilter): Promise<void> {
    await this.db.transaction(async (tx) => {
      const where = { ...filter, id, uid: caller.uid, endedAt: IsNull() };
      if (!(await tx.existsBy(Session, where))) throw AppError.notFound('session');
      await this.sessions.end(tx, id, 'logout');
      await this.audit.record(tx, caller, { action: 'session.close', entityType: 'session', entityId: id });
    });
  }

  /** Ends all but the one that asks. */
  async endOthers(caller: Caller, filter: SessionFilter): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.sessions.endOthersOfUser(tx, caller.uid, caller.sessionId, 'logout_everywhere', filter);
      await this.audit.record(tx, caller, { action: 'session.close_others', entityType: 'user', entityId: caller.uid });
    });
  }
}
