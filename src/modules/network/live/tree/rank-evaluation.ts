import { setImmediate } from 'node:timers/promises';
import type { ProposedMove, RankChanges } from '../../members/index.js';
import type { OpenPlan } from '../open-plan.js';
import type { LiveNetwork } from './live-network.js';
import type { Evaluator, StandingColumns, Standings } from './standings.js';
import { buildTour, ROOT } from './tour.js';

/** Members whose evaluation is reported one by one. */
const MOST_TOLD = 50;

/**
 * What a move would do to ranks and activity: everybody is evaluated as it is and as it would be. Ranks look at the sponsor tree
 * alone, so a move in the placement tree changes none.
 * @returns undefined where somebody is not known
 */
function* forecastRanks(
  network: LiveNetwork,
  { uid, tree, parentUid }: ProposedMove,
  evaluate: (columns: StandingColumns) => Generator<void, Standings>,
): Generator<void, RankChanges | undefined> {
  const [member, gaining] = [network.find(uid), parentUid === null ? ROOT : network.find(parentUid)];
  if (member < 0 || (parentUid !== null && gaining < 0)) return undefined;
  if (tree === 'placement') return { count: 0, members: [] };
  const columns = network.columns();
  const sponsor = columns.sponsor.slice();
  sponsor[member] = gaining;
  const before = yield* evaluate(columns);
  const { order } = yield* buildTour(sponsor, new Int32Array(sponsor.length), sponsor.length);
  const after = yield* evaluate({ ...columns, sponsor, order });
  const members: RankChanges['members'][number][] = [];
  let count = 0;
  for (const one of order) {
    if (before.active[one] === after.active[one] && before.paidAs[one] === after.paidAs[one]) continue;
    count += 1;
    if (count > MOST_TOLD) continue;
    members.push({
      uid: columns.uid[one]!,
      active: { before: before.active[one] === 1, after: after.active[one] === 1 },
      rank: { before: nameOf(before, one), after: nameOf(after, one) },
    });
  }
  return { count, members };
}

function nameOf({ ranks, paidAs }: Standings, member: number): string | null {
  return ranks[paidAs[member]!] ?? null;
}

/** After evaluating it rests for so many times as long as it took: a large network keeps a fifth of a core busy at most. */
const REST = 4;

/**
 * Evaluates the members of the live network again after changes: who is active, and who has which rank. A small network is evaluated
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
  async forecast(network: LiveNetwork, plan: OpenPlan, move: ProposedMove): Promise<RankChanges | undefined> {
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
