import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Role } from '../../common/access/index.js';
import { Database } from '../../common/database/index.js';
import { AppError } from '../../common/errors/app-error.js';
import { brokenConstraint } from '../../common/errors/database-errors.js';
import { EXISTS, FIND_CREDENTIALS, FIND_UID, INSERT, type Credentials } from './users.queries.js';

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
}

const TAKEN: Record<string, string> = { users_username: 'username', users_email: 'email' };

/** The people who sign in. Section 4 of the decisions. */
@Injectable()
export class UsersService {
  constructor(private readonly db: Database) {}

  /** The user behind a username or an e-mail address, in any case of letters. */
  async findCredentials(login: string): Promise<Credentials | undefined> {
    return this.db.queryOne<Credentials>(null, FIND_CREDENTIALS, [login]);
  }

  /** The uid of a username, in any case of letters. */
  async findUid(tx: EntityManager | null, username: string): Promise<number | undefined> {
    return (await this.db.queryOne<{ uid: number }>(tx, FIND_UID, [username]))?.uid;
  }

  /** Whether there is a user with this uid. */
  async exists(uid: number): Promise<boolean> {
    return (await this.db.queryOne(null, EXISTS, [uid])) !== undefined;
  }

  /**
   * Makes a user.
   * @throws AppError VALIDATION on `username` or `email` when it is taken
   */
  async create(tx: EntityManager, user: NewUser): Promise<number> {
    try {
      const row = await this.db.queryOne<{ uid: number }>(tx, INSERT, [
        user.username,
        user.email,
        user.passwordHash,
        user.firstName ?? '',
        user.lastName ?? '',
        user.countryCode ?? null,
        user.sponsorUid ?? null,
        user.roles,
      ]);
      return row!.uid;
    } catch (error) {
      const field = TAKEN[brokenConstraint(error) ?? ''];
      if (field === undefined) throw error;
      throw AppError.ofField('VALIDATION', field, 'is already taken');
    }
  }
}
