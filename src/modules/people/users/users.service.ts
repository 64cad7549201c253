import { Injectable } from '@nestjs/common';
import { ArrayContains, Not, type EntityManager } from 'typeorm';
import { shownCustomFields, withoutPersonal } from '#common/custom-fields/index.js';
import { ChangeFeed, Database, caseInsensitive, statement } from '#common/database/index.js';
import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import { brokenConstraint } from '@commerce/postgres';
import { EventRecorder } from '#common/events/index.js';
import { newSecret, parseId } from '#common/ids.js';
import { addProblem, isSound } from '#common/validation/index.js';
import { Enrolment, type EnrolmentRequest } from './enrolment.js';
import { User, type UserStatus } from './user.entity.js';
import { IS_TAKEN } from './users.failures.js';

type Optional = 'firstName' | 'lastName' | 'countryCode' | 'sponsorUid' | 'status' | 'createdAt' | 'customFields';

/** A user to create. */
export interface NewUser extends Pick<User, 'username' | 'roles'>, Partial<Pick<User, Optional>> {
  email: string;
  passwordHash: string;
  /** The application of the sign-up. */
  applicationId?: string | null;
  /** How a user with the role member comes into the network; by default as a distributor, below `sponsorUid`. */
  enrolment?: Partial<Pick<EnrolmentRequest, 'kind' | 'placement' | 'byUid'>>;
}

/** Changes of a user; omitted fields stay. */
export type UserChange = {
  [
    Field in 'email' | 'passwordHash' | 'firstName' | 'lastName' | 'countryCode' | 'roles' | 'status' | 'customFields'
  ]?: User[Field] | undefined;
};

/** Runs for every request with `?uid=`. */
const FIND_STATUS = statement('users.find-status', 'SELECT status FROM users WHERE uid = $1');

/** The usernames of the uids $1, as two lists in the same order, which are read sooner than a thousand rows. */
const USERNAMES = statement(
  'users.usernames',
  `SELECT coalesce(json_agg(uid), '[]') AS uids, coalesce(json_agg(username), '[]') AS usernames
     FROM users WHERE uid = ANY ($1::bigint[])`,
);

const ACTIVE_SUPER_ADMIN = { roles: ArrayContains(['super_admin']), status: 'active' as const };

const TAKEN: Record<string, string> = { users_username: 'username', users_email: 'email' };

/** User accounts. See docs/spec/service.md#4. */
@Injectable()
export class UsersService {
  constructor(
    private readonly db: Database,
    private readonly events: EventRecorder,
    private readonly feed: ChangeFeed,
    private readonly enrolment: Enrolment,
  ) {}

  /** The user with a username or e-mail address, case-insensitive. */
  async findByLogin(login: string): Promise<User | null> {
    return this.db.manager.findOneBy(User, [{ username: caseInsensitive(login) }, { email: caseInsensitive(login) }]);
  }

  /**
   * An active user, locked (shared) against deactivation and a new password until the transaction ends; null when there is none.
   * @param passwordHash the verified password, if any
   */
  async holdActive(tx: EntityManager, uid: number, passwordHash?: string): Promise<User | null> {
    const where = { uid, status: 'active' as const, ...(passwordHash === undefined ? {} : { passwordHash }) };
    return tx.findOne(User, { where, lock: { mode: 'pessimistic_read' } });
  }

  /** The status of a user; undefined when there is none with this uid. */
  async findStatus(uid: number): Promise<UserStatus | undefined> {
    return (await this.db.queryOne<{ status: UserStatus }>(null, FIND_STATUS, [uid]))?.status;
  }

  /** @throws AppError NOT_FOUND when there is no user with this uid */
  async assertExists(uid: number): Promise<void> {
    if ((await this.findStatus(uid)) === undefined) throw AppError.notFound('user');
  }

  async find(tx: EntityManager, uid: number): Promise<User | null> {
    return tx.findOneBy(User, { uid });
  }

  /** A user by username, in any case of letters. */
  async findByUsername(tx: EntityManager, username: string): Promise<User | null> {
    return tx.findOneBy(User, { username: caseInsensitive(username) });
  }

  /** Usernames by uid, of those that there are. */
  async usernames(uids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const found = await this.db.queryOne<{ uids: number[]; usernames: string[] }>(null, USERNAMES, [uids]);
    const { uids: named, usernames } = found!;
    return new Map(named.map((uid, at) => [uid, usernames[at]!]));
  }

  /** Who has exactly this uid or username; for searches. */
  async findExact(text: string): Promise<number[]> {
    const uid = parseId(text);
    const where = [{ username: caseInsensitive(text) }, ...(uid === undefined ? [] : [{ uid }])];
    return (await this.db.manager.find(User, { where, select: { uid: true } })).map((user) => user.uid);
  }

  /**
   * The errors for a username and an e-mail address that are already taken.
   * @param options.except the user whose own they may be
   * @param options.found what is wrong with them already: then they are not looked up
   */
  async taken(
    tx: EntityManager,
    wanted: { username?: string; email?: string | undefined },
    { except = 0, found = {} }: { except?: number; found?: FieldErrors } = {},
  ): Promise<FieldErrors> {
    const errors: FieldErrors = {};
    for (const field of ['username', 'email'] as const) {
      const text = wanted[field];
      if (text === undefined || !isSound(found, field)) continue;
      const isTaken = await tx.existsBy(User, { [field]: caseInsensitive(text), uid: Not(except) });
      if (isTaken) addProblem(errors, field, IS_TAKEN.message);
    }
    return errors;
  }

  /**
   * Creates a user and records `user.created`. One with the role member comes into the network.
   * @throws AppError VALIDATION on `username` or `email` when it is taken, and on `placement` when its place is
   */
  async create(tx: EntityManager, { applicationId = null, enrolment, ...user }: NewUser): Promise<User> {
    const { identifiers } = await this.orTaken(tx.insert(User, user));
    const made = await tx.findOneByOrFail(User, identifiers[0] as Pick<User, 'uid'>);
    const { uid, username, sponsorUid, countryCode, roles } = made;
    const data = {
      uid,
      username,
      sponsor_uid: sponsorUid,
      country_code: countryCode,
      roles,
      application_id: applicationId,
      ...shownCustomFields('users', made.customFields, 'event'),
    };
    await this.events.record(tx, 'user.created', uid, data);
    if (roles.includes('member')) await this.enrolment.enrol(tx, uid, { ...enrolmentBelow(sponsorUid), ...enrolment });
    return made;
  }

  /**
   * Changes a user, and invalidates cached sessions on every instance. Who gets the role member comes into the network.
   * @returns the changed user
   * @throws AppError VALIDATION on `email` when it is taken
   */
  async update(tx: EntityManager, uid: number, change: UserChange): Promise<User> {
    await this.orTaken(tx.update(User, uid, { ...change, updatedAt: () => 'now()' }));
    await this.feed.publish(tx, 'user', String(uid));
    if (change.roles?.includes('member')) await this.enrolLater(tx, uid);
    return tx.findOneByOrFail(User, { uid });
  }

  /**
   * Takes from a user all that says who they are, and deactivates them for good. The country stays, for the books.
   * @returns the user as it is then, with a username that nobody has
   */
  async erase(tx: EntityManager, uid: number): Promise<User> {
    const plain = `erased-${uid}`;
    const isTaken = 'username' in (await this.taken(tx, { username: plain }, { except: uid }));
    const { customFields } = await tx.findOneByOrFail(User, { uid });
    const gone = { email: null, passwordHash: null, firstName: '', lastName: '', status: 'inactive' as const };
    // Somebody may have chosen such a name.
    const username = isTaken ? `${plain}-${newSecret(6)}` : plain;
    await tx.update(User, uid, { username, erasedAt: () => 'now()' });
    return this.update(tx, uid, { ...gone, customFields: withoutPersonal('users', customFields) });
  }

  /** Says who sponsors a user now; for the network, whose sponsor tree decides it. */
  async setSponsor(tx: EntityManager, uid: number, sponsorUid: number | null): Promise<void> {
    await tx.update(User, uid, { sponsorUid, updatedAt: () => 'now()' });
  }

  /** A user, locked until the transaction ends; null when there is none. */
  async lock(tx: EntityManager, uid: number): Promise<User | null> {
    return tx.findOne(User, { where: { uid }, lock: { mode: 'pessimistic_write' } });
  }

  /**
   * An active user, locked until the transaction ends: whoever was erased meanwhile gets no personal data back.
   * @throws AppError NOT_FOUND when there is none
   */
  async lockActive(tx: EntityManager, uid: number): Promise<User> {
    const user = await this.lock(tx, uid);
    if (user?.status !== 'active') throw AppError.notFound('user');
    return user;
  }

  /** Whether there is an active super admin. */
  async hasSuperAdmin(tx = this.db.manager): Promise<boolean> {
    return tx.existsBy(User, ACTIVE_SUPER_ADMIN);
  }

  /** Locks all active super admins in order, so that two who demote each other take turns. */
  async lockSuperAdmins(tx: EntityManager): Promise<void> {
    await tx.find(User, { where: ACTIVE_SUPER_ADMIN, order: { uid: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  }

  /** Brings a user into the network who was no member before; a sponsor who may not be one is dropped. */
  private async enrolLater(tx: EntityManager, uid: number): Promise<void> {
    const { sponsorUid } = await tx.findOneByOrFail(User, { uid });
    const wanted = enrolmentBelow(sponsorUid);
    const isRefused = Object.keys(await this.enrolment.validate(tx, wanted)).length > 0;
    const isNew = await this.enrolment.enrol(tx, uid, isRefused ? enrolmentBelow(null) : wanted);
    if (isNew && isRefused) await this.setSponsor(tx, uid, null);
  }

  /** Maps violated constraints, since the check before cannot see concurrent requests. */
  private async orTaken<T>(write: Promise<T>): Promise<T> {
    try {
      return await write;
    } catch (error) {
      const field = TAKEN[brokenConstraint(error) ?? ''];
      if (field === undefined) throw error;
      throw AppError.of({ ...IS_TAKEN, field });
    }
  }
}

function enrolmentBelow(sponsorUid: number | null): EnrolmentRequest {
  return { kind: 'distributor', sponsorUid, placement: null, byUid: null };
}
