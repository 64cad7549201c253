import type { Legs, Plan } from '../../engine/index.js';
import type { PlanInForce } from '../../plans/index.js';
import { BrokenInput } from './broken-input.js';
import type { Snapshot } from './snapshot.js';
import type { UidIndex } from './uid-index.js';

/** Which binary bonus of a plan takes what one of an earlier plan carries; undefined: none. */
export type Taker = (bonus: string) => string | undefined;

/** Who takes what is carried: as the mapping says, and otherwise the bonus of the same id. */
export function takerOf(plan: Plan, mapping: PlanInForce['carried']): Taker {
  const binaries = new Set(plan.bonuses.filter(({ type }) => type === 'binary').map(({ id }) => id));
  return (bonus) => {
    const taker = Object.hasOwn(mapping, bonus) ? mapping[bonus]! : bonus;
    return binaries.has(taker) ? taker : undefined;
  };
}

/**
 * What a run carries into the next period, by the bonuses that take it; what several give to one is added up.
 * @param runId the posted run
 */
export async function readCarried(
  snapshot: Snapshot,
  runId: number,
  taker: Taker,
  {
    index,
    count,
    heirs,
  }: { readonly index: UidIndex; readonly count: number; readonly heirs: ReadonlyMap<number, number> },
): Promise<Map<string, Legs>> {
  const carried = new Map<string, Legs>();
  const given = await snapshot.rows<{ bonus: string }>(
    'SELECT DISTINCT bonus FROM commission_legs WHERE run_id = $1 ORDER BY bonus',
    [runId],
  );
  const legsOf: (Legs | undefined)[] = given.map(({ bonus }) => {
    const to = taker(bonus);
    if (to === undefined) return undefined;
    let legs = carried.get(to);
    if (legs === undefined) carried.set(to, (legs = { left: new Float64Array(count), right: new Float64Array(count) }));
    return legs;
  });
  const numbers = new Map(given.map(({ bonus }, number) => [bonus, number]));
  await snapshot.copy(
    `SELECT l.bonus, l.uid, l.left_out, l.right_out FROM commission_legs l
      WHERE l.run_id = ${runId} AND (l.left_out <> 0 OR l.right_out <> 0)`,
    [(bonus) => numbers.get(bonus)!, 'integer', 'fixed', 'fixed'],
    (row) => {
      const legs = legsOf[row[0]!];
      if (legs === undefined) return;
      const member = index.of(heirs.get(row[1]!) ?? row[1]!);
      if (member < 0) throw new BrokenInput(`member ${row[1]} carries volume and is not there`);
      legs.left[member]! += row[2]!;
      legs.right[member]! += row[3]!;
    },
  );
  return carried;
}

/** Who has the positions now that were merged or handed over in a period, by who had them: what is carried goes along. */
export async function readHeirs(
  snapshot: Snapshot,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<ReadonlyMap<number, number>> {
  const heirs = new Map<number, number>();
  const rows = await snapshot.rows<{ uid: number; heir: number }>(
    `SELECT uid, successor_uid AS heir FROM network_successions WHERE at >= $1 AND at < $2 ORDER BY id`,
    [from, to],
  );
  for (const { uid, heir } of rows) {
    for (const [one, of] of heirs) if (of === uid) heirs.set(one, heir);
    heirs.set(uid, heir);
  }
  return heirs;
}
