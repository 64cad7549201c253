import { Injectable } from '@nestjs/common';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import { Config } from '../../common/config/config.js';
import { ADMIN_COOKIE, type AdminSession } from '../auth/index.js';

/** The cookie that the console's session is in: out of reach of scripts and of other sites. Section 8 of the decisions. */
@Injectable()
export class AdminCookie {
  private readonly options: CookieSerializeOptions;

  constructor(config: Config) {
    this.options = {
      path: '/admin',
      httpOnly: true,
      sameSite: 'strict',
      secure: config.publicUrl.startsWith('https:'),
    };
  }

  /** Sets the cookie for as long as the session lasts; returns the session. */
  set(reply: FastifyReply, session: AdminSession): AdminSession {
    void reply.setCookie(ADMIN_COOKIE, session.access_token, { ...this.options, maxAge: session.expires_in });
    return session;
  }

  /** Takes the cookie away. */
  clear(reply: FastifyReply): void {
    void reply.clearCookie(ADMIN_COOKIE, this.options);
  }
}
