import {
  IntegerProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  TextProperty,
} from '#common/openapi/decorators.js';

/** What a bonus came to. */
export class RunBonusSumView {
  @TextProperty('levels', 'id of the bonus, `cap` or `clawback`') bonus!: string;
  @TextProperty('unilevel') type!: string;
  @NumberProperty(12_200.4) amount!: number;
  @IntegerProperty(280, 'members with lines of this bonus') members!: number;
  @IntegerProperty(2_310) lines!: number;
}

/** What members of a paid-as rank came to. */
export class RunRankSumView {
  @TextProperty('silver', 'null: members without a rank, if something was taken back from them', { nullable: true })
  rank!: string | null;

  @IntegerProperty(40) members!: number;
  @IntegerProperty(38) active!: number;
  @NumberProperty(4_020.1) amount!: number;
}

/** What a level of a bonus came to. */
export class RunLevelSumView {
  @TextProperty('levels') bonus!: string;
  @IntegerProperty(1) level!: number;
  @NumberProperty(7_400.2) amount!: number;
  @IntegerProperty(1_200) lines!: number;
}

/** What a bonus did not pay, and why: breakage. */
class RunUnpaidSumView {
  @TextProperty('levels') bonus!: string;
  @TextProperty('not_active') reason!: string;
  @NumberProperty(310.75) amount!: number;
}

/** Who earned most. */
class RunHighestEarnerView {
  @IntegerProperty(5) uid!: number;
  @TextProperty('maria') username!: string;
  @NumberProperty(912.4) amount!: number;
}

/** The figures of a run that are compared with those of the run before. */
export class RunFiguresView {
  @IntegerProperty(1_250) members!: number;
  @IntegerProperty(900) distributors!: number;
  @IntegerProperty(420, 'distributors that are active') active!: number;
  @IntegerProperty(310, 'members that have lines') payees!: number;
  @NumberProperty(64_000) qualifying_volume!: number;
  @NumberProperty(52_000.5) commissionable_volume!: number;
  @NumberProperty(18_420.55, 'the sum of all lines') payout!: number;

  @NumberProperty(35.4238, 'as a percentage of commissionable volume × rate; null without volume', { nullable: true })
  payout_percent!: number | null;

  @NumberProperty(120.4, 'the amount that is taken back from posted periods, above 0') clawed_back!: number;
  @IntegerProperty(2_640) lines!: number;
  @ListProperty(RunBonusSumView) by_bonus!: RunBonusSumView[];
  @ListProperty(RunRankSumView) by_rank!: RunRankSumView[];
  @ListProperty(RunLevelSumView) by_level!: RunLevelSumView[];
  @ListProperty(RunUnpaidSumView, 'breakage') unpaid!: RunUnpaidSumView[];
  @ObjectProperty(RunHighestEarnerView, { nullable: true }) highest!: RunHighestEarnerView | null;
  @NumberProperty(24.1, 'of members who got something') median!: number;
}

/** The run by which the posted period before counts: the posted one, or that of the last correction that was approved. */
export class PreviousRunView extends RunFiguresView {
  @IntegerProperty(11) run_id!: number;
  @TextProperty('2026-09') period!: string;
}

/** What a run came to, and what the period before did. */
export class RunSummaryView extends RunFiguresView {
  @ObjectProperty(PreviousRunView, 'null without a previous posted period', { nullable: true })
  previous!: PreviousRunView | null;
}
