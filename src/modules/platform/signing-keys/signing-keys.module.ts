import { Header, Query, Global, Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AdminController, Endpoint, PublicController } from '#common/http/endpoint.js';
import { Bare } from '#common/http/envelope.js';
import { ChoiceProperty, ListProperty, TextProperty } from '#common/openapi/decorators.js';
import { type Caller, CallerParam } from '#common/access/index.js';
import { type Page, SearchQuery } from '#common/http/pagination.js';
import { Referrals } from '#people/users/index.js';
import { type PublicJwk, SigningKeys } from './signing-keys.service.js';
import { SigningKeyView } from './signing-key.dto.js';
import { SignedReferrals } from './signed-referrals.js';
import { SigningKey } from './signing-key.entity.js';

/** A public key. RFC 7517. */
class JwkView {
  @ChoiceProperty(['EC', 'RSA'], 'EC') kty!: string;
  @TextProperty('NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs', 'as in the token header') kid!: string;
  @ChoiceProperty(['sig'], 'sig') use!: string;
  @ChoiceProperty(['ES256', 'RS256'], 'ES256') alg!: string;
  @ChoiceProperty(['P-256'], 'P-256', 'of an EC key', { optional: true }) crv?: string;
  @TextProperty('f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', 'of an EC key', { optional: true }) x?: string;
  @TextProperty('x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0', 'of an EC key', { optional: true }) y?: string;
  @TextProperty('AQAB', 'of an RSA key, created before version 1.4', { optional: true }) e?: string;
  @TextProperty('sXchDaQebHnPiGvyDOAT4saGEUetSyo9MKLOoWFsueri23bOdg', 'of an RSA key', { optional: true }) n?: string;
}

/** The key set. */
class JwksView {
  @ListProperty(() => JwkView) keys!: JwkView[];
}

/** The public keys to verify application keys and access tokens. See docs/spec/service.md#3. */
@PublicController('.well-known', 'Authentication')
class JwksController {
  constructor(private readonly signingKeys: SigningKeys) {}

  /** The JSON Web Key Set (RFC 7517). */
  @Endpoint('GET jwks.json', {
    id: 'getKeySet',
    summary: 'Read the public keys',
    description: 'JSON Web Key Set (RFC 7517) to verify application keys and access tokens.',
    answer: JwksView,
  })
  @Bare()
  @Header('cache-control', 'public, max-age=300')
  jwks(): { keys: PublicJwk[] } {
    return this.signingKeys.jwks();
  }
}

/** The keys that sign application keys and access tokens, in the admin module. See docs/spec/service.md#3. */
@AdminController(
  'signing-keys',
  { name: 'Admin: signing keys', order: 180, description: 'The keys that sign application keys and access tokens.' },
  { read: 'signing-keys.read', write: 'signing-keys.write' },
)
class AdminSigningKeysController {
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

/** Global, because the users below ask for {@link Referrals}. */
@Global()
@Module({
  imports: [JwtModule.register({}), TypeOrmModule.forFeature([SigningKey])],
  controllers: [JwksController, AdminSigningKeysController],
  providers: [SigningKeys, { provide: Referrals, useClass: SignedReferrals }],
  exports: [Referrals, SigningKeys],
})
export class SigningKeysModule {}
