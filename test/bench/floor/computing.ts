/**
 * What the service computes for each request beside its SQL, written by hand with nothing in between: who asks (key, token,
 * session, role), the request's id, the headers of the answer, a line in the log, metrics, traffic, the requests that each
 * caller has at work, and the rules of bodies. The floor with all of this is the computing floor.
 */
import { createPublicKey, randomUUID, verify, type KeyObject } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { Counter, Histogram, Registry } from 'prom-client';
import { ConcurrencyLimit } from '#common/concurrency-limit.js';
import { SECURITY_HEADERS } from '#common/http/security-headers.js';

interface Application {
  id: string;
  status: string;
}

interface Session {
  uid: number;
  roles: readonly string[];
  applicationId: string;
  endsAt: number;
}

interface Traffic {
  minute: number;
  requests: number;
  errors: number;
  ms: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    asker?: Session;
  }
}

const SANE_ID = /^[A-Za-z0-9._:-]{1,128}$/;
/** Requests of one user at work at the same time: a fourth of the pool, as in the service. The others wait. */
const AT_WORK = 5;
const NEVER = new AbortController().signal;
const MINUTE_MS = 60_000;
const ADMIN_PATHS = /\/product\/(bulk\/)?create/;

/** Refused; the floor tells no more than that. */
class Refused extends Error {
  constructor(readonly statusCode: number) {
    super('refused');
  }
}

/** Lets a floor compute all of it. */
export function computeAll(server: FastifyInstance, pool: Pool): void {
  const log = pino({ base: { service: 'floor' } }, pino.destination({ dest: 1, sync: false, minLength: 15_360 }));
  const registry = new Registry();
  const requests = new Counter({
    name: 'requests',
    help: 'requests',
    labelNames: ['method', 'route', 'status', 'application'],
    registers: [registry],
  });
  const duration = new Histogram({ name: 'ms', help: 'ms', labelNames: ['method', 'route'], registers: [registry] });
  const traffic = new Map<string, Traffic>();
  const atWork = new ConcurrencyLimit<number>(AT_WORK);
  const applications = new Map<string, Application>();
  const sessions = new Map<string, Session>();

  server.addHook('onRequest', (request, reply, done) => {
    const given = request.headers['x-request-id'];
    const id = typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
    reply.headers(SECURITY_HEADERS).header('x-request-id', id).header('cache-control', 'no-store');
    done();
  });

  server.addHook('preValidation', async (request) => {
    const { apikey, authorization = '' } = request.headers;
    const key = String(apikey);
    const application = applications.get(key) ?? (await learn(key, applications, () => applicationOf(pool, key)));
    if (application.status !== 'active' || !request.url.startsWith('/api/v1/')) throw new Refused(403);
    if (request.url.startsWith('/api/v1/token')) return;
    const token = authorization.slice('Bearer '.length);
    const session = sessions.get(token) ?? (await learn(token, sessions, () => sessionOf(pool, token)));
    if (session.endsAt <= Date.now() || session.applicationId !== application.id) throw new Refused(401);
    if (ADMIN_PATHS.test(request.url) && !session.roles.includes('api_admin')) throw new Refused(403);
    if (!atWork.tryAcquire(session.uid)) await atWork.acquire(session.uid, NEVER);
    request.asker = session;
  });

  server.addHook('preHandler', (request, _reply, done) => {
    if (request.body !== undefined) check(request);
    done();
  });

  server.addHook('onSend', (request, _reply, payload, done) => {
    const uid = request.asker?.uid;
    if (uid !== undefined) atWork.release(uid);
    done(null, payload);
  });

  server.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const status = reply.statusCode;
    const route = request.routeOptions.url ?? 'unknown';
    const application = request.asker?.applicationId ?? '';
    const ms = reply.elapsedTime;
    requests.inc({ method, route, status, application });
    duration.observe({ method, route }, ms / 1000);
    const minute = Math.floor(Date.now() / MINUTE_MS);
    let counted = traffic.get(application);
    if (counted?.minute !== minute) traffic.set(application, (counted = { minute, requests: 0, errors: 0, ms: 0 }));
    counted.requests += 1;
    counted.errors += status >= 400 ? 1 : 0;
    counted.ms += ms;
    log.info(
      {
        request_id: reply.getHeader('x-request-id'),
        method,
        path: request.url.split('?', 1)[0],
        status,
        ms: Math.round(ms * 10) / 10,
        ip: request.ip,
        application,
        uid: request.asker?.uid,
      },
      'request',
    );
    done();
  });
}

async function learn<Known>(text: string, known: Map<string, Known>, find: () => Promise<Known>): Promise<Known> {
  const found = await find();
  known.set(text, found);
  return found;
}

async function applicationOf(pool: Pool, apikey: string): Promise<Application> {
  const { aud } = await claimsOf(pool, apikey);
  const { rows } = await pool.query<Application>('SELECT id, status FROM applications WHERE id = $1', [aud]);
  return rows[0]!;
}

async function sessionOf(pool: Pool, token: string): Promise<Session> {
  const { sid, exp } = await claimsOf(pool, token);
  const { rows } = await pool.query<Omit<Session, 'endsAt'>>(
    `SELECT s.uid, u.roles, s.application_id AS "applicationId" FROM sessions s JOIN users u ON u.uid = s.uid
      WHERE s.id = $1 AND s.ended_at IS NULL AND u.status = 'active'`,
    [sid],
  );
  return { ...rows[0]!, endsAt: Number(exp) * 1000 };
}

const publicKeys = new Map<string, KeyObject>();

async function claimsOf(pool: Pool, token: string): Promise<Record<string, unknown>> {
  const [head = '', body = '', signature = ''] = token.split('.');
  const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string };
  let key = publicKeys.get(kid);
  if (key === undefined) {
    const { rows } = await pool.query<{ pem: string }>('SELECT private_key AS pem FROM signing_keys WHERE kid = $1', [
      kid,
    ]);
    publicKeys.set(kid, (key = createPublicKey(rows[0]!.pem)));
  }
  const text = Buffer.from(`${head}.${body}`);
  const signed = Buffer.from(signature, 'base64url');
  if (!verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, signed)) throw new Refused(401);
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
}

function check({ url, body }: FastifyRequest): void {
  if (url.startsWith('/api/v1/commerce/product/')) {
    const seen = new Set<unknown>();
    for (const bundle of Array.isArray(body) ? body : [body]) checkBundle(bundle as Record<string, unknown>, seen);
  } else if (url.startsWith('/api/v1/commerce/')) {
    for (const value of Object.values(body as object)) {
      if (!Number.isSafeInteger(value) || value < 1) throw new Refused(400);
    }
  }
}

function checkBundle(bundle: Record<string, unknown>, seen: Set<unknown>): void {
  if (!isText(bundle.bundle_id, 255) || !isText(bundle.name, 200)) throw new Refused(400);
  for (const field of ['bundle_name_translations', 'description_translations', 'short_description_translations']) {
    const texts = bundle[field] as Record<string, unknown>;
    if (!isText(texts.en, 10_000)) throw new Refused(400);
    for (const [language, text] of Object.entries(texts)) {
      if (!/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8}){0,4}$/.test(language) || !isText(text, 10_000)) throw new Refused(400);
    }
  }
  for (const variant of bundle.varients as Record<string, unknown>[]) {
    const sku = variant['product-sku'];
    if (!isText(sku, 64) || seen.has(sku) || !isText(variant['product-name'], 200)) throw new Refused(400);
    if (!isAmount(variant.price) || !isAmount(variant['whole-sale-price'])) throw new Refused(400);
    seen.add(sku);
  }
  const attributes = Object.entries(bundle.attributes as object);
  if (attributes.length !== 3 || !attributes.every(([, value]) => isAmount(value))) throw new Refused(400);
}

function isText(value: unknown, max: number): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= max && !/[\u0000-\u001f]/.test(value);
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value < 1e10 && Number.isInteger(Math.round(value * 1e8) / 1e4);
}
