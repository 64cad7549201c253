import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/access/index.js';
import { Database } from '../../common/database/index.js';
import { SignOnAddresses } from '../client-apps/index.js';
import { SessionsService } from '../sessions/index.js';
import type { LogOutDto, LogOutView } from './log-out.dto.js';

/** Ends sessions as their users wish. Sections 4 and 7 of the decisions. */
@Injectable()
export class LogOut {
  constructor(
    private readonly db: Database,
    private readonly sessions: SessionsService,
    private readonly addresses: SignOnAddresses,
  ) {}

  /** Ends the caller's session; with `everywhere` each one of its sign-on, at whatever application. */
  async run(caller: Caller, { everywhere }: LogOutDto): Promise<LogOutView> {
    return this.db.transaction(async (tx) => {
      if (everywhere !== true) {
        await this.sessions.end(tx, caller.sessionId, 'logout');
        return {};
      }
      const applications = await this.sessions.endSignOn(tx, caller.sessionId, 'logout_everywhere');
      const others = applications.filter((id) => id !== caller.application?.id);
      return { logout_urls: await this.addresses.logoutUrls(tx, others) };
    });
  }
}
