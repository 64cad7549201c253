import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Texts } from './member-table.js';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'É', 'ł', ' '), maxLength: 6 });

describe('names to search', () => {
  it.each([
    ['one by one', 0],
    ['in one go', 1],
  ])('are found as strings are, %s', (_, share) => {
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 20 }),
        fc.array(fc.tuple(fc.nat(), word)),
        word,
        (names, renamed, sought) => {
          fc.pre(sought.length > 0);
          const texts = new Texts();
          const now = [...names];
          names.forEach((name, member) => texts.set(member, Buffer.from(name)));
          for (const [index, name] of renamed) {
            now[index % now.length] = name;
            texts.set(index % now.length, Buffer.from(name));
          }
          const isFound = texts.matching(sought.toLowerCase(), now.length, now.length * share);
          expect(now.map((__, member) => isFound(member))).toEqual(
            now.map((name) => name.toLowerCase().includes(sought.toLowerCase())),
          );
        },
      ),
    );
  });

  it('are found when nearly all are', () => {
    const texts = new Texts();
    const count = 50_000;
    for (let member = 0; member < count; member += 1)
      texts.set(member, Buffer.from(member % 3 === 0 ? 'Zoë' : 'Maria'));
    const isFound = texts.matching('ari', count, count);
    for (let member = 0; member < count; member += 1)
      if (isFound(member) !== (member % 3 !== 0)) throw new Error(`${member}`);
  });
});
