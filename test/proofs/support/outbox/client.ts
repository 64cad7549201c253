import { setTimeout as sleep } from 'node:timers/promises';
import type { EventType } from '#common/events/event-types.js';
import { groupOf, labelOf, type Change, type Outcome } from './change.js';
import type { Answer, Sender, Sent } from '../http.js';
import type { Random } from '../random.js';
import type { Person } from '../shop.js';
import type { Shop } from './shop.js';

/** What a request is expected to bring about: an event, as far as its data are known before. */
export interface Expected {
  type: EventType;
  data: Record<string, unknown>;
  /** What of the data only the answer says; its event has no label without it. */
  fromAnswer?: (data: Answer['data']) => Record<string, unknown>;
}

const PACE_MS = 70;
const SIGNED_IN_MS = 8 * 60_000;
const USES_KEY = 0.3;

/** Somebody who keeps changing things, one after the other, and writes down what came of each. */
export abstract class Client {
  private signedInAt = Date.now();

  constructor(
    protected readonly person: Person,
    protected readonly shop: Shop,
    protected readonly random: Random,
    private readonly balancer: Sender,
    private readonly changes: Change[],
  ) {}

  /** Goes on until told to stop. */
  async workUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      if (Date.now() - this.signedInAt > SIGNED_IN_MS) await this.signInAgain();
      await this.act();
      await sleep(this.random.below(PACE_MS));
    }
  }

  /** Makes one change. */
  protected abstract act(): Promise<unknown>;

  /** Sends a request, now and then with an `Idempotency-Key`, and writes down what became of the changes in it. */
  protected async change(request: Sent, ...expected: Expected[]): Promise<Answer | undefined> {
    const key: Sent['headers'] = this.random.chance(USES_KEY) ? { 'idempotency-key': `key-${this.random.next()}` } : {};
    const answer = await this.balancer.send({
      ...request,
      headers: { ...this.person.headers, ...request.headers, ...key },
    });
    for (const { type, data, fromAnswer } of expected) {
      const outcome = outcomeOf(answer);
      const more = outcome === 'acknowledged' ? fromAnswer?.(answer!.data) : undefined;
      const isKnown = fromAnswer === undefined || more !== undefined;
      this.changes.push({
        type,
        label: isKnown ? labelOf({ type, data: { ...data, ...more } }) : undefined,
        group: groupOf({ type, data }),
        outcome,
        ...(answer === undefined ? {} : { status: answer.status }),
      });
    }
    return answer;
  }

  private async signInAgain(): Promise<void> {
    this.signedInAt = Date.now();
    // A sign-in that a kill cuts off is tried again soon: the old token is still good.
    await this.shop.signInAgain(this.person).catch(() => (this.signedInAt -= SIGNED_IN_MS - 30_000));
  }
}

function outcomeOf(answer: Answer | undefined): Outcome {
  if (answer === undefined) return 'unknown';
  return answer.status === 200 ? 'acknowledged' : 'refused';
}
