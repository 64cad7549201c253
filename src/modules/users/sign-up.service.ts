import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../common/access/index.js';
import { AuditLog } from '../../common/audit/index.js';
import { Database } from '../../common/database/index.js';
import { ExtensionRegistry } from '../../common/events/index.js';
import { accept, addProblem } from '../../common/validation/index.js';
import { Passwords } from './passwords.js';
import type { SignUpDto } from './sign-up.dto.js';
import { SponsorPolicy } from './sponsor-policy.js';
import { userView } from './user.view.js';
import { UsersService, type NewUser } from './users.service.js';

/** Signs members up. Section 4 of the decisions. */
@Injectable()
export class SignUp {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly extensions: ExtensionRegistry,
    private readonly audit: AuditLog,
    private readonly sponsors: SponsorPolicy,
  ) {}

  /**
   * Makes a member.
   * @param caller the API admin that asks for it
   * @returns the new user's uid
   * @throws AppError VALIDATION on `username`, `email` (taken) and `sponsor` (what the sponsor policy says), all at once;
   *   whatever a hook at `user.signup` throws
   */
  async signUp(caller: Caller, dto: SignUpDto): Promise<{ uid: number }> {
    const passwordHash = await this.passwords.hash(dto.password);
    return this.db.transaction(async (tx) => {
      const user = await this.judge(tx, caller, dto, passwordHash);
      await this.extensions.run('user.signup', tx, {
        caller,
        username: user.username,
        email: user.email,
        sponsor_uid: user.sponsorUid ?? null,
        country_code: dto.country_code.toUpperCase(),
      });
      const uid = await this.users.create(tx, user);
      const after = userView((await this.users.find(tx, uid))!);
      await this.audit.record(tx, caller, { action: 'user.signup', entityType: 'user', entityId: uid, after });
      return { uid };
    });
  }

  private async judge(tx: EntityManager, caller: Caller, dto: SignUpDto, passwordHash: string): Promise<NewUser> {
    const { username, email } = dto;
    const countryCode = dto.country_code.toUpperCase();
    const errors = await this.users.taken(tx, { username, email });
    const verdict = await this.sponsors.sponsorOf(tx, {
      caller,
      sponsor: dto.sponsor?.trim() || undefined,
      countryCode,
    });
    if ('refusal' in verdict) addProblem(errors, 'sponsor', verdict.refusal);
    const sponsorUid = 'uid' in verdict ? verdict.uid : null;
    return accept({
      dto: {
        username,
        email,
        passwordHash,
        firstName: dto.first_name,
        lastName: dto.last_name,
        countryCode,
        sponsorUid,
        roles: ['member'],
        applicationId: caller.application?.id ?? null,
      },
      errors,
    });
  }
}
