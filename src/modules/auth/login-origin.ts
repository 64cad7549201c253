import type { FastifyRequest } from 'fastify';
import type { CallingApplication } from '../../common/access/index.js';
import { AppError } from '../../common/errors/app-error.js';
import { limitedAddress } from '../../common/http/address.js';
import { isAddress } from './login-origin.rules.js';

/** In which a `server` application names the address of the end user who logs in. Section 10 of the decisions. */
export const END_USER_IP_HEADER = 'X-End-User-IP';

/** How the document tells of the header. */
export const END_USER_IP_PARAMETER = {
  name: END_USER_IP_HEADER,
  required: false,
  description:
    'The address of the user who logs in, from an application of type `server`: the login limit counts it instead of the ' +
    'back end’s own. Others’ is ignored, and no access rule looks at it.',
  schema: { type: 'string' as const, example: '203.0.113.7' },
};

/** Where an attempt to log in comes from. */
export interface LoginOrigin {
  /** Who sent the request: the socket's address, or what a trusted proxy says. Sessions and the audit log keep it. */
  readonly ip: string;
  /** Whom a back end says that it asks for; null where nobody says so. */
  readonly endUserIp: string | null;
  /** Null at the door of the admin module. */
  readonly applicationId: string | null;
  readonly requestId: string;
  /** What is counted apart: the admin module, and the client API. */
  readonly door: 'admin' | 'client';
  /**
   * The address as it is counted. Addresses that an application names count for this application alone, so that none can
   * shut out the users of another.
   */
  readonly address: string;
  /** Whether it is a back end that does not say for whom it asks: then strangers and owners share the address. */
  readonly isShared: boolean;
}

/**
 * Where a login at the client API comes from. From applications that are not of type `server` the header of the end user's
 * address is ignored: anybody can have their keys.
 * @param application whose key the request carries
 * @throws AppError VALIDATION on the header of a `server` application when it holds no address
 */
export function loginOrigin(
  request: FastifyRequest,
  { id: applicationId, clientType }: CallingApplication,
): LoginOrigin {
  const isServer = clientType === 'server';
  const endUserIp = isServer ? endUserIpOf(request) : null;
  const address = endUserIp === null ? limitedAddress(request.ip) : `${applicationId} ${limitedAddress(endUserIp)}`;
  return {
    ...sender(request),
    endUserIp,
    applicationId,
    door: 'client',
    address,
    isShared: isServer && endUserIp === null,
  };
}

/** Where a login at the admin module comes from. */
export function adminLoginOrigin(request: FastifyRequest): LoginOrigin {
  const address = `admin ${limitedAddress(request.ip)}`;
  return { ...sender(request), endUserIp: null, applicationId: null, door: 'admin', address, isShared: false };
}

function sender({ ip, id: requestId }: FastifyRequest): Pick<LoginOrigin, 'ip' | 'requestId'> {
  return { ip, requestId };
}

function endUserIpOf({ headers }: FastifyRequest): string | null {
  const named = headers[END_USER_IP_HEADER.toLowerCase()];
  if (named === undefined) return null;
  if (typeof named !== 'string' || !isAddress(named))
    throw AppError.ofField(
      'VALIDATION',
      END_USER_IP_HEADER,
      'must be one IP address, such as 203.0.113.7 or 2001:db8::7',
    );
  return named;
}
