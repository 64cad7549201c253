import { IntegerField } from '#common/validation/index.js';
import { ApiProperty } from '#common/openapi/decorators.js';
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

const SIMULATION_STATUSES = ['queued', 'running', 'done', 'failed'] as const;
export type SimulationStatus = (typeof SIMULATION_STATUSES)[number];

const money = (example: number, description?: string) =>
  ({ type: Number, example, ...(description === undefined ? {} : { description }) }) as const;
const percent = (example: number) => ({ type: Number, nullable: true, example }) as const;

/** The posted run that plans are compared with. */
export class SimulatedRunView extends RunFiguresView {
  @ApiProperty({ type: 'integer', example: 3 })
  plan_id!: number;

  @ApiProperty({ type: String, example: 'Hybrid 2027' })
  plan_name!: string;
}

/** What a bonus came to in the posted run, and by the plan; 0 where one has no such bonus. */
export class SimulatedBonusView {
  @ApiProperty({ type: String, example: 'levels', description: 'id of the bonus, `cap` or `clawback`' })
  bonus!: string;

  @ApiProperty(money(12_200.4))
  before!: number;

  @ApiProperty(money(13_000))
  after!: number;

  @ApiProperty(money(799.6))
  difference!: number;
}

/** How many have a paid-as rank, in the posted run and by the plan; null where one has no such rank. */
export class SimulatedRankView {
  @ApiProperty({ type: String, nullable: true, example: 'silver' })
  rank!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 40 })
  before!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 52 })
  after!: number | null;
}

/** A plan beside the posted run: what it comes to, less what that came to. */
export class SimulatedDifferenceView {
  @ApiProperty(money(799.6))
  payout!: number;

  @ApiProperty(percent(1.5377))
  payout_percent!: number | null;

  @ApiProperty({ type: 'integer', example: 12, description: 'members that have lines' })
  payees!: number;

  @ApiProperty({ type: 'integer', example: 0 })
  active!: number;

  @ApiProperty({ type: SimulatedBonusView, isArray: true })
  by_bonus!: SimulatedBonusView[];

  @ApiProperty({ type: SimulatedRankView, isArray: true })
  by_rank!: SimulatedRankView[];
}

/** Somebody who gains or loses. */
export class SimulatedMemberView {
  @ApiProperty({ type: 'integer', example: 5 })
  uid!: number;

  @ApiProperty({ type: String, example: 'maria' })
  username!: string;

  @ApiProperty(money(912.4, 'in the posted run'))
  before!: number;

  @ApiProperty(money(1_020))
  after!: number;

  @ApiProperty(money(107.6))
  difference!: number;
}

/** What a plan would have come to. */
export class SimulatedPlanView extends RunFiguresView {
  @ApiProperty({ type: String, example: 'Hybrid 2028' })
  name!: string;

  @ApiProperty(money(-310.2, 'the sum of `cap` lines'))
  caps!: number;

  @ApiProperty({ type: SimulatedDifferenceView })
  difference!: SimulatedDifferenceView;

  @ApiProperty({ type: 'integer', example: 210, description: 'members who would have got more' })
  gaining!: number;

  @ApiProperty({ type: 'integer', example: 64, description: 'members who would have got less' })
  losing!: number;

  @ApiProperty({ type: 'integer', example: 48, description: 'members who got something, and would have got as much' })
  unchanged!: number;

  @ApiProperty({ type: SimulatedMemberView, isArray: true, description: 'the 20 members who gain most' })
  gainers!: SimulatedMemberView[];

  @ApiProperty({ type: SimulatedMemberView, isArray: true, description: 'the 20 members who lose most' })
  losers!: SimulatedMemberView[];
}

/** What a simulation came to. */
export class SimulationResultView {
  @ApiProperty({ type: SimulatedRunView, description: 'what was posted' })
  posted!: SimulatedRunView;

  @ApiProperty({ type: SimulatedPlanView, isArray: true, description: 'in the order in which the plans were sent' })
  plans!: SimulatedPlanView[];
}

/** A simulation. */
export class SimulationView {
  @ApiProperty({ type: String, format: 'uuid', example: '0197d3a2-6c1e-7a3b-9c56-2f0e8f5d1a44' })
  id!: string;

  @ApiProperty({ type: String, enum: SIMULATION_STATUSES, example: 'done' })
  status!: SimulationStatus;

  @ApiProperty({ type: Number, example: 1, description: 'from 0 to 1' })
  progress!: number;

  @ApiProperty({ type: String, example: '2026-10' })
  period!: string;

  @ApiProperty({ type: 'integer', example: 12, description: 'the posted run that the plans are compared with' })
  run_id!: number;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-23T08:30:00.000Z' })
  created_at!: string;

  @ApiProperty({ type: 'integer', example: 1 })
  created_by_uid!: number;

  @ApiProperty({ type: String, example: 'USD' })
  currency_code!: string;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'why it failed' })
  error!: string | null;

  @ApiProperty({ type: SimulationResultView, nullable: true, description: 'null until it is done' })
  result!: SimulationResultView | null;
}
