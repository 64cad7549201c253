import { readFile } from 'node:fs/promises';
import type { OpenAPIObject } from '@nestjs/swagger';
import fc from 'fast-check';
import { Contract, type Documented } from '#test/support/contract.js';
import { type Instance, startInstances, stopInstances } from '#test/support/instance.js';
import { type Values, whole } from '#test/support/options.js';
import type { Place } from '#test/support/place.js';
import { print, type Run } from '#test/support/proof.js';
import type { Random } from '#test/support/random.js';
import { Checker, type Tally } from './checker.js';
import { Commissions } from './commissions.js';
import { type Draft, Drafts } from './drafts.js';
import { asking, Http } from './http.js';
import { Journal } from './journal.js';
import { ROLES, usualRoles } from './people.js';
import { type Schema, SchemaValues } from './schema-values.js';
import { Session } from './session.js';
import { ROOT, Shop } from './shop.js';
import { trySockets } from './sockets.js';

export const OPTIONS = {
  /** How many requests are drawn; those that make and repair what they are about come on top. */
  requests: whole(100_000, 100, 10_000_000),
  /** How many services, each with a database of its own, share the requests: each gets them one by one. */
  lanes: whole(2, 1, 8),
};

export type RunOfFuzz = Run<Values<typeof OPTIONS>>;

/** How often what requests use up is made again, in requests. */
const REPLENISH = 400;
const PROGRESS_MS = 15_000;

/** How often an operation is asked for what should succeed before its turn comes by chance: most need a few tries. */
const FIRST_TRIES = 600;
const TRIES_BY_CHANCE = 60;

/**
 * Operations whose success takes steps that nobody draws: an import that was begun, a member who waits to be placed, plans that
 * are left after the first one was deleted.
 */
const REACHED_BY_CHANCE = new Set([
  // Bytes of a picture are not drawn.
  'adminUploadPicture',
  'adminGetBundleImport',
  'adminGetImport',
  'adminCancelImport',
  'placeMember',
  // Its user needs an empty cart.
  'adminPlaceOrder',
  'adminComparePlans',
  'adminPublishPlan',
  // A batch needs somebody whom no batch before has paid.
  'adminCreatePayout',
  // A payout that is not released yet.
  'adminForecastApproval',
  // A price that waits, and its own bundle.
  'adminCancelPrice',
  // Simulations need plans that fit a posted period, and nothing is made of jobs here.
  'adminSimulatePlans',
  'adminGetSimulation',
  // Its moment must be after the member came.
  'adminAdjustVolumes',
  // They want what only their sender is told, such as a code or a link.
  'adminSetUpFactor',
  'adminConfirmFactor',
  'adminRemoveFactor',
  'adminRenewRecoveryCodes',
  'adminChangeOwnPassword',
  'adminSetPassword',
  'adminConfirmSession',
  'adminEndSession',
  // A view of the caller's own.
  'adminChangeView',
  'adminDeleteView',
  // An address of the caller's own that is still there, in a country that has the state.
  'changeAddress',
  'deleteAddress',
  'changePassword',
  'confirmEmailChange',
  'confirmSignUp',
  'endSession',
  'eraseAccount',
  'requestEmailChange',
  'setPassword',
  // Their application must allow it.
  'adminInviteMembers',
  'requestPasswordReset',
  'signUpOneself',
  // It wants a row that cannot be added up, of which the service logs an error.
  'adminReverseVolumes',
  // A reward, which only extensions post; a consent, which users give on a page.
  'adminReverseReward',
  'adminWithdrawConsent',
  'withdrawConsent',
  // Its application's webhook must have been registered and still be there.
  'adminEnableWebhook',
]);

/** Operations that are dear, and are drawn less often: they hash passwords, send a megabyte, or wait for a job. */
const RARE: Readonly<Record<string, number>> = {
  adminReplayCommissionRun: 0.1,
  adminRotateSigningKey: 0.05,
  adminRegisterApplication: 0.7,
  adminCreateUser: 0.7,
  signUp: 0.7,
  signUpOneself: 0.7,
  getOpenApi: 0.05,
  getClientOpenApi: 0.05,
  getDocs: 0.1,
  getMetrics: 0.1,
  getKeySet: 0.1,
  getLiveness: 0.1,
  getReadiness: 0.1,
};

/** One lane of a run: starts a service, sends it what is drawn from its document, and checks every answer. */
export class Lane {
  /** What went wrong beside the answers. */
  readonly troubles: string[] = [];
  /** Bytes of the service's memory before the first request and after the last. */
  memory: readonly [number, number] = [0, 0];
  private instance: Instance | undefined;

  /**
   * @param number which of the lanes it is, from 0
   * @param tally what all lanes see
   */
  constructor(
    private readonly run: RunOfFuzz,
    private readonly number: number,
    private readonly tally: Tally,
  ) {}

  /** @throws when the run is given up, or what the run itself needs is refused */
  async carryOut(): Promise<void> {
    const place = await this.run.place();
    const { pool } = place;
    const instance = await this.startService(place);
    const http = new Http(instance.url);
    this.run.after(() => http.close());
    const document = JSON.parse(await readFile('docs/openapi.json', 'utf8')) as OpenAPIObject;
    const contract = new Contract(document);
    this.tally.known = contract.operations.map(({ operation }) => operation.operationId!);
    const shop = await Shop.open(asking(http), pool, instance.url);
    const commissions = await Commissions.open(contract, http, { pool, stock: shop.stock, superAdmin: ROOT });
    const journal = new Journal(pool);
    await journal.begin();
    const drafts = new Drafts(contract, new SchemaValues(document.components?.schemas as Record<string, Schema>));
    const session = new Session(
      http,
      shop,
      commissions,
      journal,
      new Checker(contract, [shop.encryptionKey]),
      this.tally,
    );
    const drawn = contract.operations.map((documented) => ({
      documented,
      weight: RARE[documented.operation.operationId!] ?? 1,
      valid: drafts.valid(documented),
      beside: drafts.beside(documented),
    }));
    if (this.number === 0) await this.trySockets(instance.port);
    const before = await memoryOf(http);
    await this.sendFirst(session, drawn);
    await this.sendDrawn(session, drawn);
    this.memory = [before, await memoryOf(http)];
    this.troubles.push(...(await stopInstances([instance])));
  }

  private async trySockets(port: number): Promise<void> {
    const { count, problems } = await trySockets(port);
    this.troubles.push(...problems);
    this.tally.sockets = count;
  }

  private async startService({ settings, dataDir }: Place): Promise<Instance> {
    const [instance] = await startInstances(
      { ...this.run, random: this.run.random.fork(`ports ${this.number}`) },
      {
        roles: [`service ${this.number}`],
        directory: dataDir,
        settings: {
          ...settings,
          // Logins come from many addresses, so that their limit does not refuse what is to be tried.
          TRUSTED_PROXIES: '127.0.0.1',
          // Webhooks have drawn addresses, some of them those of others: nothing is sent to any.
          WEBHOOK_CONCURRENCY: '0',
          // What goes on after an answer would change tables while the next request is checked.
          JOB_CONCURRENCY: '0',
        },
      },
    );
    this.instance = instance;
    return instance!;
  }

  /** Every operation succeeds once, so that what comes after is about something. */
  private async sendFirst(session: Session, drawn: readonly Drawn[]): Promise<void> {
    for (const { documented, valid } of drawn) {
      const { operation } = documented;
      const random = this.run.random.fork(`first ${operation.operationId!}`);
      await session.provideFor(operation.operationId!);
      const isChance = REACHED_BY_CHANCE.has(operation.operationId!);
      const tries = isChance ? TRIES_BY_CHANCE : FIRST_TRIES;
      for (let turn = 0; turn < tries && !this.tally.hasSucceeded(operation.operationId!); turn += 1) {
        this.run.signal.throwIfAborted();
        const role = random.pick(usualRoles(operation.operationId!));
        await session.send(documented, draw(valid, random), role, random, this.tally.next());
      }
      if (!isChance && !this.tally.hasSucceeded(operation.operationId!)) {
        this.troubles.push(`${operation.operationId!} never succeeded at first`);
      }
    }
  }

  private async sendDrawn(session: Session, drawn: readonly Drawn[]): Promise<void> {
    const weights = drawn.reduce((sum, { weight }) => sum + weight, 0);
    const progress = setInterval(() => this.tellProgress(), PROGRESS_MS);
    try {
      for (let count = 0; this.tally.drawn < this.run.options.requests; count += 1) {
        this.run.signal.throwIfAborted();
        const index = this.tally.next();
        const random = this.run.random.fork(`request ${index}`);
        if (count % REPLENISH === 0) await session.replenish();
        let left = random.next() * weights;
        const { documented, valid, beside } = drawn.find(({ weight }) => (left -= weight) < 0) ?? drawn[0]!;
        const role = random.chance(0.7)
          ? random.pick(usualRoles(documented.operation.operationId!))
          : random.pick(ROLES);
        await session.send(documented, draw(random.chance(0.35) ? valid : beside, random), role, random, index);
        if (this.instance?.state !== 'up') throw new Error('the service has ended; see services.log');
      }
    } finally {
      clearInterval(progress);
    }
  }

  private tellProgress(): void {
    if (this.number > 0) return;
    const { requests, failures } = this.tally;
    print(`${requests} requests, ${failures.size} kinds of failure`);
  }
}

interface Drawn {
  documented: Documented;
  weight: number;
  valid: fc.Arbitrary<Draft>;
  beside: fc.Arbitrary<Draft>;
}

/** One value of an arbitrary, decided by a stream of random numbers. */
function draw<T>(arbitrary: fc.Arbitrary<T>, random: Random): T {
  return fc.sample(arbitrary, { numRuns: 1, seed: random.below(2 ** 31) })[0]!;
}

/** Bytes of memory that the service holds. */
async function memoryOf(http: Http): Promise<number> {
  const { text } = await http.send({ method: 'GET', address: '/metrics', headers: [], body: undefined }, []);
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1] ?? Number.NaN);
}
