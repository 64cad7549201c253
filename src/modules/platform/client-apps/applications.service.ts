import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { type AdminList, AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import type { ExactFirst } from '#common/http/exact-first.js';
import { sorted } from '#common/http/sorting.js';
import { isUuid, newId } from '#common/ids.js';
import { accept, isFine, type Validated } from '#common/validation/index.js';
import { Approvals, type ApprovalView } from '#people/approvals/index.js';
import { SessionEndings, SessionsService } from '#people/sessions/index.js';
import { ApiAdmins } from './api-admins.js';
import { ApplicationChangeHooks, ApplicationJournal, lockApplication } from './application-journal.js';
import { ApplicationKey } from './keys/application-key.entity.js';
import { PublicAddresses } from './public-addresses.js';
import { ApplicationKeys } from './keys/application-keys.service.js';
import type { ApplicationsQuery, ChangeApplicationDto, RegisterApplicationDto } from './application.dto.js';
import { Application } from './application.entity.js';
import {
  type ApiAdminView,
  type ApplicationDeleteImpactView,
  ApplicationView,
  type ChangedApplicationView,
  type RegisteredApplicationView,
  toApplicationView,
} from './application.view.js';
import { SELF_SERVICE_ELSEWHERE } from './application.rules.js';
import {
  applySettings,
  leadsElsewhere,
  type Destinations,
  NO_DESTINATIONS,
  sendsElsewhere,
} from './application-settings.rules.js';
import { SelfServiceAction } from './self-service.action.js';

/** What has exactly this name, id or id of a key; then what has it in one of them. */
const APPLICATIONS_FOUND: ExactFirst = {
  exact: `lower(a.name) = lower(:search::text) OR a.id::text = lower(:search::text) OR a.id = ANY (ARRAY(
    SELECT k.application_id FROM application_keys k WHERE k.id::text = lower(:search::text)))`,
  others: [
    'a.name ILIKE :pattern OR a.id::text ILIKE :pattern',
    { table: ApplicationKey, alias: 'k', on: 'k.applicationId = a.id', where: 'k.id::text ILIKE :pattern' },
  ],
};

/** The effects of deleting application `$1`: an {@link ApplicationDeleteImpactView}. */
const DELETE_IMPACT = `
  SELECT jsonb_build_object('uid', u.uid, 'username', u.username, 'loses_role', 'api_admin' = ANY (u.roles) AND NOT EXISTS (
           SELECT FROM applications o WHERE o.api_admin_uid = a.api_admin_uid AND o.deleted_at IS NULL AND o.id <> a.id
         )) AS api_admin,
         (SELECT count(*) FROM sessions s
           WHERE s.application_id = a.id AND s.ended_at IS NULL AND s.expires_at > now()) AS live_sessions,
         (SELECT count(*) FROM webhook_deliveries d
           WHERE d.application_id = a.id AND d.status = 'pending') AS pending_deliveries
    FROM applications a JOIN users u ON u.uid = a.api_admin_uid
   WHERE a.id = $1`;

/**
 * Registers, changes and deletes client applications. Every change is audited, recorded as `application.updated`, and in
 * effect on all instances within 2 seconds. See docs/spec/commerce-api.md#1; docs/spec/service.md#8.
 */
@Injectable()
export class ApplicationsService {
  constructor(
    private readonly db: Database,
    private readonly keys: ApplicationKeys,
    private readonly apiAdmins: ApiAdmins,
    private readonly sessions: SessionsService,
    private readonly endings: SessionEndings,
    private readonly journal: ApplicationJournal,
    private readonly hooks: ApplicationChangeHooks,
    private readonly addresses: PublicAddresses,
    private readonly lists: AdminLists,
    private readonly approvals: Approvals,
    private readonly selfService: SelfServiceAction,
  ) {}

  /** Applications, newest first; `search` matches names, ids and ids of keys. */
  list(query: ApplicationsQuery, reader?: Caller): Promise<ListAnswer<ApplicationView>> {
    return this.lists.answer(this.listed(query), reader);
  }

  private listed(query: ApplicationsQuery): AdminList<Application, ApplicationView, ApplicationsQuery> {
    const applications = this.db.manager.createQueryBuilder(Application, 'a');
    const all = sorted(applications, query.sort ?? '-created_at', { created_at: 'a.createdAt' }, 'a.id');
    const filters = { search: APPLICATIONS_FOUND, status: 'a.status = :status' };
    const file = { name: 'applications', entityType: 'application', of: ApplicationView };
    return { query, all, filters, view: toApplicationView, file };
  }

  /**
   * @throws AppError NOT_FOUND
   */
  async read(id: string): Promise<ApplicationView> {
    return this.view(this.db.manager, id);
  }

  /**
   * Registers an application with its first key and its API admin.
   * @returns the application, its key, and the API admin's password if it was generated
   * @throws AppError VALIDATION with all that is wrong, `api_admin`, and `webhook` and `sso` for addresses that are not public,
   *   too; REAUTHENTICATION_REQUIRED with a webhook, redirect URIs, single sign-on or a new API admin, as {@link change}
   */
  async register(caller: Caller, validated: Validated<RegisterApplicationDto>): Promise<RegisteredApplicationView> {
    const { dto, errors } = validated;
    if (isFine(errors) && (await this.needsConfirmation(this.db.manager, NO_DESTINATIONS, dto)))
      await this.sessions.assertConfirmed(null, caller);
    return this.add(caller, accept(await this.withOtherProblems(validated)));
  }

  /**
   * The same with any addresses, for the demo, whose examples run on the same machine.
   * @param id so that examples can name it
   */
  async add(caller: Caller, dto: RegisterApplicationDto, id = newId()): Promise<RegisteredApplicationView> {
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
   * Changes an application. Self-service is asked for, and may wait; all else is done at once.
   * @returns the application, and the new API admin's password if it was generated
   * @throws AppError NOT_FOUND; CONFLICT for another URL of the webhook while it has self-service; VALIDATION with all that is
   *   wrong, `api_admin`, and `webhook` and `sso` for new addresses that are not public, too;
   *   REAUTHENTICATION_REQUIRED for another URL of the webhook, to which tokens of users are sent, for another redirect URI,
   *   to which codes go, for another `sso.login_url`, to which tickets go, for a server that becomes a type that needs no key
   *   for them, and for an API admin who does not have the role yet
   */
  async change(
    caller: Caller,
    id: string,
    validated: Validated<ChangeApplicationDto>,
  ): Promise<ChangedApplicationView> {
    const dto = accept(await this.withOtherProblems(validated, await this.view(this.db.manager, id)));
    const candidate = dto.api_admin === undefined ? undefined : await this.apiAdmins.prepare(dto.api_admin);
    return this.approvals.transaction(caller, async (tx) => {
      const application = await lockApplication(tx, id);
      const before = toApplicationView(application);
      if (application.selfService && dto.self_service !== false && sendsElsewhere(application, dto))
        throw AppError.of(SELF_SERVICE_ELSEWHERE);
      const isAsked = dto.self_service === true && !application.selfService;
      if (await this.needsConfirmation(tx, application, dto)) await this.sessions.assertConfirmed(tx, caller);
      const admin = candidate === undefined ? undefined : await this.apiAdmins.appoint(tx, caller, candidate);
      const former = application.apiAdminUid;
      if (admin !== undefined) application.apiAdminUid = admin.uid;
      applySettings(application, isAsked ? { ...dto, self_service: false } : dto);
      await this.save(tx, application);
      if (application.apiAdminUid !== former) await this.apiAdmins.dismiss(tx, caller, former);
      const after = await this.view(tx, id);
      await this.journal.record(tx, caller, 'application.update', id, { before, after });
      await this.hooks.run(tx, caller, { before, application });
      if (!isAsked) return { ...withAdmin(after, admin), approval: null };
      const approval = await this.askForSelfService(tx, caller, id);
      return { ...withAdmin(await this.view(tx, id), admin), approval };
    });
  }

  /** Adds to what is wrong with a form what the database, and the addresses in it, say. */
  private async withOtherProblems<Dto extends ChangeApplicationDto>(
    { dto, errors }: Validated<Dto>,
    before?: ApplicationView,
  ): Promise<Validated<Dto>> {
    await this.addresses.validate(errors, dto, before);
    await this.apiAdmins.validate(errors, dto.api_admin);
    return { dto, errors };
  }

  /** Whether a change lets others in, or gives somebody a role. */
  private async needsConfirmation(
    tx: EntityManager,
    before: Destinations,
    dto: ChangeApplicationDto,
  ): Promise<boolean> {
    if (leadsElsewhere(before, dto)) return true;
    return dto.api_admin !== undefined && (await this.apiAdmins.givesRole(tx, dto.api_admin));
  }

  private async askForSelfService(tx: EntityManager, caller: Caller, id: string): Promise<ApprovalView> {
    const { approval } = await this.approvals.ask(tx, this.selfService, { application_id: id }, caller);
    return approval;
  }

  /**
   * The effects of deleting an application now.
   * @throws AppError NOT_FOUND
   */
  async deleteImpact(id: string): Promise<ApplicationDeleteImpactView> {
    await this.read(id);
    const [impact] = await this.db.manager.query<[ApplicationDeleteImpactView]>(DELETE_IMPACT, [id]);
    return impact;
  }

  /**
   * Deletes an application, revokes its keys and ends its sessions. Its API admin loses the role with the last application.
   * The row stays, since the history refers to it.
   * @throws AppError NOT_FOUND
   */
  async delete(caller: Caller, id: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const application = await lockApplication(tx, id);
      const before = toApplicationView(application);
      await tx.update(ApplicationKey, { applicationId: id, revokedAt: IsNull() }, { revokedAt: () => 'now()' });
      await this.endings.endOfApplication(tx, caller, id, 'application_deleted');
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

  private async view(tx: EntityManager, id: string): Promise<ApplicationView> {
    // Queries name applications too, as any text.
    const application = isUuid(id) ? await tx.findOneBy(Application, { id }) : null;
    if (application === null) throw AppError.notFound('application');
    return toApplicationView(application);
  }
}

function withAdmin(view: ApplicationView, admin: ApiAdminView | undefined): ApplicationView {
  return admin === undefined ? view : { ...view, api_admin: admin };
}
