import { callOf } from '#test/support/calls/requests.js';
import { chosen, FORM, headersFor, type Cast, type Headers } from './cast.js';
import type { Kind } from './search.js';
import type { Operation } from './service.js';

/** A secret where it does not belong. */
interface Misplaced {
  kind: Kind;
  value: string;
  /** Whether it shows by its form that it is one, so that a path or a request id with it can be told from others. */
  isKnowable: boolean;
}

/** Headers that clients and proxies send beside those that the service asks for. */
const HEADERS = [
  'user-agent',
  'referer',
  'origin',
  'if-match',
  'accept',
  'accept-language',
  'x-api-key',
  'x-auth-token',
  'via',
  'traceparent',
];

/** Names under which secrets are written into addresses and bodies. */
const NAMES = [
  'password',
  'token',
  'access_token',
  'refresh_token',
  'apikey',
  'ticket',
  'secret',
  'client_secret',
  'code',
];

/** Methods whose requests hold a body. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Writes every kind of secret into every place of every operation where it does not belong: the path, the query, headers, and
 * bodies that are not valid. What is accepted as data, such as a password for a first name, nobody can know to be one: such
 * requests are made to fail.
 */
export async function misplaceSecrets(cast: Cast): Promise<void> {
  for (const operation of cast.service.operations) {
    for (const misplaced of secretsOf(cast)) {
      const headers = await headersTo(cast, operation);
      await inPath(cast, operation, misplaced, headers);
      await inQuery(cast, operation, misplaced, headers);
      await inHeaders(cast, operation, misplaced, headers);
      if (WITH_BODY.has(operation.method)) await inBody(cast, operation, misplaced, headers);
    }
  }
}

function secretsOf(cast: Cast): Misplaced[] {
  const { secrets, application, adminToken, memberTokens, webhookSecret, encryptionKey } = cast;
  return [
    { kind: 'password', value: chosen(secrets, 'password'), isKnowable: false },
    { kind: 'application key', value: application.apikey, isKnowable: true },
    { kind: 'access token', value: adminToken, isKnowable: true },
    { kind: 'refresh token', value: memberTokens.refresh, isKnowable: true },
    { kind: 'shared secret', value: webhookSecret, isKnowable: true },
    { kind: 'encryption key', value: encryptionKey.k, isKnowable: true },
  ];
}

/** As a parameter, behind the path, and as the whole path. */
async function inPath(
  { service }: Cast,
  { id, method, path }: Operation,
  { value, isKnowable }: Misplaced,
  headers: Headers,
): Promise<void> {
  if (!isKnowable) return;
  const written = encodeURIComponent(value);
  const filled = path.replace(/\{[^}]+\}/g, written);
  for (const address of [filled, `${filled.replace(/\/$/, '')}/${written}`, `/${written}`]) {
    await service.exchange(id, { method, path: address, headers });
  }
}

async function inQuery(
  { service }: Cast,
  { id, method, path, queryParameters }: Operation,
  { value }: Misplaced,
  headers: Headers,
): Promise<void> {
  const search = new URLSearchParams(
    [...NAMES, ...queryParameters].map((name): [string, string] => [name, value]),
  ).toString();
  const address = `${path.replace(/\{[^}]+\}/g, 'none')}?${search}`;
  await service.exchange(id, { method, path: address, headers });
  await service.exchange(id, { method, path: address, headers: {} });
}

async function inHeaders(
  { service, secrets }: Cast,
  operation: Operation,
  { value, isKnowable }: Misplaced,
  good: Headers,
): Promise<void> {
  const { id, method } = operation;
  const path = operation.path.replace(/\{[^}]+\}/g, 'none');
  const everywhere = Object.fromEntries(HEADERS.map((name) => [name, value]));
  const cookie = `session=${encodeURIComponent(value)}; other=${encodeURIComponent(value)}`;
  const wrong: Record<string, string>[] = [
    { ...everywhere, cookie },
    { authorization: `Basic ${Buffer.from(`user:${value}`).toString('base64')}` },
    { authorization: value },
    { apikey: `x${value}` },
    { 'content-type': value, 'idempotency-key': chosen(secrets, 'idempotency key') },
    ...(isKnowable ? [{ 'x-request-id': value }, { 'x-request-id': encodeURIComponent(value) }] : []),
  ];
  for (const headers of wrong) await service.exchange(id, { method, path, headers: { ...good, ...headers } });
}

async function inBody({ service }: Cast, operation: Operation, { value }: Misplaced, headers: Headers): Promise<void> {
  const { id, method, bodyFields } = operation;
  const path = operation.path.replace(/\{[^}]+\}/g, 'none');
  const names = [...new Set([...NAMES, ...bodyFields])];
  // None of these is valid at any operation with fields that are asked for.
  const values = [{ nested: value }, [value], [[value]]];
  const bodies: [string, unknown][] = [
    ...values.map((wrong): [string, unknown] => [
      'application/json',
      Object.fromEntries(names.map((name) => [name, wrong])),
    ]),
    ['application/json', [Object.fromEntries(names.map((name) => [name, value]))]],
    ['application/json', { [value]: value }],
    ['application/json', JSON.stringify(value)],
    ['application/json', `{"password":"${value}`],
    ['application/json', `{"password":${value}}`],
    ['application/json', value],
    ['application/json', `{"a":"x","a":"${value}","__proto__":"${value}"}`],
    [FORM, new URLSearchParams([...names, ...names].map((name): [string, string] => [name, value])).toString()],
    ['multipart/form-data; boundary=x', `--x\r\ncontent-disposition: form-data; name="password"\r\n\r\n${value}`],
    [`multipart/form-data; boundary=${value.slice(0, 40).replaceAll(/\W/g, 'x')}`, value],
    ['text/plain', value],
    ['application/jose', `${value}....`],
  ];
  for (const [type, body] of bodies) {
    await service.exchange(id, { method, path, headers: { ...headers, 'content-type': type }, body });
  }
}

/** Credentials with which an operation is reached; a member's where an API admin's would do. */
async function headersTo(cast: Cast, { id, path }: Operation): Promise<Headers> {
  if (callOf(id).endsSession === true) return headersFor(cast, id);
  return path.startsWith('/admin/') ? cast.admin : cast.member;
}
