import { setTimeout as sleep } from 'node:timers/promises';
import { exchange, type Answer, type Sent } from '../http.js';
import type { Instance } from '../instance.js';
import { BASE, SUPER_ADMIN, type Shop } from '../shop.js';
import type { Asked } from './asked.js';

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
