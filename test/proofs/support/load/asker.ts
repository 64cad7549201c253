import { setTimeout as sleep } from 'node:timers/promises';
import type { History, Objects, Operation, Refusal, Result } from '../history/operation.js';
import { exchange, type Answer, type Sent } from '../http.js';
import type { Instance } from '../instance.js';
import type { Random } from '../random.js';
import type { Person, Shop } from '../shop.js';

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
