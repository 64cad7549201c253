import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MemberImports, type Row } from './support/imports.js';
import { NaiveImporter } from './support/naive-importer.js';
import { useTestApp } from './support/use-test-app.js';

const WIDTH = 3;

/** How somebody new comes; numbers choose among those who are there. */
interface Newcomer {
  readonly kind: 'distributor' | 'customer';
  readonly sponsor: number;
  readonly place: number | null;
  readonly days: number;
}

/** What is made wrong. */
interface Mistake {
  readonly row: number;
  readonly other: number;
  readonly what: (typeof MISTAKES)[number];
}

const MISTAKES = [
  ...(['email', 'same email', 'same name', 'sponsor', 'parent', 'leg', 'kind', 'days'] as const),
  ...(['nobody', 'no sponsor', 'no place'] as const),
];

const newcomer: fc.Arbitrary<Newcomer> = fc.record({
  kind: fc.constantFrom('distributor', 'distributor', 'distributor', 'customer'),
  sponsor: fc.nat(50),
  place: fc.option(fc.nat(50)),
  days: fc.nat(40),
});
const mistake: fc.Arbitrary<Mistake> = fc.record({
  row: fc.nat(20),
  other: fc.nat(20),
  what: fc.constantFrom(...MISTAKES),
});
const file = fc.record({
  newcomers: fc.array(newcomer, { minLength: 1, maxLength: 12 }),
  mistakes: fc.array(mistake, { maxLength: 3 }),
  order: fc.array(fc.nat(1_000), { minLength: 12, maxLength: 12 }),
});

type Spoilt = typeof file extends fc.Arbitrary<infer File> ? File : never;

const newcomerBelow = (sponsor: number): Newcomer => ({ kind: 'distributor', sponsor, place: null, days: 0 });
const dayOf = (days: number): string => new Date(Date.UTC(2020, 0, 1 + days)).toISOString();

const app = await useTestApp({ config: { jobConcurrency: 0 } });
const root = await app.make.superAdmin();
const imports = new MemberImports(app, root);
await root.patch('/admin/api/network/settings/', { placement: 'matrix', width: WIDTH });

describe('any file of members', () => {
  let count = 0;

  /** Rows that nothing is wrong with, as far as the naive importer knows the members. */
  function rowsOf(naive: NaiveImporter, newcomers: readonly Newcomer[]): Row[] {
    const rows: Row[] = [];
    const known = [...naive.members.values()].filter(({ kind }) => kind === 'distributor');
    const sponsors = known.map(({ name, enrolledAt, place }) => ({ name, enrolledAt, isPlaced: place !== null }));
    const taken = new Set([...naive.members.values()].map(({ place }) => `${place?.parent ?? ''} ${place?.leg ?? ''}`));
    for (const { kind, sponsor, place, days } of newcomers) {
      count += 1;
      const name = `m${count}`;
      const by = sponsors[sponsor % (sponsors.length + 1)];
      const enrolledAt = [dayOf(days), by?.enrolledAt ?? ''].sort().at(-1)!;
      const row: Row = {
        username: name,
        kind,
        enrolled_at: enrolledAt,
        ...(by === undefined ? {} : { sponsor: by.name }),
      };
      const places = place === null || kind !== 'distributor' || by === undefined ? [] : freePlaces(sponsors, taken);
      const [parent, leg] = places.length === 0 ? [null, null] : places[place! % places.length]!;
      if (parent !== null) Object.assign(row, { placement_parent: parent, placement_leg: leg });
      taken.add(`${parent ?? ''} ${leg ?? ''}`);
      if (kind === 'distributor') sponsors.push({ name, enrolledAt, isPlaced: parent !== null || by === undefined });
      rows.push(row);
    }
    return rows;
  }

  function freePlaces(
    members: readonly { name: string; isPlaced: boolean }[],
    taken: ReadonlySet<string>,
  ): [string, number][] {
    const parents = members.filter(({ isPlaced }) => isPlaced);
    const all = parents.flatMap(({ name }) => [1, 2, 3].map((leg): [string, number] => [name, leg]));
    return all.filter(([name, leg]) => !taken.has(`${name} ${leg}`));
  }

  function spoil(rows: Row[], { row, other, what }: Mistake): void {
    const one = rows[row % rows.length]!;
    const two = rows[other % rows.length]!;
    if (what === 'email') one.email = 'none';
    if (what === 'same email') for (const each of [one, two]) each.email = `both-${count}@example.com`;
    if (what === 'same name') one.username = String(two.username).toUpperCase();
    if (what === 'sponsor') one.sponsor = two.username;
    if (what === 'parent') Object.assign(one, { placement_parent: two.username, placement_leg: 1 + (other % 3) });
    if (what === 'leg' && one.placement_leg !== undefined) one.placement_leg = 1 + (other % 4);
    if (what === 'kind') one.kind = 'preferred';
    if (what === 'days') one.enrolled_at = dayOf(other * 3);
    if (what === 'nobody') one[other % 2 ? 'sponsor' : 'placement_parent'] = 'nobody';
    if (what === 'no sponsor') delete one.sponsor;
    if (what === 'no place') for (const field of ['placement_parent', 'placement_leg']) delete one[field];
  }

  async function expectShown(naive: NaiveImporter, rows: readonly Row[]): Promise<void> {
    const names = rows.map(({ username }) => String(username));
    const users = await app.database.query<{ uid: number; username: string }>(
      'SELECT uid, username FROM users WHERE username = ANY ($1)',
      [names],
    );
    expect(users).toHaveLength(rows.length);
    for (const { uid, username } of users) {
      const { kind, enrolledAt, sponsor, place } = naive.members.get(username.toLowerCase())!;
      const { data } = (await root.get(`/admin/api/network/${uid}/`)).body;
      const position = (tree: string) => {
        const found = data[tree].position as { parent: string | null; leg: number | null } | null;
        // The naive importer knows names in lower case.
        return found && { parent: found.parent?.toLowerCase() ?? null, leg: found.leg };
      };
      const shown = {
        kind: data.kind,
        enrolledAt: data.enrolled_at,
        states: data.states.length,
        sponsor: position('sponsor'),
        placement: position('placement'),
        since: data.placement.history[0]?.from ?? null,
      };
      expect(shown).toEqual({
        kind,
        enrolledAt,
        states: 1,
        sponsor: { parent: sponsor, leg: null },
        placement: place === null ? null : { parent: place.parent, leg: place.leg },
        since: place?.since ?? null,
      });
    }
  }

  /** Below a row that is refused, and that would stand below it. */
  const CIRCLE: Spoilt = {
    newcomers: [newcomerBelow(0), newcomerBelow(0)],
    mistakes: [
      { row: 0, other: 0, what: 'email' },
      { row: 0, other: 1, what: 'sponsor' },
    ],
    order: Array.from({ length: 12 }, () => 0),
  };

  it('is refused by the lines and fields that a naive importer refuses, or written as it would', async () => {
    let accepted = 0;
    let refusals = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 2, maxLength: 3 }), async (files) => {
        const naive = new NaiveImporter(WIDTH);
        for (const { newcomers, mistakes, order } of files) {
          const rows = rowsOf(naive, newcomers);
          for (const one of mistakes) spoil(rows, one);
          const shuffled = rows.map((row, index) => ({ row, at: order[index]! })).sort((a, b) => a.at - b.at);
          const sent = shuffled.map(({ row }) => row);
          const wanted = naive.check(sent);
          const told = await imports.import(sent);
          const found = told.refused.map(({ line, errors }) => [line, Object.keys(errors).sort()]);
          const expected = [...wanted].map(([line, fields]): [number, string[]] => [line, [...fields].sort()]);
          expect(found).toEqual(expected.sort(([one], [other]) => one - other));
          expect(told.status).toBe(wanted.size === 0 ? 'done' : 'refused');
          if (wanted.size > 0) refusals += 1;
          if (wanted.size > 0) continue;
          accepted += 1;
          naive.apply(sent);
          await expectShown(naive, sent);
        }
      }),
      { numRuns: 20, examples: [[[CIRCLE]]] },
    );
    expect(Math.min(accepted, refusals)).toBeGreaterThan(3);
  });
});
