import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, exchange, type Sent } from '#test/support/http.js';
import type { Instance } from '#test/support/instance.js';
import type { Item } from '#test/support/money.js';
import { account, BASE, LENIENT_APPROVALS, type Shop, signUpBody, SUPER_ADMIN } from '#test/support/shop.js';

const SIGNED_IN_MS = 8 * 60_000;
const NOBODY_MS = 50;

type Headers = Readonly<Record<string, string>>;

/** Which of the two super admins asks. */
export type Admin = 0 | 1;

/** Where two super admins send what they ask for, each time at the next instance, and what came of it is written down. */
export class Desk {
  readonly asked: Asked[] = [];
  private turns = 0;
  private signedInAt = 0;
  private signingIn: Promise<void> | undefined;
  private headers: readonly Headers[] = [];

  private constructor(
    private readonly shop: Shop,
    private readonly instances: readonly Instance[],
    private readonly signal: AbortSignal,
    private readonly other: string,
  ) {}

  /** Makes the second super admin. */
  static async open(shop: Shop, instances: readonly Instance[], signal: AbortSignal, name: string): Promise<Desk> {
    const username = `${name}-treasurer`;
    const desk = new Desk(shop, instances, signal, username);
    desk.headers = [shop.superAdmin, shop.superAdmin];
    await desk.must({ method: 'PATCH', path: '/admin/api/approvals/settings/', body: LENIENT_APPROVALS });
    const body = { ...account(username), roles: ['super_admin'] };
    await desk.must({ method: 'POST', path: '/admin/api/users/', body });
    await desk.signIn();
    return desk;
  }

  /** Signs a member up; its uid. */
  async member(username: string): Promise<number> {
    const request = { method: 'POST', path: `${BASE}/user/signup/`, body: signUpBody(username) } as const;
    return Number((await this.must(request, this.shop.apiAdmin.headers)).uid);
  }

  /** Data of a good answer, else undefined. */
  async look(path: string): Promise<Answer['data'] | undefined> {
    const answer = await this.send({ method: 'GET', path }, this.headers[0]!);
    return typeof answer === 'string' || answer.status !== 200 ? undefined : answer.data;
  }

  /** The same of one instance. */
  async lookAt(instance: Instance, path: string): Promise<Answer['data'] | undefined> {
    const answer = await exchange(instance, { method: 'GET', path, headers: this.headers[0]! });
    return typeof answer === 'string' || answer.status !== 200 ? undefined : answer.data;
  }

  /**
   * Asks for a change, by POST.
   * @param found what a good answer tells of it
   */
  async change(
    admin: Admin,
    path: string,
    { body = {}, headers = {} }: Pick<Sent, 'body' | 'headers'>,
    wish: Wish,
    found: (data: Answer['data']) => object = () => ({}),
  ): Promise<void> {
    const start = performance.now();
    const request = { method: 'POST', path: `/admin/api/${path}`, body } as const;
    const answer = await this.send(request, { ...this.headers[admin], ...headers });
    const isGood = typeof answer !== 'string' && answer.status === 200;
    const isUnknown = answer === 'cut' || (typeof answer !== 'string' && answer.status >= 500);
    const outcome = isGood ? 'acknowledged' : isUnknown ? 'unknown' : 'refused';
    const more = isGood ? found(answer.data) : {};
    this.asked.push({ ...wish, ...more, outcome, start, end: performance.now() });
  }

  /** Signs both in again when it is time to. */
  async staySignedIn(): Promise<void> {
    if (Date.now() - this.signedInAt < SIGNED_IN_MS) return;
    this.signingIn ??= this.signIn().finally(() => (this.signingIn = undefined));
    await this.signingIn;
  }

  /** @throws when that comes to nothing */
  async signIn(): Promise<void> {
    const enter = async (username: string): Promise<Headers> => {
      const body = { username, password: SUPER_ADMIN.password };
      const data = await this.must({ method: 'POST', path: '/admin/api/session/', body }, {});
      return { authorization: `Bearer ${String(data.access_token)}` };
    };
    this.headers = [await enter(SUPER_ADMIN.username), await enter(this.other)];
    this.signedInAt = Date.now();
  }

  private async must(request: Sent, headers: Headers = this.headers[0]!): Promise<Answer['data']> {
    const answer = await this.send(request, headers);
    if (typeof answer === 'string' || answer.status !== 200)
      throw new Error(`${request.path} was answered with ${JSON.stringify(answer)}`);
    return answer.data;
  }

  /** Sends to the next instance that takes requests. */
  private async send(request: Sent, headers: Headers): Promise<Answer | 'unsent' | 'cut'> {
    for (;;) {
      if (this.signal.aborted) return 'unsent';
      const up = this.instances.filter(({ state }) => state === 'up');
      this.turns += 1;
      if (up.length > 0) return exchange(up[this.turns % up.length]!, { ...request, headers });
      await sleep(NOBODY_MS);
    }
  }
}

/** What a client asked for, as far as it can be found again. */
type Change =
  | { what: 'adjust'; reason: string }
  | { what: 'mark'; item: number; status: Item['status']; said: string }
  | { what: 'hold'; uid: number; hold?: number }
  | { what: 'end hold'; uid: number; hold: number }
  | { what: 'make'; payout?: number }
  | { what: 'release' | 'cancel' | 'last' | 'write off' | 'stand' };

/** A change, and what came of it as far as the client can know; times are those of `performance.now()`. */
export type Asked = Change & { outcome: 'acknowledged' | 'refused' | 'unknown'; start: number; end: number };

/** A change that is still to be asked for. */
type Wish = Change;
