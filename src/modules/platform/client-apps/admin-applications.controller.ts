import { Body, Query } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import type { ListAnswer } from '#common/audit/admin-lists.js';
import { FileFor } from '#common/http/downloads.js';
import { type Validated, ValidatedPipe } from '#common/validation/index.js';
import { CANNOT_APPROVE } from '#people/approvals/index.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import {
  ApplicationDeleteImpactView,
  ApplicationView,
  ChangedApplicationView,
  RegisteredApplicationView,
} from './application.view.js';
import { SELF_SERVICE_ELSEWHERE } from './application.rules.js';
import {
  ApplicationsQuery,
  ChangeApplicationDto,
  RegisterApplicationDto,
  ApplicationIdParam,
} from './application.dto.js';
import { ApplicationsService } from './applications.service.js';
import { Explainer } from './access/explain.service.js';
import { CheckedEntryView, CheckEntriesDto } from './access/access-entries.dto.js';
import { ExplainDto, ExplanationView } from './access/explain.dto.js';

/** Client applications in the admin module. See docs/spec/service.md#8. */
@AdminController(
  'applications',
  { name: 'Admin: applications', order: 120, description: 'Registered applications, their keys and rules.' },
  { read: 'applications.read', write: 'applications.write' },
)
export class AdminApplicationsController {
  constructor(
    private readonly applications: ApplicationsService,
    private readonly explainer: Explainer,
  ) {}

  @Endpoint('GET', {
    id: 'adminListApplications',
    summary: 'List applications',
    description:
      'Newest first; `search` is part of a name, of an id or of the id of a key. What has exactly this one comes first.',
    answer: ApplicationView,
    paged: true,
    csv: true,
  })
  list(@Query() query: ApplicationsQuery, @FileFor() reader?: Caller): Promise<ListAnswer<ApplicationView>> {
    return this.applications.list(query, reader);
  }

  @Endpoint('POST', {
    id: 'adminRegisterApplication',
    summary: 'Register an application',
    description:
      'Returns its application key. The API admin is an existing user, who gets the role, or a new one. A generated password is shown only in this response. A webhook, `redirect_uris`, `sso` and an API admin who does not have the role yet need a session that was just confirmed.',
    body: RegisterApplicationDto,
    answer: RegisteredApplicationView,
    failures: ['REAUTHENTICATION_REQUIRED'],
  })
  register(
    @CallerParam() caller: Caller,
    @Body(new ValidatedPipe(RegisterApplicationDto)) body: Validated<RegisterApplicationDto>,
  ): Promise<RegisteredApplicationView> {
    return this.applications.register(caller, body);
  }

  @Endpoint('POST check-entries', {
    id: 'adminCheckAccessEntries',
    permission: 'applications.read',
    summary: 'Validate access list entries',
    description:
      'Returns how an access list would store each entry, or why the entry is invalid, so that forms can validate while typing. Nothing is stored.',
    answer: CheckedEntryView,
    isArray: true,
  })
  checkEntries(@Body() dto: CheckEntriesDto): CheckedEntryView[] {
    return this.explainer.check(dto);
  }

  @Endpoint('GET :id', {
    id: 'adminGetApplication',
    summary: 'Read an application',
    description: 'All properties except its keys.',
    answer: ApplicationView,
  })
  read(@ApplicationIdParam() id: string): Promise<ApplicationView> {
    return this.applications.read(id);
  }

  @Endpoint('PATCH :id', {
    id: 'adminChangeApplication',
    summary: 'Change an application',
    description:
      'Omitted fields do not change. Changes take effect on all instances within 2 seconds. A new `client_type` applies to keys issued from then on. Another `webhook.url` or `sso.login_url`, a `redirect_uris` entry that is new, another type for a `server`, and an `api_admin` who has not had the role need a session that was just confirmed. Turning `self_service` on may wait for another person (`approval`); all else is done at once.',
    body: ChangeApplicationDto,
    answer: ChangedApplicationView,
    failures: [SELF_SERVICE_ELSEWHERE, ...CANNOT_APPROVE],
  })
  change(
    @CallerParam() caller: Caller,
    @ApplicationIdParam() id: string,
    @Body(new ValidatedPipe(ChangeApplicationDto)) body: Validated<ChangeApplicationDto>,
  ): Promise<ChangedApplicationView> {
    return this.applications.change(caller, id, body);
  }

  @Endpoint('DELETE :id', {
    id: 'adminDeleteApplication',
    summary: 'Delete an application',
    description: 'Revokes its keys and ends its sessions.',
    answer: null,
  })
  delete(@CallerParam() caller: Caller, @ApplicationIdParam() id: string): Promise<void> {
    return this.applications.delete(caller, id);
  }

  @Endpoint('GET :id/delete-impact', {
    id: 'adminApplicationDeleteImpact',
    summary: 'Preview the deletion of an application',
    description:
      'Returns whether its API admin would lose the role, and how many sessions and webhook deliveries would be ended.',
    answer: ApplicationDeleteImpactView,
  })
  deleteImpact(@ApplicationIdParam() id: string): Promise<ApplicationDeleteImpactView> {
    return this.applications.deleteImpact(id);
  }

  @Endpoint('POST :id/explain', {
    id: 'adminExplainAdmission',
    permission: 'applications.read',
    summary: 'Explain which rule would allow or reject a request',
    description:
      'Checks a request against the rules of an application, using the code that checks real requests. Nothing is sent.',
    answer: ExplanationView,
  })
  explain(@ApplicationIdParam() id: string, @Body() dto: ExplainDto): Promise<ExplanationView> {
    return this.explainer.explain(id, dto);
  }
}
