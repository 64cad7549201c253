import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { CallingApplication } from '../access/index.js';
import { AppError } from '../errors/app-error.js';
import { addressKey } from './client-address.js';

/** The header in which a `server` application sends the end user's address. See docs/spec/service.md#10. */
const END_USER_IP_HEADER = 'X-End-User-IP';

/** The error for a header that holds no address. */
export const NO_ADDRESS = {
  code: 'VALIDATION',
  field: END_USER_IP_HEADER,
  message: 'must be one IP address, such as 203.0.113.7 or 2001:db8::7',
} as const;

/** The header in the OpenAPI document. */
export const END_USER_IP_PARAMETER = {
  name: END_USER_IP_HEADER,
  required: false,
  description:
    'The IP address of the user who logs in, sent by an application of type `server`: the login limit counts it instead of the back end’s address. Ignored from other applications, and by access rules.',
  schema: { type: 'string' as const, example: '203.0.113.7' },
};

/** The origin of an attempt to log in. */
export interface LoginOrigin {
  /** The sender's address: the socket's, or what a trusted proxy reports. Sessions and the audit log keep it. */
  readonly ip: string;
  /** The header, as it was sent; a back end's own if it logs others in. */
  readonly userAgent: string | undefined;
  /** The end user's address, if a back end sent it. */
  readonly endUserIp: string | null;
  /** Null for a login to the admin module. */
  readonly applicationId: string | null;
  readonly requestId: string;
  /** The admin module and the client API count separately. */
  readonly realm: 'admin' | 'client';
  /**
   * The key under which the address is counted. End users' addresses are counted for each application separately, so that no
   * application can lock out the users of another.
   */
  readonly address: string;
  /** Whether it is a back end that does not send the end user's address: then many users share the address. */
  readonly isShared: boolean;
}

/**
 * The origin of a login at the client API. The header is ignored from applications of other types than `server`: their keys
 * are not secret.
 * @throws AppError VALIDATION on the header of a `server` application when it holds no address
 */
export function loginOrigin(
  request: FastifyRequest,
  { id: applicationId, clientType }: CallingApplication,
): LoginOrigin {
  const isServer = clientType === 'server';
  const endUserIp = isServer ? endUserIpOf(request) : null;
  const address = endUserIp === null ? addressKey(request.ip) : `${applicationId} ${addressKey(endUserIp)}`;
  return {
    ...sender(request),
    endUserIp,
    applicationId,
    realm: 'client',
    address,
    isShared: isServer && endUserIp === null,
  };
}

/** The origin of a login at the admin module. */
export function adminLoginOrigin(request: FastifyRequest): LoginOrigin {
  const address = `admin ${addressKey(request.ip)}`;
  return { ...sender(request), endUserIp: null, applicationId: null, realm: 'admin', address, isShared: false };
}

function sender({ ip, id: requestId, headers }: FastifyRequest): Pick<LoginOrigin, 'ip' | 'requestId' | 'userAgent'> {
  return { ip, requestId, userAgent: headers['user-agent'] };
}

function endUserIpOf({ headers }: FastifyRequest): string | null {
  const named = headers[END_USER_IP_HEADER.toLowerCase()];
  if (named === undefined) return null;
  if (typeof named !== 'string' || !isAddress(named)) throw AppError.of(NO_ADDRESS);
  return named;
}

/** Whether a text is one IPv4 address of four decimal parts, or one IPv6 address, with a zone or without. */
export function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && ipaddr.IPv6.isValid(text));
}
