import { Body, Controller, Delete, Get, Param, Post, Query, VERSION_NEUTRAL } from '@nestjs/common';
import { Access, CallerParam, type Caller } from '../../common/access/index.js';
import type { Page } from '../../common/http/pagination.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer, ApiFailures } from '../../common/openapi/index.js';
import {
  EncryptionKeys,
  EncryptionKeysQuery,
  EncryptionKeyView,
  IssueEncryptionKeyDto,
  ListedEncryptionKeyView,
  RetiredEncryptionKeyView,
} from '../encryption/index.js';

/** The encryption keys of an application in the admin module. Sections 7 and 8 of the decisions. */
@ApiTags('Admin: applications')
@Access('super_admin')
@Controller({ path: 'admin/api/applications/:id/encryption-keys', version: VERSION_NEUTRAL })
export class AdminApplicationEncryptionKeysController {
  constructor(private readonly keys: EncryptionKeys) {}

  @Get()
  @ApiOperation({
    operationId: 'adminListEncryptionKeys',
    summary: 'Collect the encryption keys of an application',
    description:
      'Newest first, with their texts, which is audited, unless `texts` is `false`; `search` is part of a kid.',
  })
  @ApiAnswer(ListedEncryptionKeyView, { paged: true })
  @ApiFailures('NOT_FOUND')
  list(
    @CallerParam() caller: Caller,
    @Param('id') id: string,
    @Query() query: EncryptionKeysQuery,
  ): Promise<Page<ListedEncryptionKeyView>> {
    return this.keys.list(caller, id, query);
  }

  @Post()
  @ApiOperation({
    operationId: 'adminIssueEncryptionKey',
    summary: 'Issue an encryption key for a platform',
    description:
      'With `overlap_seconds` the platform’s older keys retire after that time; without, they go on until they are retired.',
  })
  @ApiAnswer(EncryptionKeyView)
  @ApiFailures('NOT_FOUND', {
    code: 'CONFLICT',
    field: 'platform',
    message: 'has 10 live keys, which is the most; retire one first',
  })
  issue(
    @CallerParam() caller: Caller,
    @Param('id') id: string,
    @Body() dto: IssueEncryptionKeyDto,
  ): Promise<EncryptionKeyView> {
    return this.keys.issue(caller, id, dto);
  }

  @Delete(':kid')
  @ApiOperation({
    operationId: 'adminRetireEncryptionKey',
    summary: 'Retire an encryption key',
    description: 'It is refused on every instance within 2 seconds. Retiring it again changes nothing.',
  })
  @ApiAnswer(RetiredEncryptionKeyView)
  @ApiFailures('NOT_FOUND', {
    code: 'CONFLICT',
    message: 'no other key goes on, and the application requires encryption',
  })
  retire(
    @CallerParam() caller: Caller,
    @Param('id') id: string,
    @Param('kid') kid: string,
  ): Promise<RetiredEncryptionKeyView> {
    return this.keys.retire(caller, id, kid);
  }
}
