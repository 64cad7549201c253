import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The settings of commissions: one row. See docs/spec/commissions.md#5. */
@Entity('commission_settings')
@Check('commission_settings_one', 'id = 1')
export class CommissionSettings {
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'commission_settings_pkey', default: 1 }) id!: number;

  /** Days after posting from which on earnings are payable. */
  @Column('smallint', { name: 'hold_days', default: 0 }) holdDays!: number;

  /** Minutes between the service's own previews of the open period; 0: none. */
  @Column('integer', { name: 'preview_minutes', default: 60 }) previewMinutes!: number;

  /** Rises with each change. */
  @Column('integer', { default: 1 }) version!: number;
}
