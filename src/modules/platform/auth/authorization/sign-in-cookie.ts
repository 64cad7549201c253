import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '#common/config/config.js';
import { newSecret } from '#common/ids.js';

const NAME = 'sign_in';
const SECONDS = 10 * 60;
const VALUE = /^[A-Za-z0-9_-]{43}$/;

/**
 * The cookie of the sign-in pages: random, and for one log-in only. Forms carry what is derived from it, so they are ours and
 * of the same browser. Decision 97.
 */
@Injectable()
export class SignInCookie {
  private readonly name: string;
  private readonly isSecure: boolean;

  constructor({ publicUrl }: Config) {
    this.isSecure = publicUrl.startsWith('https:');
    this.name = this.isSecure ? `__Host-${NAME}` : NAME;
  }

  /** The cookie of a browser; undefined if it has none. */
  of({ cookies }: FastifyRequest): string | undefined {
    const value = cookies[this.name];
    return value !== undefined && VALUE.test(value) ? value : undefined;
  }

  /** The same, or a new one for a browser without one. Sent again, it lasts as long as the page. */
  ensure(request: FastifyRequest, reply: FastifyReply): string {
    const value = this.of(request) ?? newSecret(32);
    this.set(reply, value);
    return value;
  }

  set(reply: FastifyReply, value: string, maxAge = SECONDS): void {
    // Not Strict: the application's page leads here.
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: this.isSecure, maxAge } as const;
    reply.header('set-cookie', reply.server.serializeCookie(this.name, value, options));
  }

  clear(reply: FastifyReply): void {
    this.set(reply, '', 0);
  }

  /** What a form carries. */
  formToken(value: string): string {
    return createHmac('sha256', value).update('form').digest('base64url');
  }

  /** Whether a form comes from a page that the browser got from us. */
  isOurs(value: string | undefined, formToken = ''): value is string {
    if (value === undefined) return false;
    const [own, sent] = [this.formToken(value), formToken].map((text) => Buffer.from(text));
    return own!.length === sent!.length && timingSafeEqual(own!, sent!);
  }
}
