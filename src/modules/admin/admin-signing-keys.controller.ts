import { Controller, Get, Post, Query, VERSION_NEUTRAL } from '@nestjs/common';
import { Access, CallerParam, type Caller } from '../../common/access/index.js';
import { SearchQuery, type Page } from '../../common/http/pagination.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer } from '../../common/openapi/index.js';
import { SigningKeys, SigningKeyView } from '../signing-keys/index.js';

/** The keys that sign application keys and access tokens, in the admin module. Section 3 of the decisions. */
@ApiTags('Admin: signing keys')
@Access('super_admin')
@Controller({ path: 'admin/api/signing-keys', version: VERSION_NEUTRAL })
export class AdminSigningKeysController {
  constructor(private readonly signingKeys: SigningKeys) {}

  @Get()
  @ApiOperation({
    operationId: 'adminListSigningKeys',
    summary: 'List signing keys',
    description: 'Newest first; the newest signs, all verify.',
  })
  @ApiAnswer(SigningKeyView, { paged: true })
  list(@Query() query: SearchQuery): Page<SigningKeyView> {
    return this.signingKeys.page(query);
  }

  @Post('rotate')
  @ApiOperation({
    operationId: 'adminRotateSigningKey',
    summary: 'Make a new signing key',
    description: 'It signs from now on. Everything that older keys signed stays good.',
  })
  @ApiAnswer(SigningKeyView)
  rotate(@CallerParam() caller: Caller): Promise<SigningKeyView> {
    return this.signingKeys.rotate(caller);
  }
}
