import {
  ChoiceProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { PARTS, type Part } from './bridge.rules.js';

const OF_VOLUME = 'as a percentage of commissionable volume × rate of the run; null if that is not above 0';

const WHAT_PARTS_ARE = [
  '`corrections`: what moves that are dated back have changed in the run before since it was posted',
  '`new_members`: what members get who were not in the run before, and what others get for their purchases',
  '`lost_members`: what members got who have been terminated since, and what others got for their purchases',
  '`volume`: other bases, each at the percentage that the payee had before',
  '`ranks`: other percentages, because payees have another paid-as rank or activity; and bonuses for reaching a rank',
  '`plan`: other percentages, because the plan has changed',
  '`caps`: what caps took off',
  '`returns`: what was taken back for returns of sales in posted periods',
].join('; ');

/** A run of a period, as the bridge compares it. */
export class BridgedRunView {
  @IntegerProperty(12) run_id!: number;
  @TextProperty('2026-10') period!: string;
  @NumberProperty(18_420.55) payout!: number;
  @NumberProperty(35.4238, { nullable: true }) payout_percent!: number | null;
}

/** The part of a difference that has one cause. */
export class BridgePartView {
  @ChoiceProperty(PARTS, 'volume', WHAT_PARTS_ARE) part!: Part;
  @NumberProperty(1_204.2, 'may be below 0') amount!: number;
  @NumberProperty(2.3158, OF_VOLUME, { nullable: true }) percent!: number | null;
}

/** A bonus in both runs. */
export class BridgedBonusView {
  @TextProperty('levels', 'id of the bonus, `cap` or `clawback`') bonus!: string;
  @TextProperty('unilevel') type!: string;
  @NumberProperty(10_996.2) before!: number;
  @NumberProperty(22.1, { nullable: true }) before_percent!: number | null;
  @NumberProperty(12_200.4) after!: number;
  @NumberProperty(23.4615, { nullable: true }) after_percent!: number | null;
  @NumberProperty(1_204.2) difference!: number;
  @ListProperty(BridgePartView, 'those that are not 0; they add up to `difference`') parts!: BridgePartView[];
}

/** Why a run pays another amount than the final run of the period before. */
export class BridgeView {
  @ObjectProperty(BridgedRunView) run!: BridgedRunView;

  @ObjectProperty(
    BridgedRunView,
    'the final run of the last posted period before, as it was posted; null if there is none',
    { nullable: true },
  )
  before!: BridgedRunView | null;

  @IntegerProperty(null, 'the run of the last approved correction of `before`, by which it counts now', {
    nullable: true,
  })
  corrected_by_run_id!: number | null;

  @NumberProperty(1_204.2, '`run.payout` − `before.payout`', { nullable: true }) difference!: number | null;
  @ListProperty(BridgePartView, 'all of them, in this order; they add up to `difference`') parts!: BridgePartView[];

  @ListProperty(BridgedBonusView, 'the bonuses of the plan, those that only the plan before had, `cap` and `clawback`')
  by_bonus!: BridgedBonusView[];

  @ListProperty(BridgedRunView, 'up to five posted periods before and this run, oldest first')
  periods!: BridgedRunView[];

  @TextProperty('USD') currency_code!: string;
}
