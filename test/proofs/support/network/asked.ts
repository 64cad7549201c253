import { isDeepStrictEqual } from 'node:util';
import type { Evidence, StoredEvent } from './evidence.js';
import type { Failure } from './verdict.js';

/** A change that a client asked for, and what came of it as far as the client can know. */
export interface Asked {
  /** The type of the event that it makes. */
  type: string;
  /** What its event is told by; see {@link labelOf}. */
  label: string;
  outcome: 'acknowledged' | 'refused' | 'unknown';
  /** What the answer said of the event's data. */
  said?: Readonly<Record<string, unknown>>;
}

/** The one thing that an event of a client's change has for itself alone; undefined for events that follow from others. */
function labelOf({ type, data }: StoredEvent, usernames: ReadonlyMap<number, string>): string | undefined {
  switch (type) {
    case 'member.enrolled':
      return usernames.get(Number(data.uid));
    case 'member.moved': {
      if (typeof data.reason === 'string') return data.reason;
      const { parent_uid: parent, leg } = data.to as { parent_uid: number; leg: number };
      return placing(Number(data.uid), parent, leg);
    }
    case 'member.status_changed':
    case 'volume.adjusted':
    case 'order.returned':
      return String(data.reason);
    default:
      return undefined;
  }
}

/** The label of a placement from a holding tank. */
export function placing(uid: number, parent: number, leg: number): string {
  return `place ${uid} below ${parent} in ${leg}`;
}

interface Group {
  committed: StoredEvent[];
  asked: Asked[];
}

/** What clients were told, against what was committed. */
export function* checkAnswers({ events, asked, tables, isOurs }: Evidence): Generator<Failure> {
  const usernames = new Map(tables.members.map(({ uid, username }) => [uid, username]));
  const groups = new Map<string, Group>();
  const groupOf = (key: string): Group => {
    const known = groups.get(key) ?? { committed: [], asked: [] };
    groups.set(key, known);
    return known;
  };
  // Who becomes a distributor, or is one no more, is placed or loses the place by the same request.
  const changes = new Set(asked.filter(({ type }) => type === 'member.status_changed').map(({ label }) => label));
  for (const event of events) {
    const label = labelOf(event, usernames);
    if (label === undefined || !isOurs(label)) continue;
    if (event.type === 'member.moved' && changes.has(label)) continue;
    groupOf(`${event.type} ${label}`).committed.push(event);
  }
  for (const one of asked) groupOf(`${one.type} ${one.label}`).asked.push(one);
  for (const [key, group] of groups) yield* checkGroup(key, group);
}

function* checkGroup(key: string, { committed, asked }: Group): Generator<Failure> {
  const count = (outcome: Asked['outcome']): number => asked.filter((one) => one.outcome === outcome).length;
  const acknowledged = count('acknowledged');
  const what = `${key}: ${committed.length} committed, ${acknowledged} acknowledged, ${count('unknown')} unknown`;
  if (committed.length < acknowledged) yield { kind: 'vanished', what };
  if (committed.length > acknowledged + count('unknown')) yield { kind: 'resurrected', what };
  const [only] = asked;
  if (asked.length !== 1 || committed.length !== 1 || only?.said === undefined) return;
  const { data } = committed[0]!;
  const isTrue = Object.entries(only.said).every(([name, value]) => isDeepStrictEqual(data[name], value));
  if (!isTrue) yield { kind: 'altered', what: `${key}: ${JSON.stringify({ said: only.said, data })}` };
}
