import { Injectable } from '@nestjs/common';
import type { SerializeOptions } from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import { Config } from '#common/config/config.js';
import { adminCookieName } from '../guards/access-token.guard.js';
import type { AdminSessionView } from './admin-session.dto.js';

/** The cookie of the console's session, inaccessible to scripts and other sites. See docs/spec/service.md#8. */
@Injectable()
export class AdminCookie {
  private readonly name: string;
  private readonly options: SerializeOptions;

  constructor(config: Config) {
    const secure = config.publicUrl.startsWith('https:');
    this.name = adminCookieName(config.publicUrl);
    this.options = { path: secure ? '/' : '/admin', httpOnly: true, sameSite: 'strict', secure };
  }

  /** Sets the cookie for as long as the session lasts; returns the session. */
  set(reply: FastifyReply, session: AdminSessionView): AdminSessionView {
    this.write(reply, session.access_token, { maxAge: session.expires_in });
    return session;
  }

  clear(reply: FastifyReply): void {
    this.write(reply, '', { maxAge: 0, expires: new Date(0) });
  }

  /** Sets the header at once, so that an answer stored for its Idempotency-Key includes it. */
  private write(reply: FastifyReply, value: string, until: SerializeOptions): void {
    reply.header('set-cookie', reply.server.serializeCookie(this.name, value, { ...this.options, ...until }));
  }
}
