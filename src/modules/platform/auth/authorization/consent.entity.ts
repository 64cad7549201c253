import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Scope } from '#common/access/index.js';

/** What a user lets an application do. Decision 97. */
@Entity('consents')
export class Consent {
  @PrimaryColumn('bigint') uid!: number;
  @PrimaryColumn('uuid', { name: 'application_id' }) applicationId!: string;
  @Column('text', { array: true }) scopes!: Scope[];

  /** Where the user was told that the answer goes, with these scopes: those at an https address, the latest last. */
  @Column('text', { array: true, default: '{}' }) hosts!: string[];

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
}
