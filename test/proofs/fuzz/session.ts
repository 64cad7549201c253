import type { Documented } from '#test/support/contract.js';
import type { Commissions } from './commissions.js';
import { callOf } from '#test/support/calls/requests.js';
import type { Random } from '#test/support/random.js';
import type { Draft } from './drafts.js';
import { type Answer, type Http, type Sent, type Wire, write } from './http.js';
import type { Journal } from './journal.js';
import { type Checker, type Problem, signatureOf, type Tally } from './checker.js';
import { isStocked, learn } from './stock.js';
import type { Role } from './people.js';
import type { Shop } from './shop.js';

/** Most requests that are sent to make a failing one smaller. */
const TRIES = 60;

/**
 * Makes a failing request smaller: leaves out what it fails without as well.
 * @param fails whether a request still fails in the same way
 */
async function reduce(wire: Wire, fails: (smaller: Wire) => Promise<boolean>): Promise<Wire> {
  let smallest = wire;
  let tries = 0;
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const candidate of smallerOnes(smallest)) {
      tries += 1;
      if (tries > TRIES) return smallest;
      if (!(await fails(candidate))) continue;
      smallest = candidate;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

/** Requests with one thing less. */
function* smallerOnes(wire: Wire): Generator<Wire> {
  const [path = '', query] = wire.address.split(/\?(.*)/s);
  const pairs = query === undefined ? [] : query.split('&');
  for (const at of pairs.keys()) {
    const left = pairs.filter((_, index) => index !== at).join('&');
    yield { ...wire, address: left === '' ? path : `${path}?${left}` };
  }
  for (const at of wire.headers.keys()) {
    if (wire.headers[at]![0] === 'content-type') continue;
    yield { ...wire, headers: wire.headers.filter((_, index) => index !== at) };
  }
  if (wire.body === undefined) return;
  yield { ...wire, body: undefined, headers: wire.headers.filter(([name]) => name !== 'content-type') };
  for (const text of smallerJson(wire.body.toString())) yield { ...wire, body: Buffer.from(text) };
}

/** JSON texts with one field or entry less. */
function smallerJson(text: string): string[] {
  let value: unknown;
  try {
    value = JSON.parse(text) as unknown;
  } catch {
    return [];
  }
  return smallerValues(value).map((smaller) => JSON.stringify(smaller));
}

function smallerValues(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const entries: unknown[] = value;
    return entries.map((_, at) => entries.filter((__, index) => index !== at)).slice(0, 10);
  }
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const without = entries.map((_, at) => Object.fromEntries(entries.filter((__, index) => index !== at)));
  const within = entries.flatMap(([name, field]) =>
    smallerValues(field).map((smaller) => ({ ...value, [name]: smaller })),
  );
  return [...without, ...within];
}

/** Sends drawn requests one after the other, so that each change in the tables belongs to one of them. */
export class Session {
  constructor(
    private readonly http: Http,
    private readonly shop: Shop,
    private readonly commissions: Commissions,
    private readonly journal: Journal,
    private readonly checker: Checker,
    private readonly tally: Tally,
  ) {}

  async replenish(): Promise<void> {
    await this.shop.replenish();
    await this.commissions.replenish();
    await this.journal.read();
  }

  /** Makes what an operation is about, where that is used up. */
  async provideFor(operationId: string): Promise<void> {
    await this.commissions.provideFor(operationId);
    await this.journal.read();
  }

  async send(documented: Documented, draft: Draft, role: Role, random: Random, index: number): Promise<void> {
    const operationId = documented.operation.operationId!;
    const { people, stock, encryptionKey } = this.shop;
    const own = people.of(role);
    const fill = stock.filler(random, own);
    const target = { method: documented.method.toUpperCase(), template: documented.path, fill, encryptionKey };
    const { wire, sent } = await write(draft, target);
    const strangeKey = this.shop.strangeKey(random.below(100));
    const from = `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`;
    const { answer, problems } = await this.exchange(wire, role, strangeKey, from);
    if (answer === undefined) this.tally.count(operationId, role, 0, 0);
    else {
      this.tally.count(operationId, role, answer.status, answer.ms);
      if (answer.status === 200) this.learn(documented, role, sent, answer);
    }
    for (const problem of problems) {
      await this.note(problem, { operationId, index, role, wire }, strangeKey, from);
    }
  }

  private learn({ method, operation }: Documented, role: Role, sent: Sent, answer: Answer): void {
    const operationId = operation.operationId!;
    learn(operationId, sent, answer, this.shop.stock, this.shop.people.of(role));
    const { of } = callOf(operationId);
    // What was changed may be used up.
    if (method !== 'get' && typeof of === 'string' && isStocked(of)) this.shop.stock.kept(of).length = 0;
    if (callOf(operationId).endsSession === true) this.shop.people.forget(role);
  }

  private async exchange(
    wire: Wire,
    role: Role,
    strangeKey: string,
    from: string,
  ): Promise<{ answer: Answer | undefined; problems: Problem[] }> {
    const { people } = this.shop;
    const { signIns } = people;
    const credentials = await people.headersOf(role, strangeKey);
    // Signing in changes something too.
    if (people.signIns > signIns) await this.journal.read();
    const isForwarded = wire.headers.some(([name]) => name === 'x-forwarded-for');
    const headers = isForwarded ? credentials : [...credentials, ['x-forwarded-for', from] as const];
    try {
      const answer = await this.http.send(wire, headers);
      const changes = await this.journal.read();
      return { answer, problems: await this.checker.check({ wire, answer, changes }) };
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      return { answer: undefined, problems: [{ kind: 'cut', what: code ?? message }] };
    }
  }

  /** Keeps a failure; the first of its kind is made small. */
  private async note(
    problem: Problem,
    found: { operationId: string; index: number; role: Role; wire: Wire },
    strangeKey: string,
    from: string,
  ): Promise<void> {
    const signature = signatureOf(found.operationId, problem);
    const known = this.tally.failures.get(signature);
    if (known !== undefined) {
      known.count += 1;
      return;
    }
    const failure = { problem, ...found, count: 1 };
    this.tally.failures.set(signature, failure);
    failure.wire = await reduce(found.wire, async (smaller) => {
      const { problems } = await this.exchange(smaller, found.role, strangeKey, from);
      return problems.some((one) => signatureOf(found.operationId, one) === signature);
    });
    // A smaller request may have succeeded, and logged its sender out.
    this.shop.people.forget(found.role);
  }
}
