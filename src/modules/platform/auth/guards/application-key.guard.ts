import { type CanActivate, type CustomDecorator, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { type AccessLevel, demandOf } from '#common/access/index.js';
import { AppError } from '#common/errors/app-error.js';
import { toAppError } from '#common/http/error.filter.js';
import { API_VERSION } from '#common/http/api-version.js';
import {
  APPLICATION_KEY_TYP,
  ApplicationDirectory,
  KeyUsage,
  type KnownKey,
  refusalOf,
  requestHost,
} from '../../client-apps/index.js';
import { type ClientCredentials, clientCredentials } from '../oauth/oauth-client.rules.js';
import { KeyLookupError, type SignedClaims, SignedTokenStrategy } from './signed-token.js';
import { isUuid } from '#common/ids.js';
import { SigningKeys } from '../../signing-keys/index.js';

interface ApplicationKeyClaims extends SignedClaims {
  typ?: unknown;
  aud?: unknown;
  jti?: unknown;
}

/** Verifies an application key: a JWT signed by this service and not revoked. See docs/spec/commerce-api.md#2.9. */
@Injectable()
export class ApplicationKeyStrategy extends SignedTokenStrategy {
  constructor(
    signingKeys: SigningKeys,
    private readonly directory: ApplicationDirectory,
  ) {
    super(signingKeys, APPLICATION_KEY_TYP, (request) => request.applicationKey);
  }

  async validate(request: FastifyRequest, { typ, aud, jti }: ApplicationKeyClaims): Promise<KnownKey | false> {
    if (typeof jti !== 'string' || typeof aud !== 'string' || typeof typ !== 'string') return false;
    if (!isUuid(jti) || !isUuid(aud)) return false;
    return (await this.directory.load(request.applicationKey ?? '', jti, aud, typ)) ?? false;
  }
}

/** Metadata key of {@link OAuthClient}. */
export const OAUTH_CLIENT = 'oauth-client';

declare module 'fastify' {
  interface FastifyRequest {
    /** The application key that the guard found. */
    applicationKey?: string;
    /** The key that admitted the request; known before its body is read, except for OAuth. */
    knownKey?: KnownKey;
  }
}

/** How an OAuth 2.0 client authenticates: by its key, or, if it cannot keep one secret, by its id alone. */
export type OAuthClientKind = 'key' | 'key or id';

/** Accepts the application key as OAuth 2.0 client credentials; all other routes accept only the header `apikey`. */
export function OAuthClient(kind: OAuthClientKind = 'key'): CustomDecorator {
  return SetMetadata(OAUTH_CLIENT, kind);
}

/** Routes that need no application key. */
const WITHOUT_KEY: readonly AccessLevel[] = ['public', 'admin'];

/**
 * First guard: the application key and its access rules, each with the error of docs/spec/commerce-api.md#7.2, in the order of
 * docs/spec/service.md#3.
 */
@Injectable()
export class ApplicationKeyGuard extends AuthGuard() implements CanActivate {
  constructor(
    private readonly directory: ApplicationDirectory,
    private readonly usage: KeyUsage,
    strategy: ApplicationKeyStrategy,
  ) {
    super({ defaultStrategy: strategy.ownName });
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const kind = request.routeOptions.config.oauthClient;
    const oauth = (sent: FastifyRequest): ClientCredentials => clientCredentials(sent, kind === 'key or id');
    const known = await this.admit(request, demandOf(context).level, kind === undefined ? headerKey : oauth);
    if (known !== undefined) request.application = known.application;
    return true;
  }

  /**
   * The key of a request; undefined where none is needed. A request that the access rules refuse uses the key
   * too, and is counted and logged under its application.
   * @param credentials reads it from the request
   * @throws AppError why the request is refused
   */
  async admit(
    request: FastifyRequest,
    level: AccessLevel,
    credentials: (request: FastifyRequest) => ClientCredentials = headerKey,
  ): Promise<KnownKey | undefined> {
    if (WITHOUT_KEY.includes(level)) return undefined;
    const { apikey, clientId } = credentials(request);
    const known =
      apikey === undefined
        ? await this.keyless(clientId, request.ip)
        : (this.directory.cached(apikey) ?? (await this.verify(request, apikey)));
    if (clientId !== undefined && clientId !== known.application.id) throw invalidKey();
    request.keyOfApplication = known.application.id;
    if (known.keyId !== null) this.usage.touch(known.keyId);
    assertAdmitted(known, request);
    request.knownKey = known;
    return known;
  }

  /** Maps passport's outcome to the specified error; a database error is passed on. */
  override handleRequest<Known>(error: unknown, known: Known | false, info: unknown): Known {
    if (info instanceof KeyLookupError) throw toAppError(info.cause);
    if (error) throw error as Error;
    if (!known) throw invalidKey();
    return known;
  }

  /** A public client: in a browser or on a phone, where everybody could read its key. */
  private async keyless(clientId: string | undefined, ip: string): Promise<KnownKey> {
    const known = await this.directory.named(clientId ?? '', ip);
    if (known === undefined || known.application.clientType === 'server') throw invalidKey();
    return known;
  }

  private async verify(request: FastifyRequest, apikey: string): Promise<KnownKey> {
    request.applicationKey = apikey;
    await super.canActivate(new ExecutionContextHost([request]));
    return (request as unknown as { user: KnownKey }).user;
  }
}

function headerKey({ headers: { apikey } }: FastifyRequest): ClientCredentials {
  if (apikey === undefined || apikey === '')
    throw new AppError('API_KEY_MISSING', 'required header apikey is missing', {
      errors: { apikey: [{ message: 'is required' }] },
    });
  return { apikey: String(apikey), clientId: undefined };
}

function invalidKey(): AppError {
  return new AppError('API_KEY_INVALID');
}

function assertAdmitted(known: KnownKey, request: FastifyRequest): void {
  const refusal = refusalOf(known, {
    host: requestHost(request.headers.origin, request.headers.referer),
    ip: request.ip,
    version: API_VERSION,
    at: Date.now(),
  });
  if (refusal === undefined) return;
  const { code, message, retryAfterSeconds } = refusal;
  throw retryAfterSeconds === undefined
    ? new AppError(code, message)
    : AppError.later(code, message, retryAfterSeconds);
}
