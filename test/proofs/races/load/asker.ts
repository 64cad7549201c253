import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, exchange, type Sent } from '#test/support/http.js';
import type { Instance } from '#test/support/instance.js';
import type { Random } from '#test/support/random.js';
import type { Person, Shop } from '#test/support/shop.js';
import type { History, Objects, Operation, Refusal, Result } from '../history/operation.js';

/** What is asked of an object, and how. */
export interface Question<Of extends keyof Objects> {
  of: Of;
  object: string | number;
  action: Objects[Of]['action'];
  request: Sent;
  /** Reads a successful answer. */
  see: (data: Answer['data']) => Objects[Of]['saw'];
}

/** What all clients of a load share. */
export interface Surroundings {
  shop: Shop;
  instances: readonly Instance[];
  history: History;
  signal: AbortSignal;
}

const SIGNED_IN_MS = 8 * 60_000;
const TRY_AGAIN_MS = 30_000;
const NOBODY_MS = 50;

/** After a request that came to nothing: whoever asks at once again learns as little. */
const SILENCE_MS = 100;

/** Types of refusals that say something of the caller, not of the object. */
const OF_THE_CALLER = new Set(['Invalid Token', 'Too Many Requests', 'Authentication Failed', 'Inactive Account']);

/** Somebody who asks for things and writes down what came of each. */
export class Asker {
  private signedInAt = Date.now();

  /** @param person whose tokens it uses; askers that share a person are the same user */
  constructor(
    protected readonly name: string,
    protected readonly person: Person,
    protected readonly around: Surroundings,
    protected readonly random: Random,
  ) {}

  /** Asks some instance. */
  ask<Of extends keyof Objects>(question: Question<Of>): Promise<Operation<Of>> {
    return this.askAt(() => this.anyone(), this.name, question);
  }

  /** Asks all questions at the same time, each of the next instance. */
  async askTogether<Of extends keyof Objects>(...questions: Question<Of>[]): Promise<Operation<Of>[]> {
    const offset = this.random.below(2);
    return Promise.all(
      questions.map((question, index) =>
        this.askAt(() => this.anyone(index + offset), `${this.name}/${index}`, question),
      ),
    );
  }

  /** Reads something that nobody changes; undefined when there was no good answer. */
  async look(path: string): Promise<Answer['data'] | undefined> {
    const to = await this.anyone();
    if (to === undefined) return undefined;
    const answer = await exchange(to, { method: 'GET', path, headers: this.person.headers });
    return typeof answer === 'string' || answer.status !== 200 ? undefined : answer.data;
  }

  /** Signs in again when it is time to. */
  protected async staySignedIn(): Promise<void> {
    if (Date.now() - this.signedInAt < SIGNED_IN_MS) return;
    this.signedInAt = Date.now();
    // One that comes to nothing is tried again soon: the old token is still good.
    await this.around.shop.signInAgain(this.person).catch(() => (this.signedInAt -= SIGNED_IN_MS - TRY_AGAIN_MS));
  }

  private async askAt<Of extends keyof Objects>(
    instance: () => Promise<Instance | undefined>,
    client: string,
    { of, object, action, request, see }: Question<Of>,
  ): Promise<Operation<Of>> {
    const to = await instance();
    const headers = { ...this.person.headers, ...request.headers };
    const operation = await this.around.history.record(client, of, String(object), action, async () =>
      to === undefined ? NOTHING : resultOf(await exchange(to, { ...request, headers }), see),
    );
    if (operation.outcome === 'unknown') await sleep(SILENCE_MS);
    return operation;
  }

  /** An instance that takes requests, undefined when the load is given up; `turn` has each in its turn. */
  private async anyone(turn?: number): Promise<Instance | undefined> {
    for (;;) {
      if (this.around.signal.aborted) return undefined;
      const up = this.around.instances.filter(({ state }) => state === 'up');
      if (up.length > 0) return turn === undefined ? this.random.pick(up) : up[turn % up.length];
      await sleep(NOBODY_MS);
    }
  }
}

const NOTHING = { outcome: 'failed', replayed: false } as const;

/** What an answer, or none, says of the object that was asked for. */
function resultOf<Of extends keyof Objects>(
  answer: Awaited<ReturnType<typeof exchange>>,
  see: Question<Of>['see'],
): Result<Of> {
  if (answer === 'unsent') return NOTHING;
  // A failure of the service may have come after the change was made: it may not know either.
  if (answer === 'cut' || answer.status >= 500) return { outcome: 'unknown', replayed: false };
  const { status, replayed } = answer;
  if (status === 200) return { outcome: 'ok', saw: see(answer.data), replayed };
  return OF_THE_CALLER.has(answer.type) ? NOTHING : { outcome: 'failed', refusal: refusalOf(answer), replayed };
}

function refusalOf({ status, errors, message }: Answer): Refusal {
  return { status, fields: Object.keys(errors).sort(), running: status === 409 && message.includes('still running') };
}

/** Somebody who keeps asking for things. */
export abstract class Client extends Asker {
  /** Goes on until told to stop. */
  async workUntil(isOver: () => boolean): Promise<void> {
    while (!isOver() && !this.around.signal.aborted) {
      await this.staySignedIn();
      await this.act();
    }
  }

  /** Does one thing, or a few at the same time. */
  protected abstract act(): Promise<unknown>;
}

/** Something that many work on at the same time until it has been used so often that another takes its place. */
export class Rotation<T> {
  private current: T | undefined;
  private uses = 0;
  private making: Promise<void> | undefined;
  private count = 0;
  /** All that there have been. */
  readonly all: T[] = [];

  /**
   * @param make makes the next one, counted from 1; undefined when that came to nothing
   * @param lifetime how often each is used
   */
  constructor(
    private readonly make: (count: number) => Promise<T | undefined>,
    private readonly lifetime: number,
  ) {}

  /** The one to work on; the first caller after its last use makes the next, the others wait. Undefined if there is none. */
  async pick(): Promise<T | undefined> {
    if (this.current === undefined || this.uses >= this.lifetime) {
      this.making ??= this.renew().finally(() => (this.making = undefined));
      await this.making;
    }
    this.uses += 1;
    return this.current;
  }

  /** Lets one be used only so often from now on. */
  shorten(one: T, uses: number): void {
    if (one === this.current) this.uses = Math.max(this.uses, this.lifetime - uses);
  }

  private async renew(): Promise<void> {
    this.current = undefined;
    this.uses = 0;
    this.count += 1;
    this.current = await this.make(this.count);
    if (this.current !== undefined) this.all.push(this.current);
  }
}
