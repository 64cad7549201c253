import { Injectable } from '@nestjs/common';
import { hash, verify, type Algorithm } from '@node-rs/argon2';
import { newSecret } from '../../../common/ids.js';

const ARGON2ID = 2 satisfies Algorithm as Algorithm;

/** OWASP's first recommendation for argon2id: 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Random bytes of a generated password: 24 characters. */
const GENERATED_BYTES = 18;

/** A new password, and whether it was generated. */
export interface PreparedPassword {
  password: string;
  passwordHash: string;
  generated: boolean;
}

/** Hashes and verifies passwords. Section 4 of the decisions. */
@Injectable()
export class Passwords {
  /** What a hash costs; no setting, but tests pay the least. */
  cost = COST;

  private decoy: Promise<string> | undefined;

  /** The argon2id hash of a password, in PHC format. */
  async hash(password: string): Promise<string> {
    return hash(password, { algorithm: ARGON2ID, ...this.cost });
  }

  /** Hashes the given or a generated password. Slow: call it before a transaction. */
  async prepare(given: string | undefined): Promise<PreparedPassword> {
    const password = given ?? newSecret(GENERATED_BYTES);
    return { password, passwordHash: await this.hash(password), generated: given === undefined };
  }

  /**
   * Whether a password matches a hash. Without a hash (no such user, or one that has no password yet) a decoy is verified, so
   * that timing does not reveal it.
   */
  async matches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
    this.decoy ??= this.hash(newSecret(16));
    const matched = await verify(passwordHash ?? (await this.decoy), password);
    return matched && passwordHash !== undefined && passwordHash !== null;
  }
}
