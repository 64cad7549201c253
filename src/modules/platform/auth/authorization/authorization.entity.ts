import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Scope } from '#common/access/index.js';

/**
 * How far a log-in by authorization code has come: the password was right, and the second factor or the user's consent is
 * still due; then there is a code, which is used up.
 */
export type AuthorizationStep = 'factor' | 'consent' | 'code' | 'used';

/** A log-in by authorization code, from the right password to the session that its code began. Decision 97. */
@Entity('authorizations')
@Check('authorizations_step', `step IN ('factor', 'consent', 'code', 'used')`)
@Index('authorizations_user', ['uid', 'applicationId'])
@Index('authorizations_expiry', ['expiresAt'])
export class Authorization {
  /** SHA-256 of what the browser has as a cookie, and from the step `code` of the code. */
  @PrimaryColumn('bytea', { name: 'token_hash' }) tokenHash!: Buffer;

  @Column('varchar', { length: 10 }) step!: AuthorizationStep;
  @Column('bigint') uid!: number;
  @Column('uuid', { name: 'application_id' }) applicationId!: string;
  @Column('text', { name: 'redirect_uri' }) redirectUri!: string;

  /** Given back to the application unchanged. */
  @Column('text', { nullable: true }) state!: string | null;

  @Column('text', { array: true }) scopes!: Scope[];

  /** PKCE's challenge: the SHA-256 of a text that only the application has, in base64url (RFC 7636). */
  @Column('varchar', { name: 'code_challenge', length: 43 }) codeChallenge!: string;

  /** SHA-256 of the hash of the password that was right: with another one all is void. */
  @Column('bytea', { name: 'password_digest' }) passwordDigest!: Buffer;

  /** The session that the code began: it ends when the code comes again. */
  @Column('uuid', { name: 'session_id', nullable: true }) sessionId!: string | null;

  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
}

/** What a user lets an application do. Decision 97. */
@Entity('consents')
export class Consent {
  @PrimaryColumn('bigint') uid!: number;
  @PrimaryColumn('uuid', { name: 'application_id' }) applicationId!: string;
  @Column('text', { array: true }) scopes!: Scope[];

  /** Where the sign-in page said that the answer goes, with these scopes: those at an https address, the latest last. */
  @Column('text', { array: true, default: '{}' }) hosts!: string[];

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
}
