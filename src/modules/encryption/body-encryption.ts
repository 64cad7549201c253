import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallingApplication } from '../../common/access/index.js';
import { AppError } from '../../common/errors/app-error.js';
import { EncryptedBody, FormBody, parseJsonBody } from '../../common/http/body-parsers.js';
import { readAccept } from './accept.rules.js';
import { chooseAnswer, JOSE } from './answer-form.rules.js';
import { kidOf, openJwe, readCompactJwe, refusal, sealJwe } from './compact-jwe.rules.js';
import { Keyring, type LiveKey } from './keyring.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the answer is encrypted with; null for a plain one. Set once it is known. */
    answerKey?: LiveKey | null;
  }
}

const NAMES_JOSE = /application\/jose/i;

/**
 * Opens encrypted bodies, and encrypts the answers of every request that an application's key has admitted. What is
 * refused before - the address, the media type, the size, the key itself - is answered plainly. Section 7 of the decisions.
 */
@Injectable()
export class BodyEncryption {
  constructor(private readonly keyring: Keyring) {}

  /** Encrypts answers from now on; before any route is registered. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onSend', (request, reply, payload, done) => {
      const { application } = request;
      if (application === undefined) return done(null, payload);
      varyByAccept(reply);
      if (!request.answerKey && !this.concerns(request, application)) return done(null, payload);
      // To send it may fail as well, and nobody else would hear of that.
      this.answer(request, reply, payload, application)
        .then((sent) => done(null, sent))
        .catch(done);
    });
  }

  /** Whether there is anything to do for a request; for most there is not. */
  concerns({ headers, body }: FastifyRequest, { requireEncryption }: CallingApplication): boolean {
    return requireEncryption || body instanceof EncryptedBody || NAMES_JOSE.test(headers.accept ?? '');
  }

  /**
   * Decides how a request will be answered, and puts what its encrypted body says in the place of the body, where whatever
   * comes after finds it as if it had come plainly.
   * @throws AppError BAD_REQUEST for a body that cannot be opened, or that is plain where encryption is required;
   * NOT_ACCEPTABLE when `Accept` leaves no way to answer. Nothing has been changed then.
   */
  async prepare(request: FastifyRequest, application: CallingApplication): Promise<void> {
    const keys = await this.keyring.live(application.id);
    const form = answerForm(request, application, keys);
    request.answerKey = typeof form === 'string' ? null : form;
    const { body } = request;
    if (body instanceof EncryptedBody) request.body = open(body, keys);
    else if (application.requireEncryption && holdsAnything(body)) {
      // Plain, whatever is accepted: who sends plain bodies may have no key to read this with.
      request.answerKey = null;
      throw refusal('this application takes encrypted bodies only: send application/jose, a JWE of the JSON');
    }
    if (form === 'none') throw notAcceptable(application);
  }

  private async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    application: CallingApplication,
  ): Promise<unknown> {
    if (request.answerKey === undefined) request.answerKey = await this.keyOfRefusal(request, application);
    return request.answerKey ? encrypt(payload, request.answerKey, reply) : payload;
  }

  /** The key for a request that was refused before its turn came in {@link prepare}. */
  private async keyOfRefusal(request: FastifyRequest, application: CallingApplication): Promise<LiveKey | null> {
    try {
      const form = answerForm(request, application, await this.keyring.live(application.id));
      return typeof form === 'string' ? null : form;
    } catch {
      // Without the database there are no keys; that it is missing is what the answer says.
      return null;
    }
  }
}

function answerForm(
  { headers, body }: FastifyRequest,
  application: CallingApplication,
  keys: readonly LiveKey[],
): LiveKey | 'plain' | 'none' {
  const named = body instanceof EncryptedBody ? kidOf(body.text) : undefined;
  const bodyKey = keys.find(({ kid }) => kid === named);
  return chooseAnswer({ accept: readAccept(headers.accept), application, keys, bodyKey });
}

/** The JSON of an encrypted body, read by the same rules as a plain one. */
function open({ text }: EncryptedBody, keys: readonly LiveKey[]): unknown {
  const jwe = readCompactJwe(text);
  const key = keys.find(({ kid }) => kid === jwe.kid);
  if (key === undefined) throw refusal('the JWE header kid names no key of this application that is in use');
  return parseJsonBody(openJwe(jwe, key.secret));
}

function holdsAnything(body: unknown): boolean {
  return body instanceof FormBody ? Object.keys(body.fields).length > 0 : body !== undefined;
}

function notAcceptable({ requireEncryption }: CallingApplication): AppError {
  const message = requireEncryption
    ? 'this application gets encrypted answers only: accept application/jose, with a kid that is in use if you name one'
    : 'there is no encryption key to answer as the header Accept asks; name a kid that is in use, or accept application/json';
  return new AppError('NOT_ACCEPTABLE', message);
}

async function encrypt(payload: unknown, key: LiveKey, reply: FastifyReply): Promise<unknown> {
  if (payload === undefined || payload === null || payload === '') return payload;
  const type = String(reply.getHeader('content-type') ?? 'application/octet-stream').split(';', 1)[0]!;
  // Fastify counts again.
  reply.removeHeader('content-length').header('content-type', JOSE);
  const isWhole = typeof payload === 'string' || payload instanceof Uint8Array;
  // The stream of a HEAD is thrown away: how long its answer would be is not known.
  if (!isWhole && reply.request.method === 'HEAD') return payload;
  const plaintext = isWhole ? Buffer.from(payload) : await buffer(payload as Readable);
  return sealJwe(plaintext, key.kid, key.secret, type.replace(/^application\//, ''));
}

function varyByAccept(reply: FastifyReply): void {
  const vary = String(reply.getHeader('vary') ?? '');
  if (!vary.includes('Accept')) reply.header('vary', vary === '' ? 'Accept' : `${vary}, Accept`);
}
