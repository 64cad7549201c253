import { Body, Controller, Delete, Get, Param, Post, Query, VERSION_NEUTRAL } from '@nestjs/common';
import { Access, CallerParam, type Caller } from '../../common/access/index.js';
import { SearchQuery, type Page } from '../../common/http/pagination.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer, ApiFailures } from '../../common/openapi/index.js';
import { IssuedKeyView, KeyAdministration, KeyTextView, KeyView, RotateKeyDto } from '../client-apps/index.js';

/** The keys of an application in the admin module. Sections 3 and 8 of the decisions. */
@ApiTags('Admin: applications')
@Access('super_admin')
@Controller({ path: 'admin/api/applications/:id/keys', version: VERSION_NEUTRAL })
export class AdminApplicationKeysController {
  constructor(private readonly keys: KeyAdministration) {}

  @Get()
  @ApiOperation({
    operationId: 'adminListApplicationKeys',
    summary: 'List the keys of an application',
    description: 'Newest first, without their texts; `search` is part of a key id.',
  })
  @ApiAnswer(KeyView, { paged: true })
  @ApiFailures('NOT_FOUND')
  list(@Param('id') id: string, @Query() query: SearchQuery): Promise<Page<KeyView>> {
    return this.keys.list(id, query);
  }

  @Post()
  @ApiOperation({
    operationId: 'adminRotateApplicationKey',
    summary: 'Issue another key',
    description:
      'With `overlap_seconds` the other keys end after that time; without, they work until they are revoked.',
  })
  @ApiAnswer(IssuedKeyView)
  @ApiFailures('NOT_FOUND')
  rotate(@CallerParam() caller: Caller, @Param('id') id: string, @Body() dto: RotateKeyDto): Promise<IssuedKeyView> {
    return this.keys.rotate(caller, id, dto);
  }

  @Delete(':key_id')
  @ApiOperation({
    operationId: 'adminRevokeApplicationKey',
    summary: 'Revoke a key',
    description: 'It stops working on every instance within 2 seconds.',
  })
  @ApiAnswer(KeyView)
  @ApiFailures('NOT_FOUND')
  revoke(@CallerParam() caller: Caller, @Param('id') id: string, @Param('key_id') keyId: string): Promise<KeyView> {
    return this.keys.revoke(caller, id, keyId);
  }

  @Post(':key_id/reveal')
  @ApiOperation({
    operationId: 'adminRevealApplicationKey',
    summary: 'Show a key once more',
    description: 'This is audited. A revoked key is not shown.',
  })
  @ApiAnswer(KeyTextView)
  @ApiFailures('NOT_FOUND', { code: 'CONFLICT', message: 'the key is revoked' })
  reveal(@CallerParam() caller: Caller, @Param('id') id: string, @Param('key_id') keyId: string): Promise<KeyTextView> {
    return this.keys.reveal(caller, id, keyId);
  }
}
