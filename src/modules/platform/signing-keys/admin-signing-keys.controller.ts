import { Query } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { SearchQuery, type Page } from '#common/http/pagination.js';
import { SigningKeys } from './signing-keys.service.js';
import { SigningKeyView } from './signing-key.dto.js';

/** The keys that sign application keys and access tokens, in the admin module. See docs/spec/service.md#3. */
@AdminController(
  'signing-keys',
  {
    name: 'Admin: signing keys',
    order: 180,
    description: 'The keys that sign application keys and access tokens.',
  },
  { read: 'signing-keys.read', write: 'signing-keys.write' },
)
export class AdminSigningKeysController {
  constructor(private readonly signingKeys: SigningKeys) {}

  @Endpoint('GET', {
    id: 'adminListSigningKeys',
    summary: 'List signing keys',
    description: 'Newest first; the newest one signs, all of them verify.',
    answer: SigningKeyView,
    paged: true,
  })
  list(@Query() query: SearchQuery): Promise<Page<SigningKeyView>> {
    return this.signingKeys.list(query);
  }

  @Endpoint('POST rotate', {
    id: 'adminRotateSigningKey',
    summary: 'Rotate the signing key',
    description: 'The new key signs from now on. Everything signed by older keys stays valid.',
    answer: SigningKeyView,
  })
  rotate(@CallerParam() caller: Caller): Promise<SigningKeyView> {
    return this.signingKeys.rotate(caller);
  }
}
