import { Body, Query, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CallerParam, type Caller } from '#common/access/index.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import type { Page } from '#common/http/pagination.js';
import { ApplicationIdParam, ClientAppsModule } from '../client-apps/index.js';
import { EncryptionKeys, LAST_KEY, TOO_MANY_KEYS } from './encryption-keys.service.js';
import {
  EncryptionKeysQuery,
  IssueEncryptionKeyDto,
  EncryptionKeyView,
  ListedEncryptionKeyView,
  RetiredEncryptionKeyView,
  EncryptionKeyIdParam,
} from './encryption-key.dto.js';
import { BodyEncryption } from './body-encryption.js';
import { EncryptedBodiesGuard } from './encrypted-bodies.guard.js';
import { EncryptionKey } from './encryption-key.entity.js';
import { Keyring } from './keyring.js';

/** The encryption keys of an application in the admin module. See docs/spec/service.md#7 and #8. */
@AdminController('applications/:id/encryption-keys', 'Admin: applications', { read: 'keys.read', write: 'keys.write' })
class AdminApplicationEncryptionKeysController {
  constructor(private readonly keys: EncryptionKeys) {}

  @Endpoint('GET', {
    id: 'adminListEncryptionKeys',
    summary: 'List the encryption keys of an application',
    description:
      'Newest first, with key material unless `texts` is `false` or the caller lacks the permission `secrets.reveal`; returning key material is audited. `search` is part of a kid.',
    answer: ListedEncryptionKeyView,
    paged: true,
  })
  list(
    @CallerParam() caller: Caller,
    @ApplicationIdParam() id: string,
    @Query() query: EncryptionKeysQuery,
  ): Promise<Page<ListedEncryptionKeyView>> {
    return this.keys.list(caller, id, query);
  }

  @Endpoint('POST', {
    id: 'adminIssueEncryptionKey',
    summary: 'Issue an encryption key for a platform',
    description:
      'With `overlap_seconds` the platform’s older keys retire after that time; without it, they stay valid until they are retired.',
    answer: EncryptionKeyView,
    failures: [TOO_MANY_KEYS],
  })
  issue(
    @CallerParam() caller: Caller,
    @ApplicationIdParam() id: string,
    @Body() dto: IssueEncryptionKeyDto,
  ): Promise<EncryptionKeyView> {
    return this.keys.issue(caller, id, dto);
  }

  @Endpoint('DELETE :kid', {
    id: 'adminRetireEncryptionKey',
    summary: 'Retire an encryption key',
    description: 'All instances reject it within 2 seconds. Retiring it again has no effect.',
    answer: RetiredEncryptionKeyView,
    failures: [LAST_KEY],
  })
  retire(
    @CallerParam() caller: Caller,
    @ApplicationIdParam() id: string,
    @EncryptionKeyIdParam() kid: string,
  ): Promise<RetiredEncryptionKeyView> {
    return this.keys.retire(caller, id, kid);
  }
}

/** Bodies that are encrypted for one application. It comes after the auth room, whose guards must run before its own. */
@Module({
  imports: [TypeOrmModule.forFeature([EncryptionKey]), ClientAppsModule],
  controllers: [AdminApplicationEncryptionKeysController],
  providers: [BodyEncryption, EncryptionKeys, Keyring, { provide: APP_GUARD, useClass: EncryptedBodiesGuard }],
  exports: [BodyEncryption, EncryptionKeys],
})
export class EncryptionModule {}
