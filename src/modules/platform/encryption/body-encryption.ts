import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallingApplication } from '#common/access/index.js';
import { AppError } from '#common/errors/app-error.js';
import { EncryptedBody, parseJsonBody } from '#common/http/body-parsers.js';
import { FormBody } from '#common/validation/form-fields.js';
import { chooseAnswer, JOSE, readAccept } from './answer-form.rules.js';
import { kidOf, openJwe, readCompactJwe, refusal, sealJwe } from './compact-jwe.rules.js';
import { Keyring, type LiveKey } from './keyring.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key for the answer; null for a plain one, undefined until known. */
    answerKey?: LiveKey | null;
  }
}

const NAMES_JOSE = /application\/jose/i;

/**
 * Decrypts request bodies and encrypts answers. Errors before the application is known (address, media type, size, key) are
 * answered plain. See docs/spec/service.md#7.
 */
@Injectable()
export class BodyEncryption {
  constructor(private readonly keyring: Keyring) {}

  /** Encrypts answers. Call before routes are registered. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onSend', (request, reply, payload, done) => {
      const { application } = request;
      if (application === undefined) return done(null, payload);
      varyByAccept(reply);
      if (!request.answerKey && !this.concerns(request, application)) return done(null, payload);
      // `done` may throw as well; nothing else would catch that.
      this.answer(request, reply, payload, application)
        .then((sent) => done(null, sent))
        .catch(done);
    });
  }

  concerns({ headers, body }: FastifyRequest, { requireEncryption }: CallingApplication): boolean {
    return requireEncryption || body instanceof EncryptedBody || NAMES_JOSE.test(headers.accept ?? '');
  }

  /**
   * Chooses the form of the answer, and replaces an encrypted body by its content.
   * @throws AppError BAD_REQUEST for a body that cannot be decrypted, or a plain one where encryption is required;
   * NOT_ACCEPTABLE when `Accept` allows no answer. Nothing is changed then.
   */
  async prepare(request: FastifyRequest, application: CallingApplication): Promise<void> {
    const keys = await this.keyring.live(application.id);
    const form = answerForm(request, application, keys);
    request.answerKey = typeof form === 'string' ? null : form;
    const { body } = request;
    if (body instanceof EncryptedBody) request.body = open(body, keys);
    else if (application.requireEncryption && holdsAnything(body)) {
      // Plain, whatever is accepted: the client may have no key.
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
    if (request.answerKey === undefined) request.answerKey = await this.keyForError(request, application);
    return request.answerKey ? encrypt(payload, request.answerKey, reply) : payload;
  }

  /** The key for a request that was refused before {@link prepare}. */
  private async keyForError(request: FastifyRequest, application: CallingApplication): Promise<LiveKey | null> {
    try {
      const form = answerForm(request, application, await this.keyring.live(application.id));
      return typeof form === 'string' ? null : form;
    } catch {
      // Without the database there are no keys, and the answer is its error.
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

/** The JSON of an encrypted body, parsed like a plain one. */
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
  // Fastify sets the length again.
  reply.removeHeader('content-length').header('content-type', JOSE);
  const isWhole = typeof payload === 'string' || payload instanceof Uint8Array;
  // The stream of a HEAD is discarded, so the length is unknown.
  if (!isWhole && reply.request.method === 'HEAD') return payload;
  const plaintext = isWhole ? Buffer.from(payload) : await buffer(payload as Readable);
  return sealJwe(plaintext, key.kid, key.secret, type.replace(/^application\//, ''));
}

function varyByAccept(reply: FastifyReply): void {
  const vary = String(reply.getHeader('vary') ?? '');
  if (!vary.includes('Accept')) reply.header('vary', vary === '' ? 'Accept' : `${vary}, Accept`);
}
