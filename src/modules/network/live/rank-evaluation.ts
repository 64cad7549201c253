import { setImmediate } from 'node:timers/promises';
import type { RankChanges } from '../members/index.js';
import type { OpenPlan } from './open-plan.js';
import type { LiveNetwork } from './tree/live-network.js';
import type { MoveAsked } from './tree/move-forecast.js';
import { forecastRanks } from './tree/rank-forecast.js';
import type { Evaluator } from './tree/standings.js';

/** After evaluating it rests for so many times as long as it took: a large network keeps a fifth of a core busy at most. */
const REST = 4;

/**
 * Evaluates the members of the live network anew after changes: who is active, and who has which rank. A small network is evaluated
 * at once; a large one beside all else, from a copy, while it goes on following.
 */
export class RankEvaluation {
  /** Of the last evaluation that is begun: what it is of. */
  private begun: { network: LiveNetwork; plan: string; changes: number } | undefined;
  private running: Promise<void> | undefined;
  /** The plan that holds. */
  private plan = '';
  private restsUntil = 0;

  /** @param report told of plans that cannot be calculated exactly */
  constructor(
    private readonly evaluate: Evaluator | undefined,
    private readonly report: (message: string) => void = () => undefined,
  ) {}

  /**
   * Evaluates, if there is a plan that does, something has changed, and it has rested.
   * It returns when the evaluation that is under way has ended.
   */
  async renew(network: LiveNetwork, plan: OpenPlan): Promise<void> {
    this.plan = plan.key;
    if (this.evaluate === undefined || plan.document === undefined) return;
    if (this.begun?.network !== network) await this.running;
    if (this.running !== undefined) return this.running;
    const { begun } = this;
    const isOther = begun?.network !== network || begun.plan !== plan.key;
    if (!isOther && (begun.changes === network.changes || performance.now() < this.restsUntil)) return;
    this.begun = { network, plan: plan.key, changes: network.changes };
    this.running = this.run(this.evaluate, network, plan).finally(() => (this.running = undefined));
    await this.running;
  }

  /**
   * What a move would do to ranks and activity.
   * @returns undefined where nobody is evaluated, or somebody is not known
   */
  async forecast(network: LiveNetwork, plan: OpenPlan, move: MoveAsked): Promise<RankChanges | undefined> {
    if (this.evaluate === undefined || plan.document === undefined) return undefined;
    const forecast = forecastRanks(network, move, (columns) => this.evaluate!(plan.document, columns));
    for (;;) {
      const { done, value } = forecast.next();
      if (done) return value;
      await setImmediate();
    }
  }

  private async run(evaluate: Evaluator, network: LiveNetwork, plan: OpenPlan): Promise<void> {
    const began = performance.now();
    try {
      const steps = evaluate(plan.document, network.columns());
      for (;;) {
        const { done, value } = steps.next();
        if (done) {
          // Where another plan holds meanwhile, it is evaluated by that one next.
          if (this.plan === plan.key) network.standings.take(value);
          break;
        }
        await setImmediate();
      }
    } catch (error) {
      network.standings.take(undefined);
      this.report(`ranks cannot be told: ${error instanceof Error ? error.message : String(error)}`);
    }
    this.restsUntil = performance.now() + REST * (performance.now() - began);
  }
}
