import { Injectable } from '@nestjs/common';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import { Config } from '../../common/config/config.js';
import { adminCookieName, type AdminSession } from '../auth/index.js';

/** The cookie that the console's session is in: out of reach of scripts and of other sites. Section 8 of the decisions. */
@Injectable()
export class AdminCookie {
  private readonly name: string;
  private readonly options: CookieSerializeOptions;

  constructor(config: Config) {
    const secure = config.publicUrl.startsWith('https:');
    this.name = adminCookieName(config.publicUrl);
    this.options = { path: secure ? '/' : '/admin', httpOnly: true, sameSite: 'strict', secure };
  }

  /** Sets the cookie for as long as the session lasts; returns the session. */
  set(reply: FastifyReply, session: AdminSession): AdminSession {
    void reply.setCookie(this.name, session.access_token, { ...this.options, maxAge: session.expires_in });
    return session;
  }

  /** Takes the cookie away. */
  clear(reply: FastifyReply): void {
    void reply.clearCookie(this.name, this.options);
  }
}
