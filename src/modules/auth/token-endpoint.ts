import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallingApplication } from '../../common/access/index.js';
import { AppError, type FieldErrors } from '../../common/errors/app-error.js';
import { FormBody } from '../../common/http/body-parsers.js';
import { BareAnswer } from '../../common/http/envelope.js';
import { accept, addProblem, judgeDto, plainBody } from '../../common/validation/index.js';
import { AuthService, type TokenPair } from './auth.service.js';
import { TokenDto } from './token.dto.js';

/** An error of RFC 6749, section 5.2. */
interface OAuthError {
  error: 'invalid_request' | 'invalid_grant' | 'unsupported_grant_type';
  error_description: string;
}

type Grant = (application: CallingApplication, dto: TokenDto, ip: string) => Promise<TokenPair>;

/** The two faces of `/token/`: our envelope, and OAuth 2.0 (RFC 6749) for any client library. Section 4 of the decisions. */
@Injectable()
export class TokenEndpoint {
  private readonly grants: Record<string, { needs: (keyof TokenDto)[]; run: Grant }> = {
    password: {
      needs: ['username', 'password'],
      run: (application, dto, ip) => this.auth.logIn(application, dto.username!, dto.password!, ip),
    },
    refresh_token: {
      needs: ['refresh_token'],
      run: (application, dto) => this.auth.refresh(application, dto.refresh_token!),
    },
  };

  constructor(private readonly auth: AuthService) {}

  /** Answers in the face that the body asks for. */
  async answer(body: unknown, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
    const judged = judgeDto(TokenDto, plainBody(TokenDto, 'body', body));
    if (body instanceof FormBody && 'grant_type' in body.fields) return this.oauth(judged, request, reply);
    const dto = accept(judged);
    const grant = this.grants[dto.refresh_token === undefined ? 'password' : 'refresh_token']!;
    const missing = problems(dto, grant.needs);
    if (dto.refresh_token !== undefined && (dto.username ?? dto.password) !== undefined) {
      addProblem(missing, 'refresh_token', 'cannot be sent together with username or password');
    }
    accept({ dto, errors: missing });
    return grant.run(request.application!, dto, request.ip);
  }

  private async oauth(
    { dto, errors }: { dto: TokenDto; errors: FieldErrors },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<BareAnswer> {
    const grant = Object.hasOwn(this.grants, dto.grant_type ?? '') ? this.grants[dto.grant_type!] : undefined;
    const wrong = Object.keys({ ...errors, ...(grant === undefined ? {} : problems(dto, grant.needs)) });
    if (wrong.length > 0) return refuse(400, 'invalid_request', `missing or not valid: ${wrong.join(', ')}`);
    if (grant === undefined) return refuse(400, 'unsupported_grant_type', 'use password or refresh_token');
    try {
      const { uid: _, ...tokens } = await grant.run(request.application!, dto, request.ip);
      return new BareAnswer(200, tokens);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      for (const [name, value] of Object.entries(error.headers)) reply.header(name, value);
      if (error.status === 429) return refuse(429, 'invalid_request', error.message);
      return refuse(400, 'invalid_grant', error.message);
    }
  }
}

function problems(dto: TokenDto, needs: (keyof TokenDto)[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of needs) if (dto[field] === undefined) addProblem(errors, field, 'is required');
  return errors;
}

function refuse(status: number, error: OAuthError['error'], description: string): BareAnswer {
  return new BareAnswer(status, { error, error_description: description } satisfies OAuthError);
}
