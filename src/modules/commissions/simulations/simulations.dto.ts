import { IntegerField } from '#common/validation/index.js';
import {
  ChoiceProperty,
  InstantProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  TextProperty,
  UuidProperty,
} from '#common/openapi/decorators.js';
import { WORK_STATUSES, type WorkStatus } from '#common/jobs/index.js';
import { RunFiguresView } from '../runs/index.js';
import { uuidInPath } from '#common/http/path-params.js';

export const SimulationIdParam = uuidInPath('id', 'id of the simulation', '0197d3a2-6c1e-7a3b-9c56-2f0e8f5d1a44');

/** Seconds that a request waits for a simulation. */
export const MAX_WAIT_SECONDS = 20;

/** Query of a simulation that is begun. */
export class SimulateQuery {
  @IntegerField({
    optional: true,
    min: 0,
    max: MAX_WAIT_SECONDS,
    default: MAX_WAIT_SECONDS,
    description: 'seconds to wait for the result at most; then the simulation goes on, and is read by its id',
    example: 0,
  })
  wait?: number;
}

/** The posted run that plans are compared with. */
export class SimulatedRunView extends RunFiguresView {
  @IntegerProperty(3) plan_id!: number;
  @TextProperty('Hybrid 2027') plan_name!: string;
}

/** What a bonus came to in the posted run, and by the plan; 0 where one has no such bonus. */
export class SimulatedBonusView {
  @TextProperty('levels', 'id of the bonus, `cap` or `clawback`') bonus!: string;
  @NumberProperty(12_200.4) before!: number;
  @NumberProperty(13_000) after!: number;
  @NumberProperty(799.6) difference!: number;
}

/** How many have a paid-as rank, in the posted run and by the plan; null where one has no such rank. */
export class SimulatedRankView {
  @TextProperty('silver', { nullable: true }) rank!: string | null;
  @IntegerProperty(40, { nullable: true }) before!: number | null;
  @IntegerProperty(52, { nullable: true }) after!: number | null;
}

/** A plan beside the posted run: what it comes to, less what that came to. */
export class SimulatedDifferenceView {
  @NumberProperty(799.6) payout!: number;
  @NumberProperty(1.5377, { nullable: true }) payout_percent!: number | null;
  @IntegerProperty(12, 'members that have lines') payees!: number;
  @IntegerProperty(0) active!: number;
  @ListProperty(SimulatedBonusView) by_bonus!: SimulatedBonusView[];
  @ListProperty(SimulatedRankView) by_rank!: SimulatedRankView[];
}

/** Somebody who gains or loses. */
export class SimulatedMemberView {
  @IntegerProperty(5) uid!: number;
  @TextProperty('maria') username!: string;
  @NumberProperty(912.4, 'in the posted run') before!: number;
  @NumberProperty(1_020) after!: number;
  @NumberProperty(107.6) difference!: number;
}

/** What a plan would have come to. */
export class SimulatedPlanView extends RunFiguresView {
  @TextProperty('Hybrid 2028') name!: string;
  @NumberProperty(-310.2, 'the sum of `cap` lines') caps!: number;
  @ObjectProperty(SimulatedDifferenceView) difference!: SimulatedDifferenceView;
  @IntegerProperty(210, 'members who would have got more') gaining!: number;
  @IntegerProperty(64, 'members who would have got less') losing!: number;
  @IntegerProperty(48, 'members who got something, and would have got as much') unchanged!: number;
  @ListProperty(SimulatedMemberView, 'the 20 members who gain most') gainers!: SimulatedMemberView[];
  @ListProperty(SimulatedMemberView, 'the 20 members who lose most') losers!: SimulatedMemberView[];
}

/** What a simulation came to. */
export class SimulationResultView {
  @ObjectProperty(SimulatedRunView, 'what was posted') posted!: SimulatedRunView;
  @ListProperty(SimulatedPlanView, 'in the order in which the plans were sent') plans!: SimulatedPlanView[];
}

/** A simulation. */
export class SimulationView {
  @UuidProperty('0197d3a2-6c1e-7a3b-9c56-2f0e8f5d1a44') id!: string;
  @ChoiceProperty(WORK_STATUSES, 'done') status!: WorkStatus;
  @NumberProperty(1, 'from 0 to 1') progress!: number;
  @TextProperty('2026-10') period!: string;
  @IntegerProperty(12, 'the posted run that the plans are compared with') run_id!: number;
  @InstantProperty('2026-11-23T08:30:00.000Z') created_at!: string;
  @IntegerProperty(1) created_by_uid!: number;
  @TextProperty('USD') currency_code!: string;
  @TextProperty(null, 'why it failed', { nullable: true }) error!: string | null;

  @ObjectProperty(SimulationResultView, 'null until it is done', { nullable: true })
  result!: SimulationResultView | null;
}
