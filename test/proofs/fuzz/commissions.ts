import type { Pool } from 'pg';
import type { Contract } from '#test/support/contract.js';
import { CALLS } from '#test/support/calls/calls.js';
import { requestOf } from '#test/support/calls/requests.js';
import { THINGS } from '#test/support/calls/things.js';
import type { Data } from '#test/support/calls/shop-world.js';
import { World } from '#test/support/calls/world.js';
import { type Http, PASSWORD } from './http.js';
import { isStocked, type Stock, type Stocked, STOCKED } from './stock.js';

/** What requests leave open, and what would be refused for it: the service lets nobody have any number of these. */
const END_PREVIEWS = `UPDATE commission_runs SET status = 'cancelled', ended_at = now()
  WHERE kind = 'preview' AND status = 'queued'`;
/** Who guesses a password, as requests do, has to confirm again. */
const CONFIRM = `UPDATE sessions SET confirmed_at = now() WHERE application_id IS NULL AND ended_at IS NULL`;
const END_IMPORTS = `UPDATE long_jobs SET state = 'cancelled', is_cancelled = true, finished_at = now()
  WHERE state = 'waiting' AND id IN (SELECT job_id FROM imports)`;

/** Keeps runs, posted periods, payouts and what else of commissions takes steps that nobody draws. */
export class Commissions {
  private constructor(
    private readonly world: World,
    private readonly stock: Stock,
    private readonly pool: Pool,
  ) {}

  /** @param superAdmin the username of the run's super admin */
  static async open(
    contract: Contract,
    http: Http,
    { pool, stock, superAdmin }: { pool: Pool; stock: Stock; superAdmin: string },
  ): Promise<Commissions> {
    const send = async (
      operationId: string,
      { headers, ...parts }: Parameters<typeof requestOf>[2] & { headers: object },
    ) => {
      const { method, path, body } = requestOf(contract, operationId, parts);
      const isJson = body !== undefined;
      const wire = {
        method,
        address: path,
        body: isJson ? Buffer.from(JSON.stringify(body)) : undefined,
        headers: isJson ? [['content-type', 'application/json'] as const] : [],
      };
      const answer = await http.send(wire, Object.entries(headers) as [string, string][]);
      return { status: answer.status, text: answer.text, data: (answer.body as { data?: Data }).data ?? {} };
    };
    const query = async (text: string, values: unknown[]) => (await pool.query(text, values)).rows as object[];
    const world = new World(send, query, { username: superAdmin, password: PASSWORD });
    await world.enter();
    const commissions = new Commissions(world, stock, pool);
    // Statements of everybody in the run, too.
    for (const uid of stock.members) await world.postedPeriod(uid);
    return commissions;
  }

  /** Makes what an operation is about, if it is of this kind and used up. */
  async provideFor(operationId: string): Promise<void> {
    await this.pool.query(CONFIRM);
    const of = CALLS[operationId]?.of;
    if (typeof of === 'string' && isStocked(of)) await this.provide(of);
  }

  /** Makes all that is used up again. What requests have made impossible meanwhile, such as a payout of so little, is left out. */
  async replenish(): Promise<void> {
    await this.pool.query(CONFIRM);
    await this.pool.query(END_PREVIEWS);
    await this.pool.query(END_IMPORTS);
    for (const thing of Object.keys(STOCKED) as Stocked[]) await this.provide(thing).catch(() => undefined);
  }

  private async provide(thing: Stocked): Promise<void> {
    const kept = this.stock.kept(thing);
    if (kept.length > 0) return;
    // Requests have changed the settings, too.
    await this.world.withoutApprovals();
    if (thing === 'released payout') kept.push(await this.releasedPayout());
    else kept.push({ ...(await THINGS[thing].make(this.world, this.stock.members[0]!)) });
  }

  /** With several items, since some requests name more than one. */
  private async releasedPayout(): Promise<Data> {
    await this.world.earner();
    const { id } = await this.world.payout(true);
    const { results } = await this.world.root('adminListPayoutItems', { path: { id } });
    return { id, item: (results as { id: number }[]).map(({ id: item }) => item) };
  }
}
