import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NOBODY, NOT_PLACED } from './period.js';
import { farAbove } from './trees.js';

/** Members in two trees: a few levels or very many, some of them without a place. */
const anyNetwork = fc.gen().map((random) => {
  const count = random(fc.integer, { min: 1, max: 60 });
  const back = random(fc.integer, { min: 1, max: 20 });
  const sponsor = new Int32Array(count).fill(NOBODY);
  const parent = new Int32Array(count).fill(NOT_PLACED);
  for (let member = 1; member < count; member += 1)
    if (random(fc.nat, 20) > 0) sponsor[member] = Math.max(0, member - 1 - random(fc.nat, back));
  // Places have nothing to do with who sponsored whom.
  const placed = random(fc.shuffledSubarray<number>, [...sponsor.keys()]);
  for (const [at, member] of placed.entries())
    parent[member] =
      at === 0 || random(fc.nat, 20) === 0 ? NOBODY : placed[Math.max(0, at - 1 - random(fc.nat, back))]!;
  return { sponsor, parent };
});

/** All above a member, the nearest first. */
function upline(above: Int32Array, member: number): number[] {
  const found: number[] = [];
  for (let at = above[member]!; at >= 0; at = above[at]!) found.push(at);
  return found;
}

describe('who stands far above', () => {
  it('is named by each member whose depth is a multiple of the levels, in both trees', () => {
    fc.assert(
      fc.property(anyNetwork, fc.integer({ min: 1, max: 5 }), ({ sponsor, parent }, levels) => {
        const far = farAbove({ sponsor, parent }, levels);
        const namedIn = (above: Int32Array, member: number): number => {
          const all = upline(above, member);
          return all.length % levels === 0 ? (all[levels - 1] ?? NOBODY) : NOBODY;
        };
        for (const member of sponsor.keys()) {
          const ofSponsor = namedIn(sponsor, member);
          const host = upline(sponsor, member).find((one) => parent[one] !== NOT_PLACED) ?? NOBODY;
          const unplaced = ofSponsor === NOBODY ? NOBODY : host;
          expect([far.sponsor[member], far.parent[member]]).toEqual([
            ofSponsor,
            parent[member] === NOT_PLACED ? unplaced : namedIn(parent, member),
          ]);
        }
      }),
    );
  });

  it('is named every 256 levels in a run', () => {
    const sponsor = Int32Array.from({ length: 600 }, (_, member) => member - 1);
    const { sponsor: far } = farAbove({ sponsor, parent: sponsor });
    expect([...far.entries()].filter(([, above]) => above !== NOBODY)).toEqual([
      [256, 0],
      [512, 256],
    ]);
  });
});
