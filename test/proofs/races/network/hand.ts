import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Answer, exchange, type Sent } from '#test/support/http.js';
import type { Instance } from '#test/support/instance.js';
import type { Random } from '#test/support/random.js';
import { BASE, type Shop, SUPER_ADMIN } from '#test/support/shop.js';
import type { Evidence, StoredEvent } from './evidence.js';
import type { Failure } from './verdict.js';

/** A change that is asked for, and the event that it makes. */
export interface Wanted extends Pick<Asked, 'type' | 'label'> {
  request: Sent;
  /** It is to change nothing. */
  isDry?: true;
  /** Reads of a good answer what the event says too. */
  said?: (data: Answer['data']) => Asked['said'];
}

const SIGNED_IN_MS = 8 * 60_000;
const TRY_AGAIN_MS = 30_000;
const NOBODY_MS = 50;

/** After a request that came to nothing: whoever asks at once again learns as little. */
const SILENCE_MS = 100;

/** Sends what clients of the network ask, as API admin and as super admin, and writes down what came of each change. */
export class Hand {
  readonly asked: Asked[] = [];
  /** When the last change was answered, by `performance.now()`. */
  lastChange = 0;
  private turns = 0;
  private signedInAt = Date.now();
  private signingIn: Promise<void> | undefined;
  private superAdmin: Readonly<Record<string, string>>;
  private readonly apiAdmin: Shop['apiAdmin'];

  constructor(
    private readonly shop: Shop,
    private readonly instances: readonly Instance[],
    private readonly signal: AbortSignal,
  ) {
    this.superAdmin = shop.superAdmin;
    this.apiAdmin = { ...shop.apiAdmin };
  }

  /** A request of the client API, or of the admin module if the path says so. */
  async send(request: Sent): Promise<Answer | 'unsent' | 'cut'> {
    const to = await this.anyone();
    if (to === undefined) return 'unsent';
    return exchange(to, { ...request, headers: this.headersFor(request.path) });
  }

  /** Headers of who may use a path. */
  headersFor(path: string): Readonly<Record<string, string>> {
    return path.startsWith('/admin/') ? this.superAdmin : this.apiAdmin.headers;
  }

  /** Data of a good answer, else undefined. */
  async look(path: string): Promise<Answer['data'] | undefined> {
    const answer = await this.send({ method: 'GET', path });
    return typeof answer === 'string' || answer.status !== 200 ? undefined : answer.data;
  }

  /** Asks for changes at the same time, each at the next instance. */
  async change(...wanted: Wanted[]): Promise<(Answer | undefined)[]> {
    return Promise.all(
      wanted.map(async ({ request, type, label, isDry, said }) => {
        const answer = await this.send(request);
        const outcome = isDry === true ? 'refused' : outcomeOf(answer);
        const isGood = typeof answer !== 'string' && answer.status === 200;
        const more = isGood && outcome === 'acknowledged' && said !== undefined ? { said: said(answer.data)! } : {};
        this.asked.push({ type, label, outcome, ...more });
        this.lastChange = performance.now();
        if (outcome === 'unknown') await sleep(SILENCE_MS);
        return isGood ? answer : undefined;
      }),
    );
  }

  /** Signs in again when it is time to. */
  async staySignedIn(): Promise<void> {
    if (Date.now() - this.signedInAt < SIGNED_IN_MS) return;
    // One that comes to nothing is tried again soon: the old token is still good.
    this.signingIn ??= this.signIn()
      .catch(() => void (this.signedInAt += TRY_AGAIN_MS))
      .finally(() => (this.signingIn = undefined));
    await this.signingIn;
  }

  /** @throws when that comes to nothing */
  async signIn(): Promise<void> {
    await this.shop.signInAgain(this.apiAdmin);
    const answer = await this.send({ method: 'POST', path: '/admin/api/session/', body: SUPER_ADMIN });
    if (typeof answer === 'string' || answer.status !== 200) throw new Error('nobody signed in');
    this.superAdmin = { authorization: `Bearer ${String(answer.data.access_token)}` };
    this.signedInAt = Date.now();
  }

  /** The next instance that takes requests; undefined when the load is given up. */
  private async anyone(): Promise<Instance | undefined> {
    for (;;) {
      if (this.signal.aborted) return undefined;
      const up = this.instances.filter(({ state }) => state === 'up');
      this.turns += 1;
      if (up.length > 0) return up[this.turns % up.length];
      await sleep(NOBODY_MS);
    }
  }
}

function outcomeOf(answer: Answer | 'unsent' | 'cut'): Asked['outcome'] {
  if (answer === 'unsent') return 'refused';
  // A failure of the service may have come after the change was made: it may not know either.
  if (answer === 'cut' || answer.status >= 500) return 'unknown';
  return answer.status === 200 ? 'acknowledged' : 'refused';
}

/** A path of the client API on behalf of a member. */
export function actingFor(uid: number, path: string): string {
  return `${BASE}/${path}?uid=${uid}`;
}

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

/** A member whom the clients know. */
export interface Known {
  readonly uid: number;
  readonly username: string;
}

/** Sponsors under whom everybody comes at the same time, and how many sign-ups each gets before another takes its place. */
const SPONSORS = 3;
const SIGN_UPS = 30;

/** Members who came lately, below whom most places are free. */
const LATE = 12;

const REMEMBERED = 40;

/** What the clients of a load know of the network; it may be long past. */
export class Crowd {
  private readonly members: Known[] = [];
  private readonly sponsors: { member: Known; uses: number }[] = [];
  /** Orders that are paid, with their lines. */
  readonly paid: { order: number; lines: readonly number[] }[] = [];
  /** Members who were suspended or terminated, or are no distributors, so that all do not end so. */
  readonly changed: { uid: number; back: object }[] = [];
  private labels = 0;

  /**
   * @param name stands in all that the clients make
   * @param founders roots of both trees
   */
  constructor(
    readonly name: string,
    founders: readonly Known[],
    private readonly random: Random,
  ) {
    this.members.push(...founders);
  }

  /** Whether a username or a reason is one of this crowd's. */
  isOurs(label: string): boolean {
    return label.startsWith(`${this.name}-`) || label.startsWith('place ');
  }

  /** A name or reason that nothing else has. */
  label(what: string): string {
    this.labels += 1;
    return `${this.name}-${what}-${this.labels}`;
  }

  came(member: Known): void {
    this.members.push(member);
  }

  anybody(): Known {
    return this.random.pick(this.members);
  }

  /** Somebody who came lately. */
  late(): Known {
    return this.random.pick(this.members.slice(-LATE));
  }

  /** One of the few sponsors of the day. */
  sponsor(): Known {
    while (this.sponsors.length < SPONSORS) this.sponsors.push({ member: this.anybody(), uses: 0 });
    const drawn = this.random.pick(this.sponsors);
    drawn.uses += 1;
    if (drawn.uses >= SIGN_UPS) this.sponsors.splice(this.sponsors.indexOf(drawn), 1);
    return drawn.member;
  }

  /** Remembers something of which only the newest are needed. */
  static remember<T>(list: T[], one: T): void {
    list.push(one);
    if (list.length > REMEMBERED) list.shift();
  }
}
