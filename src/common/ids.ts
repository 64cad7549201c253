import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** A new unguessable identifier (UUID v4). */
export function newId(): string {
  return randomUUID();
}

/** Random text for secrets: `bytes` (1 to 1024) random bytes as base64url. */
export function newSecret(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

/** What is kept of a secret that is long and random: its SHA-256. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The UUID that nothing has. */
export const NO_UUID = '00000000-0000-0000-0000-000000000000';

/** Whether a text is a UUID; anything else cannot be an id of ours. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The largest id that a JSON number represents exactly. */
export const MAX_ID = Number.MAX_SAFE_INTEGER;

/** The numeric id that nothing has; ids begin with 1. */
export const NO_ID = 0;

/** The numeric id of a path or query parameter; undefined if it is not a valid id. */
export function parseId(text: string): number | undefined {
  if (!/^[1-9][0-9]{0,15}$/.test(text)) return undefined;
  const id = Number(text);
  return id <= MAX_ID ? id : undefined;
}
