import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An address of a user, where goods or invoices go. */
@Entity('user_addresses')
@Index('user_addresses_user', ['uid'])
export class UserAddress {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'user_addresses_pkey',
  })
  id!: number;

  @Column('bigint') uid!: number;
  @Column('varchar', { length: 100 }) label!: string;
  @Column('varchar', { length: 200 }) recipient!: string;
  @Column('varchar', { length: 200 }) line1!: string;
  @Column('varchar', { length: 200, default: '' }) line2!: string;
  @Column('varchar', { name: 'postal_code', length: 20, default: '' }) postalCode!: string;
  @Column('varchar', { length: 100 }) city!: string;

  /** ISO 3166-2. */
  @Column('varchar', { length: 6, nullable: true }) state!: string | null;

  /** ISO 3166-1 alpha-2. */
  @Column('char', { name: 'country_code', length: 2 }) countryCode!: string;

  /** At most one of a user. */
  @Column('boolean', { name: 'is_default_shipping', default: false }) isDefaultShipping!: boolean;

  /** At most one of a user. */
  @Column('boolean', { name: 'is_default_billing', default: false }) isDefaultBilling!: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
}
