import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { stepAt, totpOf } from '#platform/second-factor/totp.rules.js';
import { SUPER_ADMIN } from '../shop.js';
import { ShopWorld, type Headers } from './shop-world.js';

/** Makes what calls of one's own account in the admin module are about; written as the service would write it. */
export class AccountWorld extends ShopWorld {
  /** Nobody has a second factor any longer: the password suffices. */
  override async enterAdmin(credentials: object): Promise<Headers> {
    await this.query('DELETE FROM second_factors', []);
    return super.enterAdmin(credentials);
  }

  /** A session of somebody; its id. */
  async session(uid: number): Promise<string> {
    const id = randomUUID();
    await this.query(
      `INSERT INTO sessions (id, uid, sign_on_id, refresh_seed, expires_at) VALUES ($1, $2, $1, $3, now() + interval '1 hour')`,
      [id, uid, randomBytes(32)],
    );
    return id;
  }

  /**
   * Somebody's only authenticator app, and a code of it.
   * @param isConfirmed whether it counts
   */
  async factor(uid: number, isConfirmed: boolean): Promise<{ id: string; code: string }> {
    const [id, secret] = [randomUUID(), randomBytes(20)];
    await this.query('DELETE FROM second_factors WHERE uid = $1', [uid]);
    await this.query(
      `INSERT INTO second_factors (id, uid, kind, name, secret, confirmed_at) VALUES ($1, $2, 'totp', 'Phone', $3, CASE WHEN $4 THEN now() END)`,
      [id, uid, secret, isConfirmed],
    );
    return { id, code: totpOf(secret, stepAt(Date.now())) };
  }

  /** Gives somebody the password of the member, which is known; it. */
  async knownPassword(uid: number): Promise<string> {
    await this.query(
      `UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE username = $2) WHERE uid = $1`,
      [uid, this.memberName],
    );
    return SUPER_ADMIN.password;
  }

  /** The challenge of a log-in that has to set a second factor up. */
  async setUpChallenge(): Promise<string> {
    const [challenge, uid] = [this.fresh('challenge'), await this.member()];
    await this.query(
      `INSERT INTO login_challenges (token_hash, uid, purpose, password_digest, expires_at)
       SELECT $1, uid, 'set-up', sha256(password_hash::bytea), now() + interval '5 minutes' FROM users WHERE uid = $2`,
      [hashOf(challenge), uid],
    );
    return challenge;
  }

  /** What is in a link with which somebody sets a password. */
  async passwordLink(): Promise<string> {
    const [token, uid] = [this.fresh('link'), await this.member()];
    await this.query(
      `INSERT INTO password_resets (token_hash, uid, made_by_uid, expires_at)
       SELECT $1, $2, min(uid), now() + interval '30 minutes' FROM users WHERE 'super_admin' = ANY (roles) AND status = 'active'`,
      [hashOf(token), uid],
    );
    return token;
  }
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
