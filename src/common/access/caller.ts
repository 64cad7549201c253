import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import type { Role } from './roles.js';

/** The application whose key a request carries. */
export interface CallingApplication {
  readonly id: string;
  readonly name: string;
  readonly clientType: 'server' | 'web' | 'mobile';
  /** Request and response bodies must be encrypted. See docs/spec/service.md#7. */
  readonly requireEncryption: boolean;
  /** Routes of level `visitor` need no user. */
  readonly publicCatalogue: boolean;
  /** Users sign up, and set forgotten passwords, by themselves. */
  readonly selfService: boolean;
}

/** Who sends a request, for whom, and from where. Set by the guards. */
export interface Caller {
  /** The signed-in user. */
  readonly uid: number;
  readonly username: string;
  readonly roles: readonly Role[];
  /** The user whose data is accessed: `uid` itself, or the user that an API admin names by `?uid=`. */
  readonly actsFor: number;
  readonly sessionId: string;
  /** Null in the admin module, which needs no application key. */
  readonly application: CallingApplication | null;
  readonly ip: string;
  readonly requestId: string;
}

/**
 * Who acts without a request: the service itself, or somebody whose request is over.
 * @param requestId what the audit log shows, such as `first-start`
 * @param user of the uid 0: nobody, but the service
 */
export function callerWithoutRequest(
  requestId: string,
  user: { uid: number; username: string; roles?: readonly Role[] },
): Caller {
  const { uid, username, roles = [] } = user;
  return { uid, username, roles, actsFor: uid, sessionId: '', application: null, ip: '127.0.0.1', requestId };
}

/** Whether the caller accesses another user's data, which is audited. See docs/spec/service.md#4. */
export function actsForAnother(caller: Caller): boolean {
  return caller.actsFor !== caller.uid;
}

/** The error of what an API admin does not do for others. */
export const ONLY_ONESELF = {
  code: 'PERMISSION_DENIED',
  message: 'users do this only for themselves: leave out `uid`',
} as const;

/** @throws AppError PERMISSION_DENIED when `?uid=` names another user */
export function assertOneself(caller: Caller): void {
  if (actsForAnother(caller)) throw AppError.of(ONLY_ONESELF);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the application key guard. */
    application?: CallingApplication;
    /** Of the valid key that came with the request, also where its access rules refuse it: for counts and logs. */
    keyOfApplication?: string;
    /** Set by the access token guards. */
    caller?: Caller;
  }
}

/** The {@link Caller} as a controller parameter; only for routes that require a user. */
export const CallerParam = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
  if (caller === undefined) throw new Error('a route that takes a caller must declare an access level that has one');
  return caller;
});

/** Whether a request comes without a user, as a controller parameter; for routes of level `visitor`. */
export const IsVisitorParam = createParamDecorator(
  (_: unknown, context: ExecutionContext): boolean =>
    context.switchToHttp().getRequest<FastifyRequest>().caller === undefined,
);
