import { Body, Query } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import { type ListAnswer, ListSearchQuery } from '#common/audit/admin-lists.js';
import { FileFor } from '#common/http/downloads.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { IssuedKeyView, KeyTextView, KeyView, KeyIdParam, RotateKeyDto } from './application-key.dto.js';
import { KEY_REVOKED, KeyAdministration } from './key-administration.service.js';
import { ApplicationIdParam } from '../application.dto.js';

/** The keys of an application in the admin module. See docs/spec/service.md#3 and #8. */
@AdminController('applications/:id/keys', 'Admin: applications', { read: 'keys.read', write: 'keys.write' })
export class AdminApplicationKeysController {
  constructor(private readonly keys: KeyAdministration) {}

  @Endpoint('GET', {
    id: 'adminListApplicationKeys',
    summary: 'List the keys of an application',
    description: 'Newest first, without the keys themselves; `search` is part of a key id.',
    answer: KeyView,
    paged: true,
    csv: true,
  })
  list(
    @ApplicationIdParam() id: string,
    @Query() query: ListSearchQuery,
    @FileFor() reader?: Caller,
  ): Promise<ListAnswer<KeyView>> {
    return this.keys.list(id, query, reader);
  }

  @Endpoint('POST', {
    id: 'adminRotateApplicationKey',
    summary: 'Issue another key',
    description:
      'With `overlap_seconds` the other keys expire after that time; without it, they stay valid until they are revoked.',
    answer: IssuedKeyView,
  })
  rotate(
    @CallerParam() caller: Caller,
    @ApplicationIdParam() id: string,
    @Body() dto: RotateKeyDto,
  ): Promise<IssuedKeyView> {
    return this.keys.rotate(caller, id, dto);
  }

  @Endpoint('DELETE :key_id', {
    id: 'adminRevokeApplicationKey',
    summary: 'Revoke a key',
    description: 'It stops working on every instance within 2 seconds.',
    answer: KeyView,
  })
  revoke(
    @CallerParam() caller: Caller,
    @ApplicationIdParam() id: string,
    @KeyIdParam() keyId: string,
  ): Promise<KeyView> {
    return this.keys.revoke(caller, id, keyId);
  }

  @Endpoint('POST :key_id/reveal', {
    id: 'adminRevealApplicationKey',
    permission: 'secrets.reveal',
    confirmed: true,
    summary: 'Reveal a key',
    description: 'This is audited. A revoked key is not shown.',
    answer: KeyTextView,
    failures: [KEY_REVOKED],
  })
  reveal(
    @CallerParam() caller: Caller,
    @ApplicationIdParam() id: string,
    @KeyIdParam() keyId: string,
  ): Promise<KeyTextView> {
    return this.keys.reveal(caller, id, keyId);
  }
}
