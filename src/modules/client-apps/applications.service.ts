import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../common/access/index.js';
import { Conditions, Database, likePattern } from '../../common/database/index.js';
import { AppError } from '../../common/errors/app-error.js';
import { Pager, type Page } from '../../common/http/pagination.js';
import { isUuid, newId } from '../../common/ids.js';
import { SessionsService } from '../sessions/index.js';
import { ApiAdmins } from './api-admins.js';
import { applySettings } from './application-changes.js';
import { ApplicationFollowers } from './application-followers.js';
import { ApplicationJournal, lockApplication } from './application-journal.js';
import { ApplicationKeys } from './application-keys.service.js';
import type { ApplicationsQuery, ChangeApplicationDto, RegisterApplicationDto } from './application.dto.js';
import { Application } from './application.entity.js';
import {
  applicationView,
  deleteImpactView,
  type ApiAdminView,
  type ApplicationDeleteImpactView,
  type ApplicationView,
  type RegisteredApplicationView,
} from './application.view.js';
import {
  COUNT_APPLICATIONS,
  FIND_APPLICATION,
  FIND_DELETE_IMPACT,
  LIST_APPLICATIONS,
  REVOKE_KEYS,
  type ApplicationRow,
  type DeleteImpactRow,
} from './applications.queries.js';

const PATH = '/admin/api/applications/';

/**
 * Registers, changes and deletes client applications. Every change is audited, told to all instances, which hold it
 * within 2 seconds, and recorded as `application.updated`. Section 1 of the specification; section 8 of the decisions.
 */
@Injectable()
export class ApplicationsService {
  constructor(
    private readonly db: Database,
    private readonly keys: ApplicationKeys,
    private readonly apiAdmins: ApiAdmins,
    private readonly sessions: SessionsService,
    private readonly journal: ApplicationJournal,
    private readonly followers: ApplicationFollowers,
    private readonly pager: Pager,
  ) {}

  /** Applications, newest first; `search` looks into their names. */
  async list(query: ApplicationsQuery): Promise<Page<ApplicationView>> {
    const { limit, offset } = Pager.bounds(query);
    const search = query.search === undefined ? undefined : likePattern(query.search);
    const filters = new Conditions()
      .and('search', (p) => `a.name ILIKE ${p}`, search)
      .and('status', (p) => `a.status = ${p}`, query.status);
    const page = filters.pageStatement('applications.list', LIST_APPLICATIONS);
    const rows = await this.db.query<ApplicationRow>(null, page, [...filters.values, limit, offset]);
    const total = filters.statement('applications.count', COUNT_APPLICATIONS);
    const { count } = (await this.db.queryOne<{ count: number }>(null, total, filters.values))!;
    return this.pager.page(PATH, query, { rows: rows.map(applicationView), count });
  }

  /**
   * One application.
   * @throws AppError NOT_FOUND
   */
  async read(id: string): Promise<ApplicationView> {
    return this.view(null, id);
  }

  /**
   * Registers an application with its first key and its API admin.
   * @param id what only the demo chooses, so that examples can name it
   * @returns the application, its key, and the API admin's password if it was generated
   * @throws AppError VALIDATION on `api_admin`
   */
  async register(caller: Caller, dto: RegisterApplicationDto, id = newId()): Promise<RegisteredApplicationView> {
    const candidate = await this.apiAdmins.prepare(dto.api_admin);
    return this.db.transaction(async (tx) => {
      const admin = await this.apiAdmins.appoint(tx, caller, candidate);
      const application = new Application();
      application.id = id;
      application.clientType = dto.client_type;
      application.apiAdminUid = admin.uid;
      applySettings(application, dto);
      await tx.insert(Application, application);
      const { apikey } = await this.keys.issue(tx, application);
      const after = await this.view(tx, application.id);
      await this.journal.record(tx, caller, 'application.create', application.id, { after });
      return { ...after, api_admin: admin, apikey };
    });
  }

  /**
   * Changes an application.
   * @returns the application, and the new API admin's password if it was generated
   * @throws AppError NOT_FOUND; VALIDATION on `api_admin`
   */
  async change(caller: Caller, id: string, dto: ChangeApplicationDto): Promise<ApplicationView> {
    const candidate = dto.api_admin === undefined ? undefined : await this.apiAdmins.prepare(dto.api_admin);
    return this.db.transaction(async (tx) => {
      const application = await lockApplication(tx, id);
      const before = await this.view(tx, id);
      const admin = candidate === undefined ? undefined : await this.apiAdmins.appoint(tx, caller, candidate);
      const former = application.apiAdminUid;
      if (admin !== undefined) application.apiAdminUid = admin.uid;
      applySettings(application, dto);
      await this.save(tx, application);
      if (application.apiAdminUid !== former) await this.apiAdmins.dismiss(tx, caller, former);
      const after = await this.view(tx, id);
      await this.journal.record(tx, caller, 'application.update', id, { before, after });
      await this.followers.follow(tx, caller, { before, application });
      return withAdmin(after, admin);
    });
  }

  /**
   * What would end with an application right now.
   * @throws AppError NOT_FOUND
   */
  async deleteImpact(id: string): Promise<ApplicationDeleteImpactView> {
    const row = isUuid(id) ? await this.db.queryOne<DeleteImpactRow>(null, FIND_DELETE_IMPACT, [id]) : undefined;
    if (row === undefined) throw AppError.notFound('application');
    return deleteImpactView(row);
  }

  /**
   * Deletes an application: its keys are revoked and its sessions end, and its API admin loses the role with the last
   * one. Its row stays, for the history names it.
   * @throws AppError NOT_FOUND
   */
  async delete(caller: Caller, id: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const application = await lockApplication(tx, id);
      const before = await this.view(tx, id);
      await this.db.query(tx, REVOKE_KEYS, [id]);
      await this.sessions.endOfApplication(tx, caller, id, 'application_deleted');
      application.deletedAt = new Date();
      await this.save(tx, application);
      await this.apiAdmins.dismiss(tx, caller, application.apiAdminUid);
      await this.journal.record(tx, caller, 'application.delete', id, { before });
    });
  }

  private async save(tx: EntityManager, application: Application): Promise<void> {
    application.updatedAt = new Date();
    await tx.save(application);
  }

  private async view(tx: EntityManager | null, id: string): Promise<ApplicationView> {
    const row = isUuid(id) ? await this.db.queryOne<ApplicationRow>(tx, FIND_APPLICATION, [id]) : undefined;
    if (row === undefined) throw AppError.notFound('application');
    return applicationView(row);
  }
}

function withAdmin(view: ApplicationView, admin: ApiAdminView | undefined): ApplicationView {
  return admin === undefined ? view : { ...view, api_admin: admin };
}
