import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { exchange } from '#test/support/http.js';
import type { Instance } from '#test/support/instance.js';
import { BASE } from '#test/support/shop.js';
import { type Edge, type Evidence, type State, type Tables, type Tree, TREES } from './evidence.js';
import type { Hand } from './hand.js';
import type { Failure } from './verdict.js';

/**
 * Live figures that are still wrong after this time are a failure. They may be 5 seconds late (docs/spec/commissions.md#5), but a
 * busy machine takes longer; how late they were is reported.
 */
const LATE_MS = 60_000;

const PAUSE_MS = 100;
const PAGE = 100;

/** Members whose pages are asked for at the same time. */
const AT_ONCE = 8;

/** A member's page in the admin module, as far as it is told of the trees; instants in milliseconds. */
export interface ToldMember {
  uid: number;
  position: Record<Tree, { parent: number | null; leg: number | null } | null>;
  edges: Record<Tree, Pick<Edge, 'parent' | 'leg' | 'from' | 'to'>[]>;
  states: Pick<State, 'kind' | 'status' | 'from' | 'to'>[];
  upline: Record<Tree, number[]>;
}

/** What one instance answers. */
export interface Told {
  /** Its port. */
  instance: number;
  /** Milliseconds from the last change until it was asked for these figures. */
  after: number;
  /** The open period as it told it. */
  period: { from: number; to: number };
  live: Record<Tree, readonly Figures[]>;
  members: readonly ToldMember[];
}

type Data = Record<string, unknown>;

/** Reads what one instance tells, when nobody changes anything any more. */
export class Teller {
  /** @param lastChange when the last change was answered, by `performance.now()` */
  constructor(
    private readonly instance: Instance,
    private readonly hand: Hand,
    private readonly lastChange: number,
  ) {}

  /** Reads live figures until they are what the tables say, or are later than they may be; and each member's page. */
  async tell(tables: Tables): Promise<Told> {
    for (;;) {
      const after = performance.now() - this.lastChange;
      const told = { instance: this.instance.port, after, ...(await this.live(tables)), members: [] };
      if (after < LATE_MS && [...checkLive(tables, told)].length > 0) {
        await sleep(PAUSE_MS);
        continue;
      }
      return { ...told, members: await this.members(tables) };
    }
  }

  private async live(tables: Tables): Promise<Pick<Told, 'period' | 'live'>> {
    const live: Record<Tree, Figures[]> = { sponsor: [], placement: [] };
    let period = { from: 0, to: 0 };
    const open = tables.edges.filter(({ to }) => to === null);
    for (const { uid, tree } of open.filter(({ parent }) => parent === null)) {
      const own = await this.ask(`${BASE}/network/member/?uid=${uid}`);
      const { from, to } = own.period as { from: string; to: string };
      period = { from: Date.parse(from), to: Date.parse(to) };
      live[tree].push(tree === 'sponsor' ? ownInSponsor(own) : ownInPlacement(own));
      if (!open.some((edge) => edge.tree === tree && edge.parent === uid)) continue;
      for (let offset = 0, count = 1; offset < count; offset += PAGE) {
        const path = `${BASE}/network/downline/?uid=${uid}&tree=${tree}&limit=${PAGE}&offset=${offset}`;
        const page = await this.ask(path);
        count = Number(page.count);
        live[tree].push(...(page.results as Data[]).map(below));
      }
    }
    return { period, live };
  }

  private async members({ members }: Tables): Promise<ToldMember[]> {
    const told: ToldMember[] = [];
    const queue = members.map(({ uid }) => uid);
    const work = async (): Promise<void> => {
      for (let uid = queue.shift(); uid !== undefined; uid = queue.shift()) {
        told.push(pageOf(await this.ask(`/admin/api/network/${uid}/`)));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return told;
  }

  private async ask(path: string): Promise<Data> {
    const answer = await exchange(this.instance, { method: 'GET', path, headers: this.hand.headersFor(path) });
    if (typeof answer === 'string' || answer.status !== 200) {
      throw new Error(`GET ${path} was answered with ${JSON.stringify(answer)}`);
    }
    return answer.data;
  }
}

/** What instances tell, against what the tables hold. */
export function* checkTold({ tables, told }: Pick<Evidence, 'tables' | 'told'>): Generator<Failure> {
  for (const one of told) {
    yield* checkLive(tables, one);
    yield* checkMembers(tables, one);
  }
}

function* checkLive(tables: Tables, { instance, after, period, live }: Told): Generator<Failure> {
  for (const tree of TREES) {
    const expected = calculate(tables, tree, period);
    const told = new Map(live[tree].map((figures) => [figures.uid, figures]));
    for (const uid of new Set([...expected.keys(), ...told.keys()])) {
      const [is, should] = [told.get(uid), expected.get(uid)];
      // A list tells nobody's members.
      const isSame = isDeepStrictEqual(is, should && { ...should, members: is?.members === -1 ? -1 : should.members });
      const what = JSON.stringify({ instance, tree, after: Math.round(after), is, should });
      if (!isSame) yield { kind: 'live', what };
    }
  }
}

function* checkMembers(tables: Tables, { instance, members }: Told): Generator<Failure> {
  const edges = Map.groupBy(tables.edges, ({ uid, tree }) => `${tree} ${uid}`);
  const states = Map.groupBy(tables.states, ({ uid }) => uid);
  const parents = new Map(
    tables.edges.filter(({ to }) => to === null).map((edge) => [`${edge.tree} ${edge.uid}`, edge]),
  );
  const told = new Map(members.map((member) => [member.uid, member]));
  for (const { uid } of tables.members) {
    const is = told.get(uid);
    const inBoth = <T>(of: (tree: Tree) => T): Record<Tree, T> => ({
      sponsor: of('sponsor'),
      placement: of('placement'),
    });
    const should: ToldMember = {
      uid,
      position: inBoth((tree) => {
        const edge = parents.get(`${tree} ${uid}`);
        return edge === undefined ? null : { parent: edge.parent, leg: edge.leg };
      }),
      edges: inBoth((tree) =>
        newest((edges.get(`${tree} ${uid}`) ?? []).map(({ parent, leg, from, to }) => ({ parent, leg, from, to }))),
      ),
      states: newest((states.get(uid) ?? []).map(({ kind, status, from, to }) => ({ kind, status, from, to }))),
      upline: inBoth((tree) => uplineOf(tree, uid, parents)),
    };
    if (!isDeepStrictEqual(is, should)) yield { kind: 'answer', what: JSON.stringify({ instance, is, should }) };
  }
}

const MOST_ABOVE = 50;
const MOST_ROWS = 100;

const newest = <T>(rows: readonly T[]): T[] => rows.toReversed().slice(0, MOST_ROWS);

function uplineOf(tree: Tree, uid: number, parents: ReadonlyMap<string, Edge>): number[] {
  const upline: number[] = [];
  let at = parents.get(`${tree} ${uid}`)?.parent ?? null;
  for (; at !== null && upline.length < MOST_ABOVE; at = parents.get(`${tree} ${at}`)?.parent ?? null) upline.push(at);
  return upline;
}

const whole = (volume: unknown): number => Math.round(Number(volume) * 10_000);

/** Somebody in a list, which does not tell how many are below. */
function below({ uid, parent_uid, leg, kind, status, personal_volume, group_volume }: Data): Figures {
  return {
    uid: Number(uid),
    parent: parent_uid as number | null,
    leg: leg as number | null,
    kind: String(kind),
    status: String(status),
    personal: whole(personal_volume),
    group: whole(group_volume),
    members: -1,
  };
}

function ownInSponsor(own: Data): Figures {
  return { ...below({ ...own, parent_uid: own.sponsor_uid, leg: null }), members: Number(own.members) };
}

function ownInPlacement(own: Data): Figures {
  const place = (own.placement ?? {}) as Data;
  return { ...below({ ...own, ...place, kind: own.kind }), members: Number(place.members) };
}

function pageOf(data: Data): ToldMember {
  const stands = (tree: Tree): { position: Data | null; history: Data[]; upline: Data[] } =>
    data[tree] as { position: Data | null; history: Data[]; upline: Data[] };
  const place = ({ parent_uid, leg }: Data): { parent: number | null; leg: number | null } => ({
    parent: parent_uid as number | null,
    leg: leg as number | null,
  });
  const span = (row: Data): { from: number; to: number | null } => {
    const { from, to } = row as { from: string; to: string | null };
    return { from: Date.parse(from), to: to === null ? null : Date.parse(to) };
  };
  const position = (tree: Tree): { parent: number | null; leg: number | null } | null => {
    const is = stands(tree).position;
    return is === null ? null : place(is);
  };
  const history = (tree: Tree): ToldMember['edges'][Tree] =>
    stands(tree).history.map((row) => ({ ...place(row), ...span(row) }));
  const upline = (tree: Tree): number[] => stands(tree).upline.map(({ uid }) => Number(uid));
  return {
    uid: Number(data.uid),
    position: { sponsor: position('sponsor'), placement: position('placement') },
    edges: { sponsor: history('sponsor'), placement: history('placement') },
    states: (data.states as Data[]).map((row) => ({
      kind: String(row.kind),
      status: String(row.status),
      ...span(row),
    })),
    upline: { sponsor: upline('sponsor'), placement: upline('placement') },
  };
}

/** Figures of a member in a tree, as it should be: volumes are points, in whole ten-thousandths. */
export interface Figures {
  uid: number;
  parent: number | null;
  leg: number | null;
  kind: string;
  status: string;
  personal: number;
  group: number;
  /** How many stand below in all. */
  members: number;
}

/** Figures of a tree by uid. */
type TreeFigures = ReadonlyMap<number, Figures>;

/**
 * Figures of everybody in a tree, calculated the simplest way: the volume of each member is added to each who stands above.
 * Who is not placed counts in the placement tree as the nearest placed sponsor above.
 * @param from the open period's first instant
 * @param to the first instant after it
 */
function calculate(tables: Tables, tree: Tree, { from, to }: { from: number; to: number }): TreeFigures {
  const open = (of: Tree): Map<number, { parent: number | null; leg: number | null }> =>
    new Map(tables.edges.filter((edge) => edge.tree === of && edge.to === null).map((edge) => [edge.uid, edge]));
  const sponsors = open('sponsor');
  const stands = open(tree);
  const states = new Map(tables.states.filter((state) => state.to === null).map((state) => [state.uid, state]));
  const personal = new Map<number, number>();
  for (const { uid, at, volumes } of tables.ledger)
    if (at >= from && at < to) personal.set(uid, (personal.get(uid) ?? 0) + volumes[1]);
  const figures = new Map<number, Figures>();
  for (const [uid, { parent, leg }] of stands) {
    const { kind, status } = states.get(uid)!;
    figures.set(uid, { uid, parent, leg, kind, status, personal: personal.get(uid) ?? 0, group: 0, members: 0 });
  }
  for (const { uid } of tables.members) {
    // A cycle, which somebody else finds, has no top.
    const met = new Set<number>();
    let at: number | null = uid;
    while (at !== null && !figures.has(at) && !met.has(at)) {
      met.add(at);
      at = sponsors.get(at)?.parent ?? null;
    }
    for (met.clear(); at !== null && !met.has(at); at = figures.get(at)?.parent ?? null) {
      met.add(at);
      const above = figures.get(at);
      if (above === undefined) break;
      above.group += personal.get(uid) ?? 0;
      if (at !== uid && figures.has(uid)) above.members += 1;
    }
  }
  return figures;
}
