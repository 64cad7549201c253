/**
 * Drills a restore: a PostgreSQL server of its own whose changes pgBackRest archives, the service on it, and clients. The
 * server is killed and its data destroyed; it is restored to a point in time, goes on, is destroyed again, and all that was
 * archived is restored. `npm run prove -- restore --seconds 60 --seed 1`, as root on Debian 12 or with the packages there.
 * Ends with 0 when nothing before the point was lost, nothing after it is left, and nothing that others know by its id comes
 * again as something else.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chooseAccount, installPackages } from '#test/support/debian.js';
import { Balancer } from '#test/support/http.js';
import { type Instance, startInstances } from '#test/support/instance.js';
import { flag, type Values, whole } from '#test/support/options.js';
import { freePorts } from '#test/support/place.js';
import { defineProof, print, type Run } from '#test/support/proof.js';
import { Checks } from '#test/support/report.js';
import { BASE, openShop, type Person, type Shop, SUPER_ADMIN } from '#test/support/shop.js';
import { SERVICE } from '#test/support/service-process.js';
import { until } from '#test/support/until.js';
import { type Change, Client, enter, hireTreasurer, Payouts, Receiver } from './client.js';
import { Server, type Target } from './server.js';
import { countKinds, type Moment, type Restored, tellLoss, tellTail } from './verdicts.js';

const OPTIONS = {
  /** How long clients work before each point, and after it. */
  seconds: whole(60, 5, 3_600),
  /** Takes a file out of the archive before the last restore: it must find what that costs. */
  gap: flag,
};

const MEMBERS = 4;
const PATIENCE_MS = 120_000;
const execute = promisify(execFile);

/** One drill: a restore to a point in time, then one of all that was archived. */
class Drill {
  readonly checks = new Checks();
  private readonly receiver = new Receiver();
  private readonly changes: Change[] = [];
  private instance!: Instance;
  private server!: Server;
  private shop!: Shop;
  private balancer!: Balancer;
  private payouts!: Payouts;
  private restores = 0;
  /** When work began again after the first restore, on the clock of the changes. */
  private begunAgain = 0;
  /** The file of changes that the archive is to lose. */
  private gap: string | undefined;

  constructor(private readonly run: Run<Values<typeof OPTIONS>>) {}

  /** @throws when the run is given up */
  async carryOut(): Promise<Checks> {
    await this.open();
    const payout = await this.payouts.release();
    const point = await this.workTo('first');
    await this.payouts.markPaid(payout);
    const late = await this.signInLate();
    await this.work(this.run.options.seconds);
    await this.archived();
    await this.loseAll();
    await this.restore(point.at);
    const unknown = await tellLoss(this.restored, point);
    await this.afterRestore(payout);
    await this.checkSessions(late);
    await this.payouts.markPaid(payout);
    await this.goOn(unknown);

    await this.work(this.run.options.seconds);
    const end = await this.loseAll();
    if (this.gap !== undefined) await this.server.removeArchived(this.gap);
    await this.restore('end');
    await tellTail(this.restored, end, this.begunAgain);
    await this.afterRestore();
    await this.shop.signInAgain(this.shop.apiAdmin);
    for (const accident of this.instance.accidents)
      this.checks.that('the service', 'ends as it is told', false, accident);
    this.checks.that(
      'webhooks',
      'no id came with another content',
      this.receiver.reused.length === 0,
      this.receiver.reused[0],
    );
    print(`${this.receiver.ids.length} events were told, each id with one content`);
    return this.checks;
  }

  private async open(): Promise<void> {
    const { run } = this;
    await installPackages(['postgresql-15', 'pgbackrest'], print);
    const directory = await run.directory();
    const [port] = await freePorts(run.random.fork('database'), 1);
    const password = randomBytes(18).toString('base64url');
    this.server = await Server.make(await chooseAccount(), directory, port!, password);
    run.after(() => this.server.kill());
    const [instance] = await startInstances(run, {
      roles: ['api'],
      directory,
      settings: { DATABASE_URL: this.server.url, WEBHOOK_ALLOW_PRIVATE: 'true' },
      // The server is gone at once, twice. What a client is told with 503 is not acknowledged.
      isExpected: (line) => /connection|ECONN|57P0|database|terminat|Service Unavailable answering/i.test(line),
    });
    this.instance = instance!;
    run.after(() => this.receiver.close());
    const url = await this.receiver.listen();
    this.balancer = new Balancer([this.instance], this.run.random.fork('balancer'), this.run.signal);
    this.shop = await openShop(this.balancer, {
      members: MEMBERS,
      applications: [{ name: 'everything', webhook: { url, events: ['*'] } }],
    });
    this.payouts = new Payouts(this.balancer, this.shop, await hireTreasurer(this.balancer, this.shop), this.checks);
    await this.backUp('full backup');
  }

  /**
   * Takes a full backup while clients work, as it is with everybody. After a restore PostgreSQL applies archive_timeout from the
   * next checkpoint on, which a backup makes.
   */
  private async backUp(name: string): Promise<void> {
    const began = performance.now();
    const backup = this.server.backup('--type=full', 'backup');
    let isOver = false;
    const working = this.workUntil(() => isOver);
    await backup.finally(() => (isOver = true));
    await working;
    print(`${name} in ${seconds(began)} s, while clients worked`);
  }

  /** Clients work for so many seconds. */
  private async work(howLong: number): Promise<void> {
    const end = performance.now() + howLong * 1000;
    await this.workUntil(() => performance.now() > end || this.run.signal.aborted);
    this.run.signal.throwIfAborted();
  }

  private async workUntil(isOver: () => boolean): Promise<void> {
    const { shop, balancer, changes } = this;
    const clients = shop.members.map(
      (member) =>
        new Client(member, shop, this.run.random.fork(`${member.username} ${changes.length}`), balancer, changes),
    );
    await Promise.all(clients.map((client) => client.workUntil(isOver)));
  }

  /** Clients work, and go on while the server is asked for the time: the point that is restored later. */
  private async workTo(name: string): Promise<Moment> {
    let isOver = false;
    const working = this.workUntil(() => isOver);
    await sleep(this.run.options.seconds * 1000, undefined, { signal: this.run.signal });
    const asked = performance.now();
    const { rows } = await this.server.run('postgres', 'SELECT clock_timestamp() AS at');
    // A Date leaves microseconds out: the next millisecond is after all that was acknowledged before.
    const at = new Date((rows[0] as { at: Date }).at.getTime() + 1);
    await sleep(2);
    const moment = { at, asked, answered: performance.now() };
    await sleep(1_000);
    isOver = true;
    await working;
    print(`the ${name} point is ${moment.at.toISOString()}`);
    return moment;
  }

  /** Somebody signs in after the point. */
  private async signInLate(): Promise<Person['headers']> {
    const person = { ...this.shop.members[1]! };
    await this.shop.signInAgain(person);
    return person.headers;
  }

  /** Waits until the archive has what was written until now. */
  private async archived(): Promise<void> {
    const { rows } = await this.server.run('postgres', 'SELECT pg_walfile_name(pg_switch_wal()) AS file');
    const { file } = rows[0] as { file: string };
    const sql = `SELECT coalesce(last_archived_wal >= '${file}', false) AS done FROM pg_stat_archiver`;
    const isDone = async (): Promise<boolean> => {
      const result = await this.server.run('postgres', sql);
      return (result.rows[0] as { done: boolean }).done;
    };
    await until(isDone, PATIENCE_MS, 'the last changes were not archived');
  }

  /** Ends the server at once while clients work, destroys its data, and stops the service; when it ended. */
  private async loseAll(): Promise<number> {
    let isOver = false;
    const working = this.workUntil(() => isOver);
    await sleep(2_000);
    isOver = true;
    const end = performance.now();
    await this.server.destroy();
    await working;
    await this.instance.stop();
    print('the server was killed, its data destroyed');
    return end;
  }

  private async restore(target: Target): Promise<void> {
    const began = performance.now();
    await this.server.restore(target);
    const restored = seconds(began);
    await this.server.start();
    print(`restored in ${restored} s, in use after ${seconds(began)} s`);
  }

  /** The operator's command, then the start of the service. */
  private async afterRestore(payout?: number): Promise<void> {
    const env = { PATH: process.env.PATH ?? '', DATABASE_URL: this.server.url, LOG_LEVEL: 'warn' };
    const began = performance.now();
    const { stdout } = await execute(process.execPath, [...SERVICE, 'after-restore'], { env });
    for (const line of stdout.trimEnd().split('\n')) print(`  ${line}`);
    const isListed = payout === undefined || stdout.includes(`payout ${payout} of `);
    this.checks.that('payouts', 'one whose marks were undone is listed', isListed, stdout);
    await this.instance.launch(this.run.signal);
    print(`after-restore and the start of the service in ${seconds(began)} s`);
    await until(() => this.isDelivered(), PATIENCE_MS, 'deliveries that waited were not made');
    this.restores += 1;
    const heard = this.receiver.told('service.restored').length;
    this.checks.that('webhooks', 'each restore is told', heard === this.restores, String(heard));
  }

  /** Tokens of the time before the restore, of which the database knows, and of after the point, of which it does not. */
  private async checkSessions(late: Person['headers']): Promise<void> {
    const path = `${BASE}/commerce/cart-items/`;
    for (const { username, headers } of [
      ...this.shop.members,
      { username: 'who came after the point', headers: late },
    ]) {
      const answer = await this.balancer.send({ method: 'GET', path, headers });
      this.checks.that(
        'tokens',
        `that of ${username} is worth nothing`,
        answer?.status === 401,
        String(answer?.status),
      );
    }
    await this.shop.signInAgain(this.shop.apiAdmin);
    for (const member of this.shop.members) await this.shop.signInAgain(member);
    this.shop.superAdmin = await enter(this.balancer, SUPER_ADMIN);
    this.begunAgain = performance.now();
  }

  /** Work goes on, and gives nothing an id that others know as something else. */
  private async goOn(unknown: readonly Change[]): Promise<void> {
    const first = this.changes.length;
    await this.backUp('new full backup');
    if (this.run.options.gap) this.gap = await this.server.writtenFile();
    await this.work(this.run.options.seconds);
    const taken = new Set(unknown.map(({ kind, key }) => `${kind} ${key}`));
    const fresh = this.changes.slice(first);
    const again = fresh.filter(({ kind, key }) => taken.has(`${kind} ${key}`));
    this.checks.that('ids', 'there were new changes', fresh.length > 0);
    this.checks.that('ids', 'none that was undone is given again', again.length === 0, countKinds(again));
    print(`${fresh.length} changes after it, none with an id or a version of the ${unknown.length} that are undone`);
  }

  private get restored(): Restored {
    return { server: this.server, changes: this.changes, checks: this.checks, print };
  }

  private async isDelivered(): Promise<boolean> {
    const { rows } = await this.server.run(
      'commerce',
      `SELECT count(*)::int AS count FROM webhook_deliveries WHERE status = 'pending'`,
    );
    return (rows[0] as { count: number }).count === 0;
  }
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}

export default defineProof({
  claim: 'nothing before the point was lost, and nothing that was undone comes again as something else',
  options: OPTIONS,
  minutes: ({ seconds }) => 15 + Math.ceil(seconds / 10),
  run: (run) => new Drill(run).carryOut(),
  report: (checks) => checks.report(),
});
