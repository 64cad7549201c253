import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallingApplication } from '#common/access/index.js';
import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import { failure, fill } from '#common/errors/failures.js';
import { COMMON } from '#common/errors/common.messages.js';
import { FormBody } from '#common/validation/form-fields.js';
import { BareAnswer } from '#common/http/envelope.js';
import { accept, addProblem, validateDto, plainBody, type Validated } from '#common/validation/index.js';
import { AuthService, type TokenPair } from '../auth.service.js';
import { Codes } from '../authorization/codes.service.js';
import { loginOrigin } from '#common/http/login-origin.js';
import { OAuthTokenDto, TICKET_GRANT, TokenDto } from './token.dto.js';

/** An error of RFC 6749, section 5.2. */
interface OAuthError {
  error: 'invalid_request' | 'invalid_grant' | 'unsupported_grant_type';
  error_description: string;
}

type Grant = (
  application: CallingApplication,
  dto: Partial<OAuthTokenDto>,
  request: FastifyRequest,
) => Promise<TokenPair>;

/** The answer of RFC 6749, which has no user id. */
export type OAuthTokens = Omit<TokenPair, 'uid'>;

/** The grants of OAuth 2.0. */
export const GRANT_TYPES = ['authorization_code', 'password', 'refresh_token', TICKET_GRANT];

const GRANT_FIELDS = [['ticket'], ['refresh_token'], ['username', 'password']] as const;

/** The grants, and the two forms of `/token/`: our envelope, and OAuth 2.0 (RFC 6749). See docs/spec/service.md#4. */
@Injectable()
export class TokenEndpoint {
  private readonly grants: Record<string, { needs: (keyof OAuthTokenDto)[]; run: Grant }> = {
    password: {
      needs: ['username', 'password'],
      run: (application, dto, request) =>
        this.auth.logIn(application, dto.username!, dto.password!, loginOrigin(request, application)),
    },
    refresh_token: {
      needs: ['refresh_token'],
      run: (application, dto) => this.auth.refresh(application, dto.refresh_token!),
    },
    authorization_code: {
      needs: ['code', 'redirect_uri', 'code_verifier'],
      run: async (application, dto, { ip, headers }) => {
        const sent = { code: dto.code!, redirectUri: dto.redirect_uri!, verifier: dto.code_verifier! };
        const session = await this.codes.redeem(application, sent, { ip, userAgent: headers['user-agent'] });
        return this.auth.pair(session, application.id);
      },
    },
    [TICKET_GRANT]: {
      needs: ['ticket'],
      run: (application, dto, { ip, headers }) =>
        this.auth.enter(application, dto.ticket!, { ip, userAgent: headers['user-agent'] }),
    },
  };

  constructor(
    private readonly auth: AuthService,
    private readonly codes: Codes,
  ) {}

  /** Responds in the format of the request: OAuth 2.0 or our own. */
  async answer(body: unknown, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
    if (body instanceof FormBody && 'grant_type' in body.fields) {
      return this.oauth(validateDto(OAuthTokenDto, plainBody(OAuthTokenDto, 'body', body)), request, reply);
    }
    const dto = accept(validateDto(TokenDto, plainBody(TokenDto, 'body', body)));
    const grant = this.grants[grantTypeOf(dto)]!;
    accept({ dto, errors: { ...problems(dto, grant.needs), ...mixed(dto) } });
    return grant.run(request.application!, dto, request);
  }

  /**
   * The tokens for an OAuth grant; undefined for an unknown grant type.
   * @throws AppError VALIDATION, or why the grant is refused
   */
  async exchange({ dto, errors }: Validated<OAuthTokenDto>, request: FastifyRequest): Promise<OAuthTokens | undefined> {
    const grant = Object.hasOwn(this.grants, dto.grant_type ?? '') ? this.grants[dto.grant_type] : undefined;
    accept({ dto, errors: { ...errors, ...(grant === undefined ? {} : problems(dto, grant.needs)) } });
    if (grant === undefined) return undefined;
    const { uid: _, ...tokens } = await grant.run(request.application!, dto, request);
    return tokens;
  }

  private async oauth(
    { dto, errors }: Validated<OAuthTokenDto>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<BareAnswer> {
    const grant = Object.hasOwn(this.grants, dto.grant_type) ? this.grants[dto.grant_type] : undefined;
    const wrong = Object.keys({ ...errors, ...(grant === undefined ? {} : problems(dto, grant.needs)) });
    if (wrong.length > 0) return refuse(400, 'invalid_request', `missing or not valid: ${wrong.join(', ')}`);
    if (grant === undefined) return refuse(400, 'unsupported_grant_type', `use ${GRANT_TYPES.join(', ')}`);
    try {
      const { uid: _, ...tokens } = await grant.run(request.application!, dto, request);
      return new BareAnswer(200, tokens);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      for (const [name, value] of Object.entries(error.headers)) reply.header(name, value);
      if (error.code === 'VALIDATION') return refuse(400, 'invalid_request', error.message);
      if (error.status === 429) return refuse(429, 'invalid_request', error.message);
      return refuse(400, 'invalid_grant', error.message);
    }
  }
}

/** The error for the fields of two grants in one body. */
export const MIXED_GRANTS = failure(COMMON.not_together, {
  field: 'ticket',
  example: { others: 'username or password' },
});

/** The grant of a body without `grant_type`. */
function grantTypeOf({ ticket, refresh_token }: TokenDto): string {
  if (ticket !== undefined) return TICKET_GRANT;
  return refresh_token === undefined ? 'password' : 'refresh_token';
}

/** Errors for fields of different grants in one body. */
function mixed(dto: TokenDto): FieldErrors {
  const errors: FieldErrors = {};
  for (const fields of GRANT_FIELDS) {
    for (const field of fields) {
      const others = GRANT_FIELDS.filter((one) => one !== fields)
        .flat()
        .filter((other) => dto[other] !== undefined);
      if (dto[field] !== undefined && others.length > 0)
        addProblem(errors, field, fill(MIXED_GRANTS.message, { others: others.join(' or ') }));
    }
  }
  return errors;
}

function problems(dto: Partial<OAuthTokenDto>, needs: (keyof OAuthTokenDto)[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of needs) if (dto[field] === undefined) addProblem(errors, field, 'is required');
  return errors;
}

function refuse(status: number, error: OAuthError['error'], description: string): BareAnswer {
  return new BareAnswer(status, { error, error_description: description } satisfies OAuthError);
}
