import fc from 'fast-check';

/** A JSON object that tests change freely. */
export type Document = Record<string, unknown>;

const NAMES = ['member', 'bronze', 'Silver Executive', '1-Star', 'Präsident', '★★', 'Vice.President [EU]', 'toString'];

const decimal = (most: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: most * 10_000 }).map((value) => value / 10_000);
const positive = (most: number): fc.Arbitrary<number> =>
  fc.integer({ min: 1, max: most * 10_000 }).map((value) => value / 10_000);
const money = fc.integer({ min: 0, max: 9_999_999 }).map((cents) => cents / 100);
const percent = decimal(100);
const levels = fc.array(percent, { maxLength: 9 });
const count = fc.integer({ min: 0, max: 20 });

const table = (ranks: readonly string[], value: fc.Arbitrary<unknown>): fc.Arbitrary<Document> =>
  fc
    .subarray([...ranks], { minLength: 1 })
    .chain((named) => fc.record(Object.fromEntries(named.map((rank) => [rank, value]))));

/** Some of the keys of an object, each as likely as not. */
const some = (values: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Document> =>
  fc.record(values, { requiredKeys: [] });

/** Conditions that ask for volume, and for legs of lower ranks alone: anybody may reach them. */
function conditions(lower: readonly string[], depth: number): fc.Arbitrary<Document> {
  const own = some({
    personal_volume: positive(1000),
    active_frontline: count,
    customers: count,
    ...(lower.length === 0
      ? {}
      : { legs: fc.array(fc.record({ rank: fc.constantFrom(...lower), count }), { maxLength: 3 }) }),
    ...(depth === 0 ? {} : { any: fc.array(conditions(lower, depth - 1), { minLength: 1, maxLength: 3 }) }),
  });
  const group = fc.record(
    { group_volume: positive(100_000), leg_cap_percent: positive(100) },
    { requiredKeys: ['group_volume'] },
  );
  return fc.tuple(own, group).map(([one, other]) => ({ ...one, ...other }));
}

const compression = fc.constantFrom('none', 'active', 'dynamic');
const optional = (values: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Document> => some(values);

/** A bonus of each type, by what stands above it. */
const BONUSES: Readonly<
  Record<string, (ranks: readonly string[], above: readonly Document[]) => fc.Arbitrary<Document>>
> = {
  unilevel: (ranks) =>
    fc
      .tuple(table(ranks, levels), optional({ tree: fc.constantFrom('sponsor', 'placement'), compression }))
      .map(([percents, rest]) => ({ percents, ...rest })),
  generation: (ranks) => fc.record({ rank: fc.constantFrom(...ranks), percents: levels }),
  fast_start: (_, above) => {
    const ids = above.filter(({ type }) => type === 'unilevel' || type === 'generation').map(({ id }) => id);
    return fc.record({ days: fc.integer({ min: 1, max: 90 }), percents: levels, excludes: fc.subarray(ids) });
  },
  differential: () =>
    fc
      .tuple(fc.uniqueArray(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 8 }), fc.boolean(), percent)
      .map(([froms, breaksAway, leadership]) => ({
        steps: froms.sort((one, other) => one - other).map((from, at) => ({ from, percent: at + 0.25 })),
        ...(breaksAway ? { breakaway: { leadership_percent: leadership } } : {}),
      })),
  binary: (ranks) =>
    fc
      .tuple(
        fc.oneof(fc.record({ percent }), fc.record({ cycle: fc.record({ volume: positive(1000), amount: money }) })),
        optional({
          ratio: some({ strong: fc.integer({ min: 1, max: 5 }), weak: fc.integer({ min: 1, max: 5 }) }),
          cap: table(ranks, money),
          over_cap: fc.constantFrom('flush', 'carry'),
          carry_cap: decimal(100_000),
          requires_legs: fc.boolean(),
          inactive: fc.constantFrom('keep', 'flush'),
        }),
      )
      .map(([pays, rest]) => ({ ...pays, ...rest })),
  matching: (ranks, above) =>
    fc
      .tuple(
        fc.subarray(
          above.map(({ id }) => id),
          { minLength: 1 },
        ),
        table(ranks, levels),
        compression,
      )
      .map(([of, percents, compressed]) => ({ of, percents, compression: compressed })),
  pool: (ranks) => fc.record({ percent, shares: table(ranks, count) }),
  rank_advancement: (ranks) => table(ranks.slice(1), money).map((amounts) => ({ amounts })),
  retail: () => optional({ percent }),
};

function bonuses(ranks: readonly string[], most: number, above: readonly Document[] = []): fc.Arbitrary<Document[]> {
  if (above.length === most) return fc.constant([...above]);
  const types = Object.keys(BONUSES).filter(
    (type) => (type !== 'matching' || above.length > 0) && (type !== 'rank_advancement' || ranks.length > 1),
  );
  return fc
    .constantFrom(...types)
    .chain((type) => BONUSES[type]!(ranks, above).map((rest) => ({ id: `${type}_${above.length}`, type, ...rest })))
    .chain((bonus) => bonuses(ranks, most, [...above, bonus]));
}

/** Documents of valid plans, for a currency with two decimals. */
export const validPlans: fc.Arbitrary<Document> = fc
  .tuple(fc.shuffledSubarray(NAMES, { minLength: 1, maxLength: 6 }), fc.integer({ min: 0, max: 7 }))
  .chain(([names, most]) =>
    fc.tuple(
      fc.record({
        name: fc.constantFrom('Hybrid 2027', 'Plán'),
        period: fc.constantFrom('month', 'week'),
        time_zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York'),
        volumes: fc.record({
          qualifying: fc.constantFrom('points', 'business_volume', 'cumulative_volume'),
          commissionable: fc.constantFrom('points', 'business_volume', 'cumulative_volume'),
        }),
        ranks: fc.tuple(
          ...names.map((name, at) =>
            at === 0
              ? fc.constant<Document>({ name, requires: {} })
              : conditions(names.slice(0, at), 2).map((requires): Document => ({ name, requires })),
          ),
        ),
        bonuses: bonuses(names, most),
      }),
      optional({
        rate: positive(100),
        rounding: fc.constantFrom('half_even', 'half_up'),
        personal_volume_includes_customers: fc.boolean(),
        active: fc.record({ personal_volume: decimal(100) }),
        member_cap: money,
        payout_cap_percent: percent,
        minimum_payout: money,
        four_eyes: fc.boolean(),
      }),
    ),
  )
  .map(([needed, rest]) => ({ ...needed, ...rest }));
