import { ApiProperty } from '#common/openapi/decorators.js';

const money = (example: number, description?: string) =>
  ({ type: Number, example, ...(description === undefined ? {} : { description }) }) as const;
const count = (example: number, description?: string) =>
  ({ type: 'integer', example, ...(description === undefined ? {} : { description }) }) as const;

/** What a bonus came to. */
export class RunBonusSumView {
  @ApiProperty({ type: String, example: 'levels', description: 'id of the bonus, `cap` or `clawback`' })
  bonus!: string;

  @ApiProperty({ type: String, example: 'unilevel' })
  type!: string;

  @ApiProperty(money(12_200.4))
  amount!: number;

  @ApiProperty(count(280, 'members with lines of this bonus'))
  members!: number;

  @ApiProperty(count(2_310))
  lines!: number;
}

/** What members of a paid-as rank came to. */
export class RunRankSumView {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'silver',
    description: 'null: members without a rank, if something was taken back from them',
  })
  rank!: string | null;

  @ApiProperty(count(40))
  members!: number;

  @ApiProperty(count(38))
  active!: number;

  @ApiProperty(money(4_020.1))
  amount!: number;
}

/** What a level of a bonus came to. */
export class RunLevelSumView {
  @ApiProperty({ type: String, example: 'levels' })
  bonus!: string;

  @ApiProperty(count(1))
  level!: number;

  @ApiProperty(money(7_400.2))
  amount!: number;

  @ApiProperty(count(1_200))
  lines!: number;
}

/** What a bonus did not pay, and why: breakage. */
class RunUnpaidSumView {
  @ApiProperty({ type: String, example: 'levels' })
  bonus!: string;

  @ApiProperty({ type: String, example: 'not_active' })
  reason!: string;

  @ApiProperty(money(310.75))
  amount!: number;
}

/** Who earned most. */
class RunHighestEarnerView {
  @ApiProperty(count(5))
  uid!: number;

  @ApiProperty({ type: String, example: 'maria' })
  username!: string;

  @ApiProperty(money(912.4))
  amount!: number;
}

/** The figures of a run that are compared with those of the run before. */
export class RunFiguresView {
  @ApiProperty(count(1_250))
  members!: number;

  @ApiProperty(count(900))
  distributors!: number;

  @ApiProperty(count(420, 'distributors that are active'))
  active!: number;

  @ApiProperty(count(310, 'members that have lines'))
  payees!: number;

  @ApiProperty(money(64_000))
  qualifying_volume!: number;

  @ApiProperty(money(52_000.5))
  commissionable_volume!: number;

  @ApiProperty(money(18_420.55, 'the sum of all lines'))
  payout!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: 35.4238,
    description: 'as a percentage of commissionable volume × rate; null without volume',
  })
  payout_percent!: number | null;

  @ApiProperty(money(120.4, 'the amount that is taken back from posted periods, above 0'))
  clawed_back!: number;

  @ApiProperty(count(2_640))
  lines!: number;

  @ApiProperty({ type: RunBonusSumView, isArray: true })
  by_bonus!: RunBonusSumView[];

  @ApiProperty({ type: RunRankSumView, isArray: true })
  by_rank!: RunRankSumView[];

  @ApiProperty({ type: RunLevelSumView, isArray: true })
  by_level!: RunLevelSumView[];

  @ApiProperty({ type: RunUnpaidSumView, isArray: true, description: 'breakage' })
  unpaid!: RunUnpaidSumView[];

  @ApiProperty({ type: RunHighestEarnerView, nullable: true })
  highest!: RunHighestEarnerView | null;

  @ApiProperty(money(24.1, 'of members who got something'))
  median!: number;
}

/** The run by which the posted period before counts: the posted one, or that of the last correction that was approved. */
export class PreviousRunView extends RunFiguresView {
  @ApiProperty(count(11))
  run_id!: number;

  @ApiProperty({ type: String, example: '2026-09' })
  period!: string;
}

/** What a run came to, and what the period before did. */
export class RunSummaryView extends RunFiguresView {
  @ApiProperty({ type: PreviousRunView, nullable: true, description: 'null without a previous posted period' })
  previous!: PreviousRunView | null;
}
