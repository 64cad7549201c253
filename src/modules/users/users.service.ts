import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Role } from '../../common/access/index.js';
import { ChangeFeed, Database } from '../../common/database/index.js';
import { AppError, type FieldErrors } from '../../common/errors/app-error.js';
import { brokenConstraint } from '../../common/errors/database-errors.js';
import { EventRecorder } from '../../common/events/index.js';
import { parseId } from '../../common/ids.js';
import { addProblem } from '../../common/validation/index.js';
import {
  FIND_CREDENTIALS,
  FIND_STATUS,
  FIND_TAKEN,
  FIND_UID,
  FIND_USER,
  FIND_USER_BY_NAME,
  HOLD_ACTIVE,
  HOLD_CREDENTIALS,
  INSERT,
  LOCK_USER,
  UPDATE,
  type Credentials,
  type UserRow,
} from './users.queries.js';
import type { UserStatus } from './user.entity.js';

/** A user to be made. The password is hashed already. */
export interface NewUser {
  username: string;
  email: string;
  passwordHash: string;
  firstName?: string;
  lastName?: string;
  countryCode?: string | null;
  sponsorUid?: number | null;
  roles: Role[];
  /** Through which application the user is signed up. */
  applicationId?: string | null;
}

/** What changes of a user; what is left out stays. */
export interface UserChange {
  email?: string;
  passwordHash?: string;
  firstName?: string;
  lastName?: string;
  countryCode?: string | null;
  roles?: readonly Role[];
  status?: UserStatus;
}

const IS_TAKEN = 'is already taken';
const TAKEN: Record<string, string> = { users_username: 'username', users_email: 'email' };

/** The people who sign in. Section 4 of the decisions. */
@Injectable()
export class UsersService {
  constructor(
    private readonly db: Database,
    private readonly events: EventRecorder,
    private readonly feed: ChangeFeed,
  ) {}

  /** The user behind a username or an e-mail address, in any case of letters. */
  async findCredentials(login: string): Promise<Credentials | undefined> {
    return this.db.queryOne<Credentials>(null, FIND_CREDENTIALS, [login]);
  }

  /** Whether an active user still has the password that was checked; it then stays so until the transaction ends. */
  async holdCredentials(tx: EntityManager, { uid, password_hash }: Credentials): Promise<boolean> {
    return (await this.db.queryOne(tx, HOLD_CREDENTIALS, [uid, password_hash])) !== undefined;
  }

  /** An active user, who stays so, with the same password, until the transaction ends; undefined when there is none. */
  async holdActive(
    tx: EntityManager,
    uid: number,
  ): Promise<Pick<Credentials, 'uid' | 'username' | 'roles'> | undefined> {
    return this.db.queryOne<Pick<Credentials, 'uid' | 'username' | 'roles'>>(tx, HOLD_ACTIVE, [uid]);
  }

  /** The uid of a username, in any case of letters. */
  async findUid(tx: EntityManager | null, username: string): Promise<number | undefined> {
    return (await this.db.queryOne<{ uid: number }>(tx, FIND_UID, [username]))?.uid;
  }

  /** The status of a user; undefined when there is none with this uid. */
  async findStatus(uid: number): Promise<UserStatus | undefined> {
    return (await this.db.queryOne<{ status: UserStatus }>(null, FIND_STATUS, [uid]))?.status;
  }

  /**
   * The uid that a path names.
   * @throws AppError NOT_FOUND when there is no such user
   */
  async resolve(text: string): Promise<number> {
    const uid = parseId(text);
    if (uid === undefined || (await this.findStatus(uid)) === undefined) throw AppError.notFound('user');
    return uid;
  }

  /** A user as admins see it; undefined when there is none. */
  async find(tx: EntityManager | null, uid: number): Promise<UserRow | undefined> {
    return this.db.queryOne<UserRow>(tx, FIND_USER, [uid]);
  }

  /** The same by username, in any case of letters. */
  async findByUsername(tx: EntityManager | null, username: string): Promise<UserRow | undefined> {
    return this.db.queryOne<UserRow>(tx, FIND_USER_BY_NAME, [username]);
  }

  /**
   * What is wrong with a username or an e-mail address because somebody has it already; both are reported.
   * @param except the user whose own they may be
   */
  async taken(
    tx: EntityManager | null,
    wanted: { username?: string; email?: string },
    except: number | null = null,
  ): Promise<FieldErrors> {
    const { username = null, email = null } = wanted;
    const row = await this.db.queryOne<Record<'username' | 'email', boolean>>(tx, FIND_TAKEN, [
      username,
      email,
      except,
    ]);
    const errors: FieldErrors = {};
    for (const field of ['username', 'email'] as const) if (row?.[field]) addProblem(errors, field, IS_TAKEN);
    return errors;
  }

  /**
   * Makes a user and records `user.created`.
   * @throws AppError VALIDATION on `username` or `email` when it is taken
   */
  async create(tx: EntityManager, user: NewUser): Promise<number> {
    const { username, countryCode = null, sponsorUid = null, roles, applicationId = null } = user;
    const row = await this.orTaken(
      this.db.queryOne<{ uid: number }>(tx, INSERT, [
        username,
        user.email,
        user.passwordHash,
        user.firstName ?? '',
        user.lastName ?? '',
        countryCode,
        sponsorUid,
        roles,
      ]),
    );
    const { uid } = row!;
    await this.events.record(
      tx,
      'user.created',
      { type: 'user', id: uid },
      { uid, username, sponsor_uid: sponsorUid, country_code: countryCode, roles, application_id: applicationId },
    );
    return uid;
  }

  /**
   * Changes a user. What sessions know of it is read anew on every instance.
   * @throws AppError VALIDATION on `email` when it is taken
   */
  async update(tx: EntityManager, uid: number, change: UserChange): Promise<void> {
    await this.orTaken(
      this.db.change(tx, UPDATE, [
        uid,
        change.email ?? null,
        change.passwordHash ?? null,
        change.firstName ?? null,
        change.lastName ?? null,
        change.countryCode !== undefined,
        change.countryCode ?? null,
        change.roles ?? null,
        change.status ?? null,
      ]),
    );
    await this.feed.publish(tx, 'user', String(uid));
  }

  /** A user, locked until the transaction ends; undefined when there is none. */
  async lock(tx: EntityManager, uid: number): Promise<UserRow | undefined> {
    await this.db.query(tx, LOCK_USER, [uid]);
    return this.find(tx, uid);
  }

  /** The check before writing cannot see what another request is writing at the same moment: the constraint can. */
  private async orTaken<T>(write: Promise<T>): Promise<T> {
    try {
      return await write;
    } catch (error) {
      const field = TAKEN[brokenConstraint(error) ?? ''];
      if (field === undefined) throw error;
      throw AppError.ofField('VALIDATION', field, IS_TAKEN);
    }
  }
}
