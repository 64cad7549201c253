import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readWaiting } from './requests.js';
import { KINDS, STATUSES } from './tree/columns.js';
import { type Edge, LiveNetwork } from './tree/live-network.js';

const drawn = fc.record({
  kind: fc.constantFrom(...KINDS),
  status: fc.constantFrom(...STATUSES),
  sponsor: fc.nat(),
  isPlaced: fc.boolean(),
  enrolledAt: fc.nat(5),
  text: fc.constantFrom('anna', 'Anna Maria', 'ben'),
});

describe('who waits', () => {
  it('is what a filter and a sort of all members find', () => {
    fc.assert(
      fc.property(
        fc.array(drawn, { maxLength: 30 }),
        fc.option(fc.nat(30), { nil: undefined }),
        fc.option(fc.constantFrom('ann', 'MARIA', 'x'), { nil: undefined }),
        fc.integer({ min: 1, max: 8 }),
        fc.nat(12),
        fc.option(fc.record({ from: fc.nat(5), to: fc.nat(5) }), { nil: undefined }),
        (members, sponsorUid, search, limit, offset, enrolled) => {
          const network = new LiveNetwork();
          const all = members.map((member, index) => ({
            ...member,
            uid: index + 1,
            above: index === 0 || member.sponsor % 4 === 0 ? null : 1 + (member.sponsor % index),
          }));
          for (const { uid, above, isPlaced, ...state } of all) {
            const edges: Edge[] = [{ uid, tree: 'sponsor', parentUid: above, leg: 0 }];
            if (isPlaced) edges.push({ uid, tree: 'placement', parentUid: null, leg: 0 });
            network.apply([{ uid, ...state }], edges);
          }
          const waiting = all
            .filter(({ kind, status, isPlaced }) => kind === 'distributor' && status !== 'terminated' && !isPlaced)
            .filter(({ above }) => sponsorUid === undefined || above === sponsorUid)
            .filter(({ text }) => search === undefined || text.toLowerCase().includes(search.toLowerCase()))
            .filter(({ enrolledAt: at }) => enrolled === undefined || (at >= enrolled.from && at <= enrolled.to))
            .sort((one, other) => one.enrolledAt - other.enrolledAt || one.uid - other.uid)
            .map(({ uid }) => uid);
          const uids = sponsorUid === undefined ? [] : [sponsorUid];
          expect(readWaiting(network, { uids, search, limit, offset, enrolled })).toEqual({
            uids: waiting.slice(offset, offset + limit),
            count: waiting.length,
          });
        },
      ),
      { numRuns: 300 },
    );
  });
});
