import { Body, Query, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CallerParam, type Caller } from '#common/access/index.js';
import { failure, notFound } from '#common/errors/failures.js';
import { PLANS } from '#commissions/plans.messages.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { UsersModule } from '#people/users/index.js';
import { DocumentPipe, PLAN_COMPONENT, planComponents, UNILEVEL, PlansModule } from '../plans/index.js';
import { RunsModule } from '../runs/index.js';
import { MAX_PLANS } from './simulations.rules.js';
import { MAX_WAIT_SECONDS, SimulateQuery, SimulationView, SimulationIdParam } from './simulations.dto.js';
import { NOT_POSTED, Simulations, TOO_MANY } from './simulations.service.js';
import { Simulating } from './simulating.service.js';
import { CommissionSimulation } from './simulation.entity.js';

const COMPONENT = 'CommissionSimulationRequest';
const PLAN = { $ref: `#/components/schemas/${PLAN_COMPONENT}` };
const BODY = {
  component: COMPONENT,
  components: () => ({
    ...planComponents(),
    [COMPONENT]: {
      type: 'object',
      description: 'plans that are tried; either `plan` or `plans`',
      required: ['period'],
      additionalProperties: false,
      properties: {
        period: { type: 'string', example: '2026-10', description: 'a period whose run is posted' },
        plan: PLAN,
        plans: { type: 'array', minItems: 1, maxItems: MAX_PLANS, items: PLAN, description: 'side by side' },
      },
    },
  }),
  examples: { one: { summary: 'one plan', value: { period: '2026-10', plan: UNILEVEL.plan } } },
} as const;

/** Simulations in the admin module. See docs/spec/commissions.md#4. */
@AdminController(
  'commission-simulations',
  {
    name: 'Admin: commission simulations',
    order: 188,
    description: 'Plans that are not saved, tried on what a posted run read.',
  },
  { read: 'simulations.read', write: 'simulations.write' },
)
class AdminSimulationsController {
  constructor(private readonly simulations: Simulations) {}

  @Endpoint('POST', {
    id: 'adminSimulatePlans',
    summary: 'Try commission plans on a posted period',
    description: `Up to ${MAX_PLANS} plans, which are not saved, are calculated on what the posted run of the period read: the network, its rows, titles and carried volumes; where the period was corrected, as the correction has them. Each is compared with what was posted: payout, bonuses, ranks, and who gains and loses most. What binary bonuses carried in goes to bonuses of the same id. It waits for the result, ${MAX_WAIT_SECONDS} seconds at most and not under an \`Idempotency-Key\`; a longer one is read by its id, for 30 days.`,
    answer: SimulationView,
    body: BODY,
    failures: [failure(PLANS.not_rank, { field: 'plan' }), NOT_POSTED, TOO_MANY],
  })
  start(
    @CallerParam() caller: Caller,
    @Query() { wait = MAX_WAIT_SECONDS }: SimulateQuery,
    @Body(DocumentPipe) body: object,
  ): Promise<SimulationView> {
    return this.simulations.start(caller, body, wait);
  }

  @Endpoint('GET :id', {
    id: 'adminGetSimulation',
    summary: 'Read a simulation',
    description: 'For 30 days after it was begun.',
    answer: SimulationView,
    failures: [notFound('simulation')],
  })
  read(@SimulationIdParam() id: string): Promise<SimulationView> {
    return this.simulations.read(id);
  }
}

/** Plans that are not saved, tried on a posted period. */
@Module({
  imports: [TypeOrmModule.forFeature([CommissionSimulation]), PlansModule, RunsModule, UsersModule],
  controllers: [AdminSimulationsController],
  providers: [Simulating, Simulations],
})
export class SimulationsModule {}
