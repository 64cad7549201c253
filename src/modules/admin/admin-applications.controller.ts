import { Body, Controller, Delete, Get, Param, Patch, Post, Query, VERSION_NEUTRAL } from '@nestjs/common';
import { Access, CallerParam, type Caller } from '../../common/access/index.js';
import type { Page } from '../../common/http/pagination.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer, ApiFailures } from '../../common/openapi/index.js';
import {
  ApplicationDeleteImpactView,
  ApplicationsQuery,
  ApplicationsService,
  ApplicationView,
  ChangeApplicationDto,
  CheckedEntryView,
  CheckEntriesDto,
  ExplainDto,
  Explainer,
  ExplanationView,
  RegisterApplicationDto,
  RegisteredApplicationView,
} from '../client-apps/index.js';

/** Client applications in the admin module. Section 8 of the decisions. */
@ApiTags('Admin: applications')
@Access('super_admin')
@Controller({ path: 'admin/api/applications', version: VERSION_NEUTRAL })
export class AdminApplicationsController {
  constructor(
    private readonly applications: ApplicationsService,
    private readonly explainer: Explainer,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'adminListApplications',
    summary: 'List applications',
    description: 'Newest first; `search` is part of a name.',
  })
  @ApiAnswer(ApplicationView, { paged: true })
  list(@Query() query: ApplicationsQuery): Promise<Page<ApplicationView>> {
    return this.applications.list(query);
  }

  @Post()
  @ApiOperation({
    operationId: 'adminRegisterApplication',
    summary: 'Register an application',
    description:
      'Gives its application key. The API admin is an existing user, who gets the role, or is made; a password that is generated is shown this once.',
  })
  @ApiAnswer(RegisteredApplicationView)
  register(@CallerParam() caller: Caller, @Body() dto: RegisterApplicationDto): Promise<RegisteredApplicationView> {
    return this.applications.register(caller, dto);
  }

  @Post('check-entries')
  @ApiOperation({
    operationId: 'adminCheckAccessEntries',
    summary: 'Check entries of access lists',
    description:
      'Says of each entry how an access list would store it, or why it would refuse it, so that a form can say so while entries are typed. Nothing is stored.',
  })
  @ApiAnswer(CheckedEntryView, { isArray: true })
  checkEntries(@Body() dto: CheckEntriesDto): CheckedEntryView[] {
    return this.explainer.check(dto);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'adminGetApplication',
    summary: 'Read an application',
    description: 'Everything but its keys.',
  })
  @ApiAnswer(ApplicationView)
  @ApiFailures('NOT_FOUND')
  read(@Param('id') id: string): Promise<ApplicationView> {
    return this.applications.read(id);
  }

  @Patch(':id')
  @ApiOperation({
    operationId: 'adminChangeApplication',
    summary: 'Change an application',
    description:
      'What is left out stays. It holds on every instance within 2 seconds. Another `client_type` is that of keys issued from then on.',
  })
  @ApiAnswer(ApplicationView)
  @ApiFailures('NOT_FOUND')
  change(
    @CallerParam() caller: Caller,
    @Param('id') id: string,
    @Body() dto: ChangeApplicationDto,
  ): Promise<ApplicationView> {
    return this.applications.change(caller, id, dto);
  }

  @Delete(':id')
  @ApiOperation({
    operationId: 'adminDeleteApplication',
    summary: 'Delete an application',
    description: 'Revokes its keys and ends its sessions.',
  })
  @ApiAnswer(null)
  @ApiFailures('NOT_FOUND')
  delete(@CallerParam() caller: Caller, @Param('id') id: string): Promise<void> {
    return this.applications.delete(caller, id);
  }

  @Get(':id/delete-impact')
  @ApiOperation({
    operationId: 'adminApplicationDeleteImpact',
    summary: 'What would end with an application',
    description:
      'Says, before it is deleted, whether its API admin loses the role, and counts the sessions and webhook deliveries that would end.',
  })
  @ApiAnswer(ApplicationDeleteImpactView)
  @ApiFailures('NOT_FOUND')
  deleteImpact(@Param('id') id: string): Promise<ApplicationDeleteImpactView> {
    return this.applications.deleteImpact(id);
  }

  @Post(':id/explain')
  @ApiOperation({
    operationId: 'adminExplainAdmission',
    summary: 'Which rule would admit or refuse a request',
    description:
      'Holds a request against the rules of an application, by the code that admits requests, without sending it.',
  })
  @ApiAnswer(ExplanationView)
  @ApiFailures('NOT_FOUND')
  explain(@Param('id') id: string, @Body() dto: ExplainDto): Promise<ExplanationView> {
    return this.explainer.explain(id, dto);
  }
}
