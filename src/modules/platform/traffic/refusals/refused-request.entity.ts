import { Column, Entity, Index, PrimaryGeneratedColumn, VirtualColumn } from 'typeorm';
import { usernameOf } from '#people/users/index.js';

/**
 * A request of the client API that was refused or failed. No body, no address as it was sent, no value of a parameter: only
 * what tells why. Kept for some days, and no more than some of each application.
 */
@Entity('refused_requests')
@Index('refused_requests_of_application', ['applicationId', 'at', 'id'])
@Index('refused_requests_at', ['at', 'id'])
@Index('refused_requests_request', ['requestId'])
export class RefusedRequest {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'refused_requests_pkey',
  })
  id!: number;

  @Column('timestamptz') at!: Date;
  @Column('varchar', { length: 10 }) method!: string;

  /** With placeholders, such as `/api/v1/commerce/orders/:id/`; null for an address at which there is nothing. */
  @Column('varchar', { length: 200, nullable: true }) route!: string | null;

  @Column('integer') status!: number;

  /** Of the error, as the client got it; null if the client hung up before it was answered. */
  @Column('varchar', { length: 60, nullable: true }) code!: string | null;

  /** Names of the fields with problems. */
  @Column('text', { array: true }) fields!: string[];

  /** Null if its key was not valid. */
  @Column('uuid', { name: 'application_id', nullable: true }) applicationId!: string | null;

  @VirtualColumn('varchar', { query: (one) => `SELECT a.name FROM applications a WHERE a.id = ${one}.application_id` })
  readonly applicationName!: string | null;

  @Column('bigint', { nullable: true }) uid!: number | null;
  @VirtualColumn('varchar', { query: (one) => usernameOf(`${one}.uid`) }) readonly username!: string | null;
  @Column('text') ip!: string;
  @Column('varchar', { name: 'request_id', length: 128 }) requestId!: string;
  @Column('numeric', { name: 'duration_ms', precision: 10, scale: 1 }) durationMs!: string;
}
