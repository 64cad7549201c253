import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { validPlans, type Document } from '#test/support/plan-arbitrary.js';
import { validatePlan, MAX_PROBLEMS } from './validate.js';

const RANKS = [
  { name: 'member', requires: {} },
  { name: 'silver', requires: { personal_volume: 100, group_volume: 1000, leg_cap_percent: 60 } },
  { name: 'gold', requires: { any: [{ legs: [{ rank: 'silver', count: 3 }] }, { group_volume: 20000 }] } },
];

const BONUSES = [
  { id: 'levels', type: 'unilevel', percents: { member: [5, 3], gold: [5, 3, 2] } },
  { id: 'leaders', type: 'generation', rank: 'silver', percents: [4, 2] },
  { id: 'start', type: 'fast_start', days: 30, percents: [20, 5], excludes: ['levels', 'leaders'] },
  {
    id: 'steps',
    type: 'differential',
    steps: [
      { from: 0, percent: 3 },
      { from: 1000, percent: 6 },
    ],
  },
  { id: 'pairs', type: 'binary', percent: 10, cap: { member: 500 } },
  { id: 'cycles', type: 'binary', cycle: { volume: 100, amount: 10 } },
  { id: 'checks', type: 'matching', of: ['pairs', 'levels'], percents: { silver: [10] } },
  { id: 'leaders_pool', type: 'pool', percent: 2, shares: { gold: 1 } },
  { id: 'advance', type: 'rank_advancement', amounts: { silver: 50, gold: 250 } },
  { id: 'margin', type: 'retail' },
];

/** A valid plan with a bonus of each type. */
function plan(): Document & { ranks: Document[]; bonuses: Document[] } {
  return structuredClone({
    name: 'Hybrid',
    period: 'month',
    time_zone: 'UTC',
    volumes: { qualifying: 'points', commissionable: 'business_volume' },
    active: { personal_volume: 50 },
    ranks: RANKS,
    bonuses: BONUSES,
    member_cap: 50000,
    payout_cap_percent: 45,
    minimum_payout: 10,
  });
}

/** The way to a value, such as `bonuses[0].percents.gold[2]`. */
const steps = (path: string): (string | number)[] =>
  [...path.matchAll(/\[(\d+)\]|\["([^"]+)"\]|([^.[\]]+)/g)].map(([, index, key, word]) =>
    index === undefined ? (key ?? word)! : Number(index),
  );

/** Puts a value at a place; undefined takes away what is there. */
function put<Whole>(document: Whole, path: string, value: unknown): Whole {
  const way = steps(path);
  const last = way.pop()!;
  const parent = way.reduce((at, step) => (at as Record<string | number, unknown>)[step], document as unknown);
  (parent as Record<string | number, unknown>)[last] = value;
  return JSON.parse(JSON.stringify(document), (_, one: unknown) => one) as Whole;
}

const told = (document: unknown, digits = 2): string[] =>
  validatePlan(document, digits).problems.map(({ path }) => path);

/** What is put where, and where the problem is told if not there. */
const MUTATIONS: readonly [path: string, value: unknown, at?: string][] = [
  ['name', undefined],
  ['name', ''],
  ['name', ' Hybrid'],
  ['name', 'a\u0007b'],
  ['name', 'x'.repeat(101)],
  ['name', 5],
  ['period', 'day'],
  ['period', undefined],
  ['time_zone', 'Mars/Olympus'],
  ['time_zone', '+01:00'],
  ['time_zone', null],
  ['volumes', undefined],
  ['volumes.qualifying', 'price'],
  ['volumes.extra', 1],
  ['extra', 1],
  ['rate', 0],
  ['rate', -1],
  ['rate', 1.00001],
  ['rate', '1'],
  ['rate', 1_000_001],
  ['rounding', 'up'],
  ['personal_volume_includes_customers', 'yes'],
  ['four_eyes', 1],
  ['member_cap', 10.005],
  ['member_cap', -1],
  ['member_cap', 1e10],
  ['minimum_payout', 0.001],
  ['payout_cap_percent', 100.0001],
  ['payout_cap_percent', -1],
  ['active', []],
  ['active.personal_volume', -1],
  ['active.volume', 5],
  ['active.leg_cap_percent', 50],
  ['active.active_frontline', 1, 'active'],
  ['active.legs', [{ rank: 'platinum', count: 1 }], 'active.legs[0].rank'],
  ['ranks', []],
  ['ranks', {}],
  ['ranks', undefined],
  ['ranks[0].requires', { personal_volume: 1 }],
  ['ranks[1].title', 'Silver'],
  ['ranks[1].requires.personal_volume', 0.00001],
  ['ranks[1].requires.personal_volume', 1e11],
  ['ranks[1].requires.group_volume', undefined, 'ranks[1].requires.leg_cap_percent'],
  ['ranks[1].requires.leg_cap_percent', 0],
  ['ranks[1].requires.leg_cap_percent', 101],
  ['ranks[1].requires.active_frontline', 1.5],
  ['ranks[1].requires.customers', -1],
  ['ranks[1].requires.recruits', 3],
  ['ranks[1].requires.legs', [{ rank: 'gold', count: 1, size: 2 }], 'ranks[1].requires.legs[0].size'],
  ['ranks[2].requires.any', []],
  ['ranks[2].requires.any[0].legs[0].rank', 'platinum'],
  ['ranks[2].requires.any[0].legs[0].count', 1_000_001],
  ['ranks[2].requires.any[1].leg_cap_percent', 0],
  ['ranks[2].requires.any[0].leg_cap_percent', 40],
  [
    'ranks[2].requires.any[0].any',
    [{ any: [{ any: [{ any: [{ customers: 1 }] }] }] }],
    'ranks[2].requires.any[0].any[0].any[0].any[0].any',
  ],
  ['bonuses', null],
  ['bonuses[0].tree', 'binary'],
  ['bonuses[0].levels', 3],
  ['bonuses[0].compression', 'full'],
  ['bonuses[0].percents', undefined],
  ['bonuses[0].percents.gold[2]', 101],
  ['bonuses[0].percents.gold[2]', 1.23456],
  ['bonuses[0].percents.gold[2]', '5'],
  ['bonuses[0].percents.gold', 5],
  ['bonuses[0].percents.platinum', [5]],
  ['bonuses[0].percents.gold', Array(101).fill(1)],
  ['bonuses[1].rank', 'platinum'],
  ['bonuses[1].percents[0]', -1],
  ['bonuses[2].days', 0],
  ['bonuses[2].days', 1.5],
  ['bonuses[2].excludes[1]', 'pairs'],
  ['bonuses[2].excludes[1]', 'nothing'],
  ['bonuses[2].excludes[1]', 'levels'],
  ['bonuses[3].steps', []],
  ['bonuses[3].steps[1].from', 0],
  ['bonuses[3].steps[1].percent', 3],
  ['bonuses[3].breakaway', {}, 'bonuses[3].breakaway.leadership_percent'],
  ['bonuses[3].breakaway', { leadership_percent: 101 }, 'bonuses[3].breakaway.leadership_percent'],
  ['bonuses[4].percent', undefined],
  ['bonuses[4].cycle', { volume: 1, amount: 1 }],
  ['bonuses[4].cap.member', 0.001],
  ['bonuses[4].cap.platinum', 1],
  ['bonuses[4].carry_cap', -1],
  ['bonuses[4].over_cap', 'keep'],
  ['bonuses[4].inactive', 'carry'],
  ['bonuses[4].ratio', { strong: 0 }, 'bonuses[4].ratio.strong'],
  ['bonuses[4].ratio', { strong: 1.5 }, 'bonuses[4].ratio.strong'],
  ['bonuses[4].requires_legs', 'yes'],
  ['bonuses[5].cycle.volume', 0],
  ['bonuses[5].cycle.amount', 1.005],
  ['bonuses[6].of', []],
  ['bonuses[6].of[0]', 'checks'],
  ['bonuses[6].of[0]', 'margin'],
  ['bonuses[6].of[1]', 'pairs'],
  ['bonuses[6].percents.platinum', [1]],
  ['bonuses[6].compression', true],
  ['bonuses[7].percent', undefined],
  ['bonuses[7].shares.gold', 1.5],
  ['bonuses[7].shares.platinum', 1],
  ['bonuses[8].amounts.gold', 1.005],
  ['bonuses[8].amounts.member', 5],
  ['bonuses[8].amounts.platinum', 5],
  ['bonuses[9].id', 'cap'],
  ['bonuses[9].id', 'clawback'],
  ['bonuses[9].id', 'levels'],
  ['bonuses[9].percent', 101],
  ['bonuses[9].percent', null],
];

describe('the validation of a plan', () => {
  it('takes valid plans, and leaves them as they are once defaults are filled in', () => {
    fc.assert(
      fc.property(validPlans, (document) => {
        const validated = validatePlan(document, 2);
        expect(validated.problems).toEqual([]);
        expect(validated.plan).toMatchObject(document);
        expect(validatePlan(validated.plan, 2).plan).toEqual(validated.plan);
      }),
      { numRuns: 200 },
    );
  });

  it('has a plan that every mutation below makes wrong', () => {
    expect(told(plan())).toEqual([]);
  });

  it.each(MUTATIONS)('names %s where %j stands', (path, value, at = path) => {
    expect(told(put(plan(), path, value))).toEqual([at]);
  });

  it.each<[path: string, value: unknown, ...rest: string[]]>([
    [
      'ranks[1].name',
      'member',
      'ranks[2].requires.any[0].legs[0].rank',
      'bonuses[1].rank',
      'bonuses[6].percents.silver',
      'bonuses[8].amounts.silver',
    ],
    ['bonuses[0]', 'unilevel', 'bonuses[2].excludes[0]', 'bonuses[6].of[1]'],
    ['bonuses[0].id', undefined, 'bonuses[2].excludes[0]', 'bonuses[6].of[1]'],
    ['bonuses[0].type', 'matrix', 'bonuses[2].excludes[0]'],
    ['bonuses[0].type', undefined, 'bonuses[2].excludes[0]'],
  ])('names %s where %j stands, and what refers to it', (path, value, ...rest) => {
    expect(told(put(plan(), path, value))).toEqual([path, ...rest]);
  });

  it('refuses random plans that one thing is wrong with', () => {
    const wrong: [path: string, value: unknown][] = [
      ['surprise', 1],
      ['time_zone', 'Nowhere/At_All'],
      ['ranks[0].requires', { group_volume: 1 }],
      ['ranks[0].colour', 'red'],
      ['member_cap', 0.001],
      ['rate', -0.5],
    ];
    fc.assert(
      fc.property(validPlans, fc.constantFrom(...wrong), (document, [path, value]) => {
        expect(told(put(structuredClone(document), path, value))).toEqual([path]);
      }),
      { numRuns: 100 },
    );
  });

  it('refuses a bonus of random plans that one thing is wrong with', () => {
    const wrong: Readonly<Record<string, [path: string, value: unknown][]>> = {
      unilevel: [
        ['percents.nobody', [1]],
        ['tree', 'up'],
        ['compression', null],
      ],
      generation: [
        ['rank', 'nobody'],
        ['percents', undefined],
      ],
      fast_start: [
        ['days', -1],
        ['excludes', ['nothing']],
      ],
      differential: [
        ['steps', []],
        ['breakaway', 5],
      ],
      binary: [
        ['carry_cap', 0.12345],
        ['cap', { nobody: 1 }],
      ],
      matching: [
        ['of', ['nothing']],
        ['percents', []],
      ],
      pool: [
        ['percent', 101],
        ['shares.nobody', 1],
      ],
      rank_advancement: [['amounts.nobody', 1]],
      retail: [
        ['percent', -1],
        ['surprise', true],
      ],
    };
    const cases = validPlans
      .filter(({ bonuses }) => (bonuses as Document[]).length > 0)
      .chain((document) =>
        fc.nat((document.bonuses as Document[]).length - 1).chain((at) => {
          const type = (document.bonuses as Document[])[at]!.type as string;
          return fc.tuple(fc.constant(document), fc.constant(`bonuses[${at}]`), fc.constantFrom(...wrong[type]!));
        }),
      );
    fc.assert(
      fc.property(cases, ([document, bonus, [field, value]]) => {
        const [first] = told(put(structuredClone(document), `${bonus}.${field}`, value));
        expect(first?.startsWith(`${bonus}.${field}`)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('names everything that is wrong in one answer, also within one bonus', () => {
    const document = plan();
    put(document, 'surprise', 1);
    document.time_zone = 'Mars/Olympus';
    document.ranks[1]!.name = 7;
    document.bonuses[0]!.percents = { member: [101, 'x'], platinum: [1] };
    document.bonuses[6]!.of = ['margin', 5];
    expect(new Set(told(document))).toEqual(
      new Set([
        'surprise',
        'time_zone',
        'ranks[1].name',
        'ranks[2].requires.any[0].legs[0].rank',
        'bonuses[0].percents.member[0]',
        'bonuses[0].percents.member[1]',
        'bonuses[0].percents.platinum',
        'bonuses[1].rank',
        'bonuses[6].of[0]',
        'bonuses[6].of[1]',
        'bonuses[6].percents.silver',
        'bonuses[8].amounts.silver',
      ]),
    );
  });

  it('holds money to the decimals of the currency', () => {
    const document = { ...plan(), member_cap: 0.125, minimum_payout: 0 };
    expect(told(document, 3)).toEqual([]);
    expect(told(document, 2)).toEqual(['member_cap']);
    expect(validatePlan(document, 0).problems[0]?.message).toBe('must have no decimals, as the currency has');
  });

  it('lets a rank ask for itself in a leg, where another way leads to it', () => {
    const document = plan();
    document.ranks[2] = {
      name: 'gold',
      requires: { any: [{ group_volume: 5000 }, { legs: [{ rank: 'gold', count: 2 }] }] },
    };
    expect(told(document)).toEqual([]);
    document.ranks[1] = { name: 'silver', requires: { group_volume: 1000, legs: [{ rank: 'gold', count: 1 }] } };
    expect(told(document)).toEqual([]);
    document.ranks[2] = { name: 'gold', requires: { group_volume: 5000, legs: [{ rank: 'silver', count: 1 }] } };
    expect(told(document)).toEqual(['ranks[1].requires.legs[0].rank', 'ranks[2].requires.legs[0].rank']);
  });

  it('pays for no rank that is reached without volume', () => {
    const advance = (requires: Document): string[] => {
      const document = plan();
      document.ranks[2] = { name: 'gold', requires };
      return told(document);
    };
    const refused = ['bonuses[8].amounts.gold'];
    expect(advance({ active_frontline: 9 })).toEqual(refused);
    expect(advance({})).toEqual(refused);
    expect(advance({ group_volume: 0 })).toEqual(refused);
    expect(advance({ legs: [{ rank: 'member', count: 3 }] })).toEqual(refused);
    expect(advance({ any: [{ legs: [{ rank: 'silver', count: 1 }] }, { active_frontline: 3 }] })).toEqual([...refused]);
    expect(advance({ any: [{ active_frontline: 3 }], personal_volume: 1 })).toEqual([]);
    expect(advance({ customers: 3 })).toEqual([]);
    expect(advance({ any: [{ group_volume: 9 }, { legs: [{ rank: 'gold', count: 2 }] }] })).toEqual([]);
  });

  it('sees that a higher rank without volume fills a leg', () => {
    const document = plan();
    document.ranks.push({ name: 'recruiter', requires: { active_frontline: 9 } });
    document.ranks[2] = { name: 'gold', requires: { legs: [{ rank: 'silver', count: 3 }] } };
    expect(told(document)).toEqual(['bonuses[8].amounts.gold']);
  });

  it('refuses what is no object, keys that lead to prototypes, and texts that cannot be stored', () => {
    for (const document of [undefined, null, 'plan', 5, []]) expect(told(document)).toEqual(['']);
    const text = JSON.stringify(plan());
    expect(told(JSON.parse(text.replace('"name":"Hybrid"', '"name":"Hybrid","__proto__":{"rate":5}')))).toEqual([
      '__proto__',
    ]);
    expect(told(JSON.parse(text.replace('"gold":[', '"__proto__":[')))).toEqual(['bonuses[0].percents.__proto__']);
    expect(told(JSON.parse(text.replaceAll('"silver"', '"constructor"')))).toEqual([]);
    expect(told({ ...plan(), name: Symbol('text that cannot be stored') })).toEqual(['name']);
    expect(told({ ...plan(), rate: Number.NaN })).toEqual(['rate']);
  });

  it('names no more than can be read, and stops at lists that are too long', () => {
    const unknown = Object.fromEntries(Array.from({ length: 190 }, (_, at) => [`key ${at}`, at]));
    const many = Array.from({ length: 100 }, (_, at) => ({ name: `rank ${at}`, requires: unknown }));
    expect(told({ ...plan(), ranks: many }).length).toBe(MAX_PROBLEMS);
    const tooMany = Array.from({ length: 20_000 }, (_, at) => ({ id: `bonus ${at}`, x: 1 }));
    expect(told({ ...plan(), bonuses: tooMany })).toEqual(['bonuses']);
  });
});
