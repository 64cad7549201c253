import { NO_RANK, type Plan } from '../../engine/index.js';
import type { PlanInForce } from '../../plans/index.js';
import type { Snapshot } from './snapshot.js';

/**
 * Title ranks before a period. Those that members have, unless a run of this or of a later period is posted: then those that
 * it found, since what members have has come later.
 */
export class Titles {
  private readonly ranks: ReadonlyMap<string, number>;

  /**
   * @param mapping what becomes of names that the plan does not have; any other one is no rank
   * @param runId whose titles before are taken; null: those that members have
   */
  constructor(
    plan: Plan,
    private readonly mapping: PlanInForce['ranks'],
    private readonly runId: number | null,
  ) {
    this.ranks = new Map(plan.ranks.map(({ name }, rank) => [name, rank]));
  }

  /** Whether they are those that members have now. */
  get areOfMembers(): boolean {
    return this.runId === null;
  }

  /** The rank of a name in the plan. */
  rankOf(name: string): number {
    const own = this.ranks.get(name);
    if (own !== undefined) return own;
    const mapped = Object.hasOwn(this.mapping, name) ? this.mapping[name] : undefined;
    return (mapped === undefined ? undefined : this.ranks.get(mapped)) ?? NO_RANK;
  }

  /** Reads those of the run. */
  async read(snapshot: Snapshot, each: (uid: number, title: number) => void): Promise<void> {
    if (this.runId === null) return;
    await snapshot.copy(
      `SELECT m.uid, m.title_before FROM commission_members m WHERE m.run_id = ${this.runId} AND m.title_before IS NOT NULL`,
      ['integer', (name) => this.rankOf(name)],
      (numbers) => each(numbers[0]!, numbers[1]!),
    );
  }
}
