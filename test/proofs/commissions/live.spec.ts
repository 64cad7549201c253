import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  inputOf,
  KIND,
  measuresOf,
  NO_RANK,
  type SmallMember,
  type SmallPeriod,
  standingsOf,
  STATUS,
} from '@commerce/commission-engine';
import { evaluate } from '#commissions/statements/live/plan-evaluator.js';
import { evaluateMember } from '#commissions/statements/progress/conditions.rules.js';
import { readStanding } from '#network/live/requests.js';
import { POINTS } from '#network/live/tree/columns.js';
import { LiveNetwork } from '#network/live/tree/live-network.js';
import { readMember } from '#network/live/tree/reads.js';
import { anyPeriod } from './arbitrary.js';

const MEASURED = { key: 'plan', period: { from: 0, to: 1 }, qualifying: POINTS };

/** The members and volumes of a period in a live network, some of whom come before their sponsors. */
function networkOf({ members, rows }: SmallPeriod, isBackward: boolean): LiveNetwork {
  const network = new LiveNetwork();
  const come = (one: SmallMember): void =>
    network.apply(
      [{ uid: one.uid, kind: one.kind ?? 'distributor', status: one.status ?? 'active', enrolledAt: 0, text: '' }],
      [{ uid: one.uid, tree: 'sponsor', parentUid: one.sponsor ?? null, leg: 0 }],
    );
  for (const one of isBackward ? [...members].reverse() : members) come(one);
  for (const { member, qualifying } of rows) network.addVolumes(member, [0, qualifying, 0]);
  if (network.isStale) for (const _ of network.rebuild());
  return network;
}

describe('the live network', () => {
  it('evaluates as runs do: measures, activity and ranks of all members, and of one by its conditions', () => {
    fc.assert(
      fc.property(fc.gen(), fc.boolean(), (random, isBackward) => {
        const period = anyPeriod(random);
        const { plan } = period;
        const { input } = inputOf(period);
        const measures = measuresOf(input.members, input.rows, plan.personal_volume_includes_customers);
        const standings = standingsOf(plan, input.members, measures);
        const network = networkOf(period, isBackward);
        const steps = evaluate(plan, network.columns());
        let step = steps.next();
        while (!step.done) step = steps.next();
        network.standings.take(step.value);
        for (const [at, uid] of input.members.uid.entries()) {
          const rank = standings.paidAs[at] === NO_RANK ? null : plan.ranks[standings.paidAs[at]!]!.name;
          const wanted = {
            personal: measures.personal[at],
            group: measures.group[at],
            active: standings.active[at] === 1,
            rank,
          };
          const member = network.find(uid);
          expect(readMember(network, 'sponsor', member)).toMatchObject(wanted);
          const evaluated = evaluateMember(plan, { ...readStanding(network, member), measured: MEASURED });
          expect(evaluated).toMatchObject(wanted);
          const isRanked =
            input.members.kind[at] === KIND.distributor && input.members.status[at] !== STATUS.terminated;
          const above = isRanked ? plan.ranks[standings.paidAs[at]! + 1] : undefined;
          expect(evaluated.next?.name).toBe(above?.name);
        }
      }),
      { numRuns: 60 },
    );
  });
});
