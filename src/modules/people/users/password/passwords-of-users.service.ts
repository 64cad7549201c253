import { Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, type EntityManager, type FindOptionsWhere, type SelectQueryBuilder } from 'typeorm';
import { isMoreThanMember, may, mayGive, type Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Config } from '#common/config/config.js';
import { Database, hasNotExpired } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { SentTokens, unsentToken } from '#common/events/index.js';
import { hashOf, newSecret } from '#common/ids.js';
import { Retention } from '#common/jobs/index.js';
import { AccountGrants } from '../../approvals/index.js';
import { SessionEndings, SessionsService } from '../../sessions/index.js';
import { Passwords } from '../passwords.js';
import { assertGivable } from '../user-roles.rules.js';
import { rolesInForce } from '../user-changes.js';
import { User } from '../user.entity.js';
import { UsersService } from '../users.service.js';
import type { ChangeOwnPasswordDto, PasswordResetView, SetPasswordDto } from './password.dto.js';
import { PasswordReset } from './password-reset.entity.js';
import { IS_ERASED, NO_LINK, NO_RESET, WRONG_PASSWORD } from '../users.failures.js';

const LINK_MINUTES = 30;

/** How long an invitation is good: people read e-mails of a company that they know after days. */
const INVITATION_MINUTES = 14 * 24 * 60;

/** Members up to which those who can be invited are counted. */
const MOST_COUNTED = 100_000;

/** Links that a user may have asked for at a time, at one application: each is good, so that strangers who ask void none. */
const MOST_ASKED = 5;

/** What an event has for the token of a link, and until when that is good. */
export interface MadeLink {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Who is invited, and by which application. */
interface Invited {
  readonly applicationId: string;
  /** Only these, in any case; undefined for everybody. */
  readonly usernames: readonly string[] | undefined;
}

/** Where the request came from that uses a link. */
type LinkOrigin = Pick<Caller, 'ip' | 'requestId' | 'application'>;

/** Passwords that users set themselves. See docs/spec/service.md#11 and docs/decisions/0095-self-service.md. */
@Injectable()
export class PasswordsOfUsers {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly sessions: SessionsService,
    private readonly endings: SessionEndings,
    private readonly grants: AccountGrants,
    private readonly audit: AuditLog,
    private readonly config: Config,
    private readonly tokens: SentTokens,
  ) {}

  /**
   * Changes the caller's password. All their other sessions end, and links are void.
   * @throws AppError VALIDATION on `current_password`
   */
  async changeOwn(caller: Caller, { current_password, password }: ChangeOwnPasswordDto): Promise<void> {
    const { uid } = caller;
    const user = await this.assertOwn(caller, current_password);
    const passwordHash = await this.passwords.hash(password);
    await this.db.transaction(async (tx) => {
      const before = await this.users.lock(tx, uid);
      if (before?.passwordHash !== user.passwordHash) throw AppError.of(WRONG_PASSWORD);
      await this.users.update(tx, uid, { passwordHash });
      await voidLinks(tx, uid);
      await this.endings.endOthersOfUser(tx, uid, caller.sessionId, 'password_changed');
      const after = { password_changed: true };
      await this.audit.record(tx, caller, { action: 'user.update', entityType: 'user', entityId: uid, after });
    });
  }

  /**
   * The caller, whose password it is.
   * @throws AppError VALIDATION on `current_password`
   */
  async assertOwn({ uid, sessionId }: Caller, password: string): Promise<User> {
    const user = await this.users.find(this.db.manager, uid);
    if (user !== null && (await this.passwords.matches(user.passwordHash, password, `uid ${uid}`))) return user;
    // So it can be guessed no faster than whoever has only the session may confirm it.
    await this.sessions.unconfirm(sessionId);
    throw AppError.of(WRONG_PASSWORD);
  }

  /** Voids all links of a user, who is locked: they were sent where the user is no longer. */
  async voidLinks(tx: EntityManager, uid: number): Promise<void> {
    await voidLinks(tx, uid);
  }

  /**
   * Makes the link with which a user sets a password; earlier ones are void. Whoever makes it could use it, so the user
   * approves nothing of theirs for some days.
   * @throws AppError NOT_FOUND; PERMISSION_DENIED for a user who may do more than the caller; CONFLICT for an inactive one
   */
  async makeLink(caller: Caller, uid: number): Promise<PasswordResetView> {
    const [token, expiresAt] = [newSecret(32), inMinutes(LINK_MINUTES)];
    await this.db.transaction(async (tx) => {
      const user = await this.users.lock(tx, uid);
      if (user === null) throw AppError.notFound('user');
      assertGivable(caller, user.roles);
      if (user.erasedAt !== null) throw AppError.of(IS_ERASED);
      if (user.status !== 'active') throw AppError.of(NO_LINK);
      await voidLinks(tx, uid);
      await tx.insert(PasswordReset, {
        tokenHash: hashOf(token),
        uid,
        madeByUid: caller.uid,
        applicationId: null,
        expiresAt,
      });
      await this.grants.record(tx, { uid, byUid: caller.uid, rolesBefore: rolesInForce(user), withPassword: false });
      const after = { expires_at: expiresAt };
      await this.audit.record(tx, caller, { action: 'user.password_link', entityType: 'user', entityId: uid, after });
    });
    return { link: `${this.config.publicUrl}/admin/set-password#${token}`, expires_at: expiresAt.toISOString() };
  }

  /**
   * Makes the link that a user has asked for at an application, beside those that are there.
   * @returns undefined where there is none: for a user who is inactive, has another role than member, or has asked for
   *   {@link MOST_ASKED} already
   */
  async makeAskedLink(
    tx: EntityManager,
    uid: number,
    applicationId: string,
  ): Promise<(MadeLink & { user: User }) | undefined> {
    const user = await this.users.lock(tx, uid);
    if (user?.status !== 'active' || isMoreThanMember(user)) return undefined;
    const asked = await tx.countBy(PasswordReset, { uid, applicationId, expiresAt: hasNotExpired() });
    if (asked >= MOST_ASKED) return undefined;
    const { token, tokenHash } = unsentToken();
    const expiresAt = inMinutes(LINK_MINUTES);
    await tx.insert(PasswordReset, { tokenHash, uid, madeByUid: null, applicationId, expiresAt });
    return { token, expiresAt, user };
  }

  /** How many members can be invited, counted up to {@link MOST_COUNTED}. */
  async countInvitable(tx: EntityManager, whom: Invited): Promise<number> {
    const found = invitable(tx, whom).select('1').limit(MOST_COUNTED);
    const counted = tx.createQueryBuilder().select('count(*)', 'count').from(`(${found.getQuery()})`, 'found');
    return Number((await counted.setParameters(found.getParameters()).getRawOne<{ count: string }>())!.count);
  }

  /** Makes invitations for some members who have no password, and none of this application yet, in the order of uids. */
  async makeInvitations(
    tx: EntityManager,
    whom: Invited,
    most: number,
  ): Promise<(MadeLink & { user: Pick<User, 'uid' | 'email'> })[]> {
    const users = await invitable(tx, whom)
      .select(['u.uid', 'u.email'])
      .orderBy('u.uid')
      .limit(most)
      .setLock('pessimistic_write', undefined, ['u'])
      .setOnLocked('skip_locked')
      .getMany();
    const expiresAt = inMinutes(INVITATION_MINUTES);
    const links = users.map((user) => ({ user, ...unsentToken(), expiresAt }));
    await tx.insert(
      PasswordReset,
      links.map(({ user: { uid }, tokenHash }) => ({
        tokenHash,
        uid,
        madeByUid: null,
        applicationId: whom.applicationId,
        expiresAt,
      })),
    );
    return links;
  }

  /**
   * Sets a password by a link, which is used up. All sessions of the user end. Whoever made the link could have been the one.
   * @param origin of the request: the application at which the link was asked for, none if an admin made it
   * @throws AppError VALIDATION on `token`
   */
  async setByLink({ token, password }: SetPasswordDto, origin: LinkOrigin): Promise<void> {
    const applicationId = origin.application?.id ?? IsNull();
    const live = { tokenHash: await this.tokens.hashOf(token), applicationId, expiresAt: hasNotExpired() };
    // A hash costs time, which nobody gets for a link that is none.
    if (!(await this.db.manager.existsBy(PasswordReset, live))) throw AppError.of(NO_RESET);
    const passwordHash = await this.passwords.hash(password);
    await this.db.transaction(async (tx) => {
      const { user, madeByUid } = await this.redeem(tx, live);
      const { uid, username, roles } = user;
      await this.users.update(tx, uid, { passwordHash });
      if (madeByUid !== null)
        await this.grants.record(tx, { uid, byUid: madeByUid, rolesBefore: rolesInForce(user), withPassword: true });
      await voidLinks(tx, uid);
      await this.endings.endOfUser(tx, uid, 'password_changed');
      const caller = { uid, username, roles, actsFor: uid, sessionId: '', ...origin };
      const after = { password_changed: true };
      await this.audit.record(tx, caller, { action: 'user.update', entityType: 'user', entityId: uid, after });
    });
  }

  @Retention('links that set a password, when they expire')
  async deleteOld(): Promise<void> {
    await this.db.manager.delete(PasswordReset, { expiresAt: LessThanOrEqual(new Date()) });
  }

  /** The user of a link, locked; both they and who made it have to be active still, and the latter still has the right. */
  private async redeem(
    tx: EntityManager,
    live: FindOptionsWhere<PasswordReset>,
  ): Promise<{ user: User; madeByUid: number | null }> {
    const link = await tx.findOneBy(PasswordReset, live);
    const user = link === null ? null : await this.users.lock(tx, link.uid);
    // After the lock, under which others use links up, make and void them.
    const isLive = await tx.existsBy(PasswordReset, live);
    if (link === null || user?.status !== 'active' || !isLive) throw AppError.of(NO_RESET);
    if (!(await this.mayStillMake(tx, link, user))) throw AppError.of(NO_RESET);
    return { user, madeByUid: link.madeByUid };
  }

  private async mayStillMake(tx: EntityManager, { madeByUid }: PasswordReset, user: User): Promise<boolean> {
    if (madeByUid === null) return !isMoreThanMember(user);
    const maker = (await this.users.find(tx, madeByUid))!;
    const hasRight = may(maker, 'users.write') && user.roles.every((role) => mayGive(maker, role));
    return maker.status === 'active' && hasRight;
  }
}

function inMinutes(minutes: number): Date {
  return new Date(Date.now() + minutes * 60_000);
}

/** Active members, who are nothing else, with an e-mail address and no password. */
function invitable(tx: EntityManager, { applicationId, usernames }: Invited): SelectQueryBuilder<User> {
  const isInvited = tx
    .createQueryBuilder(PasswordReset, 'r')
    .select('1')
    .where('r.uid = u.uid AND r.application_id = :applicationId AND r.expires_at > now()');
  const users = tx
    .createQueryBuilder(User, 'u')
    .where(
      `u.password_hash IS NULL AND u.email IS NOT NULL AND u.status = 'active' AND u.roles <@ ARRAY['member']::text[]`,
    )
    .andWhere(`NOT EXISTS (${isInvited.getQuery()})`)
    .setParameters({ applicationId });
  if (usernames === undefined) return users;
  return users.andWhere('lower(u.username) = ANY (SELECT lower(name) FROM unnest(:usernames::text[]) AS name)', {
    usernames,
  });
}

/** The user is locked. */
async function voidLinks(tx: EntityManager, uid: number): Promise<void> {
  await tx.delete(PasswordReset, { uid });
}
