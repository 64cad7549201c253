import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { hash, verify, type Algorithm } from '@node-rs/argon2';
import { AppError } from '#common/errors/app-error.js';
import { FairQueue } from '#common/fair-queue.js';
import { newSecret } from '#common/ids.js';

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

/**
 * Hashes at the same time: half of the cores, so that many who log in leave the others to all else. And how many wait, from
 * one account or address and in all.
 */
const THREADS = Math.max(1, Math.floor(availableParallelism() / 2));
const MOST_WAITING = { ofOne: 100, ofAll: 1_000 };

/** Hashes and verifies passwords. See docs/spec/service.md#4. */
@Injectable()
export class Passwords {
  /** What a hash costs; no setting, but tests pay the least. */
  cost = COST;

  private readonly queue = new FairQueue(THREADS, MOST_WAITING);
  private decoy: Promise<string> | undefined;

  /**
   * The argon2id hash of a password, in PHC format.
   * @param of whose turn it is, where strangers may ask for it: their address
   * @throws AppError TOO_MANY_REQUESTS where too many wait
   */
  async hash(password: string, of = ''): Promise<string> {
    return this.inTurn(of, () => this.hashNow(password));
  }

  /** Hashes the given or a generated password. Slow: call it before a transaction. */
  async prepare(given: string | undefined): Promise<PreparedPassword> {
    const password = given ?? newSecret(GENERATED_BYTES);
    return { password, passwordHash: await this.hash(password), generated: given === undefined };
  }

  /**
   * Whether a password matches a hash. Without a hash (no such user, or one that has no password yet) a decoy is verified, so
   * that timing does not reveal it.
   * @param of whose turn it is: the address or account that logs in
   * @throws AppError TOO_MANY_REQUESTS where too many wait
   */
  async matches(passwordHash: string | null | undefined, password: string, of: string): Promise<boolean> {
    this.decoy ??= this.hashNow(newSecret(16));
    const compared = passwordHash ?? (await this.decoy);
    const matched = await this.inTurn(of, () => verify(compared, password));
    return matched && passwordHash !== undefined && passwordHash !== null;
  }

  private hashNow(password: string): Promise<string> {
    return hash(password, { algorithm: ARGON2ID, ...this.cost });
  }

  private inTurn<Result>(of: string, work: () => Promise<Result>): Promise<Result> {
    return this.queue.run(of, work, () =>
      AppError.later('TOO_MANY_REQUESTS', 'too many log-ins at the same time; try again later', 2),
    );
  }
}
