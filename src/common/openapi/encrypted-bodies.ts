import type { ContentObject, SchemaObject } from '@nestjs/swagger';
import type { AccessLevel } from '../access/index.js';
import type { ErrorCode } from '../errors/error-codes.js';

const HEADER = 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiNGY3ZjJmMGMtOWEzOS00ZDFlLThmMGItNTJiOGMyZjdhNmQzIn0';

/** The schema of every encrypted body. Section 7 of the decisions. */
export const ENCRYPTED_BODY_SCHEMAS: Record<string, SchemaObject> = {
  EncryptedBody: {
    type: 'string',
    description:
      'The JSON of the same body as a compact JWE (`dir`, `A256GCM`), encrypted with one of the application’s encryption keys; see “Encrypted bodies” above.',
    pattern: '^[A-Za-z0-9_-]+\\.\\.[A-Za-z0-9_-]{16}\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]{22}$',
    examples: [`${HEADER}..hPLpUT3hYpDvEmBk.lJDqfGxFMCqqVXsOWgb_PfTXPhyTe5cHrw.VEnpYRJzYjUzAOVxVSt7_g`],
  },
};

/** Failures that come before the application is known, or that tell a client that cannot decrypt. */
const ALWAYS_PLAIN: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'API_KEY_MISSING',
  'API_KEY_INVALID',
  'API_KEY_INACTIVE',
  'API_KEY_MAINTENANCE',
  'VERSION_NOT_ALLOWED',
  'HOST_BLOCKED',
  'HOST_NOT_WHITELISTED',
  'IP_BLOCKED',
  'IP_NOT_WHITELISTED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'NOT_ACCEPTABLE',
]);

/** Whether a failure may come encrypted where an application key is taken. */
export function mayBeEncrypted(code: ErrorCode): boolean {
  return !ALWAYS_PLAIN.has(code);
}

/** Whether bodies may be encrypted on routes of a level: keys belong to applications. */
export function knowsApplication(access: AccessLevel): boolean {
  return access !== 'public' && access !== 'super_admin';
}

/** Adds the encrypted form to the contents of a body. */
export function alsoEncrypted(content: ContentObject): ContentObject {
  return { ...content, 'application/jose': { schema: { $ref: '#/components/schemas/EncryptedBody' } } };
}
