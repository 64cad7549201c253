import { isDeepStrictEqual } from 'node:util';
import { type Evidence, type State, type StoredEvent, type Tables, type Tree, TREES } from './evidence.js';
import { checkAnswers } from './hand.js';
import { checkLedger, checkRules } from './rules.js';
import { checkTold } from './told.js';

/** What can go wrong in a network, in words for the report. */
export const FAILURES = {
  vanished: 'acknowledged changes that were not committed',
  resurrected: 'refused changes that were committed, or changes that nobody asked for',
  altered: 'answers that say something else than the event',
  untrue: 'events that do not follow from those before',
  rows: 'rows of members, trees and standings that no event tells of, or the other way round',
  overlap: 'histories that overlap, or are broken off',
  taken: 'places that two have at the same time',
  cycle: 'members that stand below themselves',
  stranger: 'members below somebody who was not there',
  forbidden: 'members where the rules let nobody stand',
  ledger: 'rows of the ledger that no event tells of, or the other way round',
  answer: 'pages of members that say something else than the tables',
  live: 'live figures that are wrong a minute after the last change',
} as const;

/** Something that went wrong, and what it went wrong with. */
export interface Failure {
  kind: keyof typeof FAILURES;
  what: string;
}

/**
 * Checks a network when nobody changes it any more: rebuilds both trees, the standings and the ledger from the committed
 * events alone and holds them against the tables, the whole history of the tables against the rules, and both against what
 * clients were told. All members must have come while there was a binary placement tree.
 */
export function checkNetwork(evidence: Evidence): Failure[] {
  return [
    ...checkAnswers(evidence),
    ...checkRows(evidence),
    ...checkRules(evidence.tables),
    ...checkLedger(evidence),
    ...checkTold(evidence),
  ];
}

interface Position {
  parent_uid: number | null;
  leg: number | null;
}

/** A stay of a member in a tree, as the events tell it. */
interface Stay {
  parent: number | null;
  leg: number | null;
  /** It began not before and not after. */
  from: readonly [number, number];
  to: number | null;
}

type Phase = Pick<State, 'kind' | 'status' | 'from' | 'to'>;

/** What a member was and where it stood, made from its events alone. */
class Life {
  readonly stays: Record<Tree, Stay[]> = { sponsor: [], placement: [] };
  readonly phases: Phase[] = [];
  readonly enrolled: number;

  constructor({ data, at }: StoredEvent) {
    this.enrolled = Date.parse(String(data.enrolled_at));
    const sponsor = data.sponsor_uid as number | null;
    const placement = data.placement as Position | null;
    this.stays.sponsor.push({ parent: sponsor, leg: null, from: [this.enrolled, this.enrolled], to: null });
    if (placement !== null)
      this.stays.placement.push({
        parent: placement.parent_uid,
        leg: placement.leg,
        from: [this.enrolled, at],
        to: null,
      });
    this.phases.push({ kind: String(data.kind), status: 'active', from: this.enrolled, to: null });
  }

  /** @returns whether it follows from what was before */
  move({ data }: StoredEvent): boolean {
    const stays = this.stays[data.tree as Tree];
    const at = Date.parse(String(data.at));
    const open = stays.findLast(({ to }) => to === null);
    const before = open === undefined ? null : { parent_uid: open.parent, leg: open.leg };
    if (open !== undefined) open.to = at;
    const to = data.to as Position | null;
    if (to !== null) stays.push({ parent: to.parent_uid, leg: to.leg, from: [at, at], to: null });
    return isDeepStrictEqual(before, data.from);
  }

  /** @returns whether it follows from what was before */
  change({ data }: StoredEvent): boolean {
    const at = Date.parse(String(data.at));
    const last = this.phases.at(-1)!;
    last.to = at;
    this.phases.push({ kind: String(data.kind), status: String(data.status), from: at, to: null });
    return last.kind === data.previous_kind && last.status === data.previous_status;
  }
}

/** Types that tell where a member stands and what they are; others of members, such as a new rank, change neither. */
const STANDING = new Set(['member.enrolled', 'member.moved', 'member.status_changed']);

/** What the tables of the network hold, against what the events say; imported members have no events of their own. */
export function* checkRows({ events, tables: all }: Pick<Evidence, 'events' | 'tables'>): Generator<Failure> {
  const tables = withoutImported(all);
  const lives = new Map<number, Life>();
  for (const event of events) {
    if (!STANDING.has(event.type)) continue;
    const uid = Number(event.data.uid);
    const life = lives.get(uid);
    const isNew = event.type === 'member.enrolled';
    if (isNew && life === undefined) {
      lives.set(uid, new Life(event));
      continue;
    }
    const follows = life !== undefined && !isNew && follow(life, event);
    if (!follows) yield { kind: 'untrue', what: `${event.type} ${JSON.stringify(event.data)}` };
  }
  yield* checkMembers(lives, tables);
  const edges = Map.groupBy(tables.edges, ({ tree, uid }) => `${tree} ${uid}`);
  const states = Map.groupBy(tables.states, ({ uid }) => uid);
  for (const [uid, { stays, phases }] of lives) {
    for (const tree of TREES) {
      const rows = edges.get(`${tree} ${uid}`) ?? [];
      edges.delete(`${tree} ${uid}`);
      const isSame = rows.length === stays[tree].length && rows.every((row, index) => isStay(row, stays[tree][index]!));
      if (!isSame) yield { kind: 'rows', what: `${uid} in ${tree}: ${JSON.stringify({ rows, events: stays[tree] })}` };
    }
    const rows = (states.get(uid) ?? []).map(({ kind, status, from, to }) => ({ kind, status, from, to }));
    states.delete(uid);
    if (!isDeepStrictEqual(rows, phases)) yield { kind: 'rows', what: `${uid}: ${JSON.stringify({ rows, phases })}` };
  }
  for (const whose of [...edges.keys(), ...states.keys()])
    yield { kind: 'rows', what: `${whose}: no event tells of it` };
}

function withoutImported(tables: Tables): Tables {
  const imported = new Set(tables.members.filter(({ isImported }) => isImported).map(({ uid }) => uid));
  const isTold = ({ uid }: { uid: number }): boolean => !imported.has(uid);
  return {
    ...tables,
    members: tables.members.filter(isTold),
    edges: tables.edges.filter(isTold),
    states: tables.states.filter(isTold),
  };
}

function follow(life: Life, event: StoredEvent): boolean {
  return event.type === 'member.moved' ? life.move(event) : life.change(event);
}

function* checkMembers(lives: ReadonlyMap<number, Life>, { members }: Tables): Generator<Failure> {
  const known = new Map(members.map((member) => [member.uid, member]));
  for (const uid of new Set([...lives.keys(), ...known.keys()])) {
    const { enrolled, stays } = lives.get(uid) ?? {};
    const row = known.get(uid);
    const sponsor = stays?.sponsor.at(-1)?.parent ?? null;
    const isSame = row?.enrolled === enrolled && row?.sponsor === sponsor;
    if (!isSame) yield { kind: 'rows', what: `${uid}: ${JSON.stringify({ row, enrolled, sponsor })}` };
  }
}

function isStay(
  row: { parent: number | null; leg: number | null; from: number; to: number | null },
  stay: Stay,
): boolean {
  const [earliest, latest] = stay.from;
  const isThen = row.from >= earliest && row.from <= latest && row.to === stay.to;
  return isThen && row.parent === stay.parent && row.leg === stay.leg;
}
