import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { DatabaseAddress } from '#common/database/connections.js';
import { HandlesLongJob, LongJobType, type LongJobContext } from '#common/jobs/index.js';
import { CannotCalculate, type Plan } from '@commerce/commission-engine';
import { UsersService } from '#people/users/index.js';
import { BrokenInput, CommissionRun, Calculator, Snapshot, summaryOf, type RunFiguresView } from '../runs/index.js';
import { changesOf, differenceOf, type ChangedMember } from './simulations.rules.js';
import { CommissionSimulation } from './simulation.entity.js';
import type { SimulatedMemberView, SimulatedPlanView, SimulationResultView } from './simulations.dto.js';

/** Tries plans, in a process of its own. Whatever stops it would stop it again. */
export const SIMULATE = new LongJobType<{ simulationId: string }>('commissions.simulate', {
  ownProcess: true,
  retries: 0,
});

/** Parts of the work for each plan. */
const STEPS = 5;

/** Calculates plans on what a posted run read, and compares. See docs/spec/commissions.md#4, decision 73. */
@Injectable()
export class Simulating {
  constructor(
    private readonly db: Database,
    private readonly address: DatabaseAddress,
    private readonly calculator: Calculator,
    private readonly users: UsersService,
  ) {}

  /** Keeps the result, or why there can be none. */
  @HandlesLongJob(SIMULATE)
  async simulate({ simulationId: id }: { simulationId: string }, context: LongJobContext): Promise<void> {
    const simulation = await this.db.manager.findOneBy(CommissionSimulation, { id });
    if (simulation === null) return;
    await this.db.manager.update(CommissionSimulation, { id }, { result: await this.resultOf(simulation, context) });
  }

  private async resultOf(
    { runId, plans }: CommissionSimulation,
    { signal, progress }: LongJobContext,
  ): Promise<SimulationResultView | { error: string }> {
    const run = await this.db.manager.findOneByOrFail(CommissionRun, { id: runId });
    const before = await this.earnedIn(runId, signal);
    const results: SimulatedPlanView[] = [];
    try {
      for (const [at, plan] of plans.entries()) {
        const step = (done: number): void => progress(at * STEPS + done, plans.length * STEPS);
        results.push(await this.try(run, plan, { before, signal, step }));
        step(STEPS);
      }
    } catch (error) {
      if (error instanceof CannotCalculate || error instanceof BrokenInput) return { error: error.message };
      throw error;
    }
    const posted = { ...(run.summary as RunFiguresView), plan_id: run.planId, plan_name: run.document.name };
    return { posted: posted, plans: results };
  }

  private async try(
    run: CommissionRun,
    plan: Plan,
    around: { before: ReadonlyMap<number, number>; signal: AbortSignal; step: (done: number) => void },
  ): Promise<SimulatedPlanView> {
    const { period, fromAt, toAt, planId } = run;
    const asked = { period, fromAt, toAt, planId, document: plan };
    const { signal, step } = around;
    const { read, outcome } = await this.calculator.calculate(asked, { signal, step, titlesOfRun: run.id });
    const { uid } = read.input.members;
    // Minor units to ten-thousandths.
    const unit = 10 ** (4 - read.input.currencyDigits);
    const after = outcome.lines.sums().map((amount) => amount * unit);
    const { highest, ...figures } = summaryOf(plan, read.input, outcome);
    const { gainers, losers, ...counts } = changesOf(uid, after, around.before);
    const uids = [...gainers, ...losers, ...(highest === null ? [] : [highest])].map((one) => one.uid);
    const names = await this.users.usernames(uids);
    const named = (one: ChangedMember): SimulatedMemberView => ({ ...one, username: names.get(one.uid) ?? '' });
    const summary: RunFiguresView = {
      ...figures,
      highest: highest && { uid: highest.uid, username: names.get(highest.uid) ?? '', amount: highest.amount },
    };
    return {
      name: plan.name,
      ...(summary as Omit<SimulatedPlanView, 'name'>),
      caps: summary.by_bonus.find(({ bonus }) => bonus === 'cap')?.amount ?? 0,
      difference: differenceOf(run.summary as RunFiguresView, summary),
      ...counts,
      gainers: gainers.map(named),
      losers: losers.map(named),
    };
  }

  /** What members earned in a run, in ten-thousandths of money; who got nothing is not in it. */
  private async earnedIn(runId: number, signal: AbortSignal): Promise<ReadonlyMap<number, number>> {
    const earned = new Map<number, number>();
    await Snapshot.of(this.address.url, signal, (snapshot) =>
      snapshot.copy(
        `SELECT m.uid, m.earned FROM commission_members m WHERE m.run_id = ${runId} AND m.earned <> 0`,
        ['integer', 'fixed'],
        (row) => void earned.set(row[0]!, row[1]!),
      ),
    );
    return earned;
  }
}
