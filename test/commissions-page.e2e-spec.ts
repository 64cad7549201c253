import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { calculateSmall, OWN_TYPES } from '@commerce/commission-engine';
import { examplesOf, type PageExample } from './support/commissions-page.js';

const page = readFileSync('docs/commissions.md', 'utf8');
/** A further type may have its section in its folder instead. */
const sections = globSync('packages/commission-engine/src/bonuses/*/*.md').map((file) => readFileSync(file, 'utf8'));
const examples = [page, ...sections].flatMap(examplesOf);

/** What the engine makes of an example, as the page prints it. */
function printed({ names, period }: PageExample) {
  const { lines, carried } = calculateSmall(period);
  const name = (uid: number | undefined): string => (uid === undefined ? '' : names[uid - 1]!);
  const units = (volume: number): string => String(volume / 10_000);
  return {
    lines: lines.map(({ payee, bonus, source, level, rank, amount }) => ({
      payee: name(payee),
      bonus,
      from: name(source),
      level: level === undefined ? '' : String(level),
      rank: rank ?? '',
      gets: (amount / 100).toFixed(2),
    })),
    carried: Object.fromEntries(
      Object.values(carried).flatMap((legs) =>
        Object.entries(legs).map(([uid, { left, right }]) => [
          name(Number(uid)),
          `${units(left)} left, ${units(right)} right`,
        ]),
      ),
    ),
  };
}

const sorted = (lines: readonly object[]): string[] => lines.map((line) => JSON.stringify(line)).sort();

describe('docs/commissions.md', () => {
  it('has an example of each type of bonus, of caps and of returns', () => {
    const types = examples.flatMap(({ period }) => period.plan.bonuses.map(({ type }) => type));
    expect(new Set(types)).toEqual(new Set(OWN_TYPES.map(({ type }) => type)));
    expect(examples.map(({ title }) => title)).toEqual(expect.arrayContaining(['Caps', 'Returns']));
  });

  it.each(examples.map((example) => [example.title, example] as const))(
    'says of %s what the engine calculates',
    (_, example) => {
      expect(example.lines.length).toBeGreaterThan(0);
      const { lines, carried } = printed(example);
      expect(sorted(example.lines)).toEqual(sorted(lines));
      expect(example.carried).toEqual(carried);
    },
  );

  it.each(examples.map((example) => [example.title, example] as const))(
    'shows of %s who is in it, and calculates rightly',
    (_, { names, picture, products }) => {
      for (const name of names) expect(picture).toContain(name);
      for (const { percent, of, gets } of products) expect((percent * of) / 100).toBeCloseTo(gets, 8);
    },
  );

  it('leads to headings that it has', () => {
    const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, title]) => title!.toLowerCase().replaceAll(' ', '-'));
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, target]) => target!);
    expect(links.filter((target) => !headings.includes(target))).toEqual([]);
  });
});
