import type { Checks } from '../support/checks.js';
import type { Balancer, Sent } from '../support/http.js';
import type { Person, Shop } from '../support/shop.js';

/** Who pays members, before and after a restore. */
export class Payouts {
  /** @param treasurer the headers of the super admin who releases what another one has made */
  constructor(
    private readonly balancer: Balancer,
    private readonly shop: Shop,
    private readonly treasurer: Person['headers'],
    private readonly checks: Checks,
  ) {}

  /** Makes and releases a payout, whose items nobody has marked yet; its id. */
  async release(): Promise<number> {
    const { superAdmin } = this.shop;
    const body = { uid: this.shop.members[0]!.uid, amount: 10, reason: 'to be paid' };
    await this.must({ method: 'POST', path: '/admin/api/earnings/', headers: superAdmin, body });
    const { id } = await this.must({ method: 'POST', path: '/admin/api/payouts/', headers: superAdmin, body: {} });
    const path = `/admin/api/payouts/${Number(id)}/release/`;
    await this.must({ method: 'POST', path, headers: this.treasurer, body: {} });
    return Number(id);
  }

  /** Marks the items of a payout as paid, with the references that the bank gave; the same again after a restore. */
  async markPaid(payout: number): Promise<void> {
    const headers = this.shop.superAdmin;
    const path = `/admin/api/payouts/${payout}/items/`;
    const { results } = await this.must({ method: 'GET', path: `${path}?limit=100`, headers });
    for (const { id, status } of results as { id: number; status: string }[]) {
      this.checks.that('payouts', 'an item waits to be marked', status === 'pending', status);
      await this.must({ method: 'POST', path: `${path}${id}/paid/`, headers, body: { reference: `bank-${id}` } });
    }
  }

  private async must(request: Sent): Promise<Record<string, unknown>> {
    const answer = await this.balancer.send(request);
    if (answer?.status !== 200) throw new Error(`${request.path} was answered with ${JSON.stringify(answer)}`);
    return answer.data;
  }
}
