import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A key pair that signs application keys and access tokens. The newest signs; all of them verify. See docs/spec/service.md#3. */
@Entity('signing_keys')
export class SigningKey {
  /** The RFC 7638 thumbprint of the public key. */
  @PrimaryColumn('varchar', { length: 64 }) kid!: string;

  /** PKCS #8, PEM. */
  @Column('text', { name: 'private_key' }) privateKey!: string;

  /** The `iss` of what it signs: a change of `PUBLIC_URL` does not invalidate issued keys. */
  @Column('text') issuer!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' }) createdAt!: Date;
}
