import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

export const APPROVAL_MODES = ['auto', 'on', 'off'] as const;
export type ApprovalMode = (typeof APPROVAL_MODES)[number];

/** The settings of approvals: one row. See docs/spec/service.md#11. */
@Entity('approval_settings')
@Check('approval_settings_one', 'id = 1')
@Check('approval_settings_mode', `mode IN ('auto', 'on', 'off')`)
export class ApprovalSettings {
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'approval_settings_pkey', default: 1 }) id!: number;

  /** Whether actions wait: where anybody could approve them, always, or never. */
  @Column('varchar', { length: 4, default: 'auto' }) mode!: ApprovalMode;

  /** Adjustments and write-offs up to this amount need no second person. */
  @Column('numeric', { name: 'adjustment_limit', precision: 20, scale: 4, default: 0 }) adjustmentLimit!: string;

  /** Days for which an account cannot approve what is proposed by who created, reset or gave a role to it. */
  @Column('smallint', { name: 'new_account_days', default: 7 }) newAccountDays!: number;

  /** Days after which a proposal lapses. */
  @Column('smallint', { name: 'lapse_days', default: 14 }) lapseDays!: number;

  /** Rises with each change. */
  @Column('integer', { default: 1 }) version!: number;
}
