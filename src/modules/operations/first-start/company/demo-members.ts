import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { MovesService, NetworkSettingsService, StandingService } from '#network/members/index.js';
import { toUserView, UsersService, type User } from '#people/users/index.js';
import type { DemoPerson } from './people.js';
import type { MOVES, SETTINGS, STANDINGS } from './story.js';

/** Lets the people of the demo come, move and change. */
@Injectable()
export class DemoMembers {
  private readonly users = new Map<string, User>();

  constructor(
    private readonly db: Database,
    private readonly accounts: UsersService,
    private readonly settings: NetworkSettingsService,
    private readonly moves: MovesService,
    private readonly standings: StandingService,
    private readonly audit: AuditLog,
  ) {}

  /** Somebody who has come. */
  named(username: string): User {
    const user = this.users.get(username);
    if (user === undefined) throw new Error(`${username} has not come yet`);
    return user;
  }

  /** Makes a user. All have one hash of their password: 40 would take seconds, and it is public anyway. */
  async come(caller: Caller, person: DemoPerson, passwordHash: string, at: Date): Promise<void> {
    const { username, firstName, lastName, country: countryCode, kind, sponsor, place } = person;
    const placement = place && { parentUid: this.named(place[0]).uid, leg: place[1] };
    const made = await this.db.transaction(async (tx) => {
      const user = await this.accounts.create(tx, {
        username,
        firstName,
        lastName,
        countryCode,
        passwordHash,
        email: `${username}@example.com`,
        sponsorUid: sponsor === null ? null : this.named(sponsor).uid,
        roles: ['member'],
        createdAt: at,
        enrolment: { kind, placement, byUid: caller.uid },
      });
      const act = { action: 'user.create', entityType: 'user', entityId: user.uid, after: toUserView(user) };
      await this.audit.record(tx, caller, act);
      return user;
    });
    this.users.set(username, made);
  }

  async change(caller: Caller, { month: _month, day: _day, ...settings }: (typeof SETTINGS)[number]): Promise<void> {
    await this.settings.change(caller, settings);
  }

  async move(caller: Caller, { who, below, tree, leg, reason }: (typeof MOVES)[number]): Promise<void> {
    const to = { parent_uid: this.named(below).uid, ...(leg === undefined ? {} : { leg }) };
    await this.moves.move(caller, this.named(who).uid, { tree, ...to, reason });
  }

  async become(
    caller: Caller,
    { who, month: _month, day: _day, ...change }: (typeof STANDINGS)[number],
  ): Promise<void> {
    await this.standings.change(caller, this.named(who).uid, change);
  }
}
