import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A token as it was sent in an event. See docs/decisions/0116-tokens-made-when-sent.md. */
@Entity('sent_tokens')
export class SentToken {
  /** SHA-256 of what was sent. */
  @PrimaryColumn('bytea', { name: 'token_hash', primaryKeyConstraintName: 'sent_tokens_pkey' }) tokenHash!: Buffer;

  /** The hash that its room keeps of the token. */
  @Column('bytea', { name: 'stands_for' }) standsFor!: Buffer;

  @CreateDateColumn({ type: 'timestamptz', name: 'sent_at' }) sentAt!: Date;
}
