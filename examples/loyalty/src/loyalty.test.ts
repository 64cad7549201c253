import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PASSWORD, startTestApp, type TestApp, type TestClient } from 'direct-selling-commerce-api/testing';
import { loyalty, migrations } from './extension.js';
import { NIGHTLY } from './tiers.js';

describe('loyalty', () => {
  let app: TestApp;
  let root: TestClient;

  before(async () => {
    app = await startTestApp({ extensions: [loyalty], migrations, settings: { LOYALTY_POINT_VALUE: '0.05' } });
    root = await app.make.superAdmin();
  });
  after(() => app.stop());

  const buy = async (member: TestClient, price: string, quantity = 1) => {
    const product = await app.make.catalogue.product({ price, businessVolume: price });
    const { order_id } = await app.make.paidOrder(member, { product, quantity });
    await app.settled();
    return order_id;
  };
  const cart = async (member: TestClient, price: string, quantity = 1) => {
    const { id: product_id } = await app.make.catalogue.product({ price });
    return (await member.post('commerce/add-cart-item/', { product_id, quantity })).body.data.totals.price;
  };
  const account = async (member: TestClient) => (await member.get('loyalty/account/')).body.data;
  const points = async (member: TestClient) => (await account(member)).points;
  const redeem = (member: TestClient, wanted: number) => member.put('loyalty/redemption/', { points: wanted });
  const place = (member: TestClient) => member.post('commerce/create-order/');

  it('gives points for paid orders, and sends an event', async () => {
    const webhooks = await app.webhooks('loyalty.points_changed');
    const member = await app.make.member();
    const order_id = await buy(member, '9.90', 2);
    assert.deepEqual(await account(member), { tier: 'none', points: 19, redeeming: 0 });
    assert.deepEqual(
      webhooks.received.map(({ data }) => data),
      [{ uid: member.user.uid, kind: 'earned', points: 19, balance: 19, order_id }],
    );
  });

  it('takes points back with what is returned, and the rest with a cancellation', async () => {
    const member = await app.make.member();
    const order_id = await buy(member, '30', 3);
    const { items } = (await member.get(`commerce/orders/${order_id}/`)).body.data;
    const back = { items: [{ id: items[0].id, quantity: 1 }], reason: 'damaged' };
    assert.equal((await root.post(`/admin/api/orders/${order_id}/return/`, back)).status, 200);
    assert.equal(await points(member), 60);
    await root.patch(`/admin/api/orders/${order_id}/`, { status: 'cancelled' });
    assert.equal(await points(member), 0);
  });

  it('redeems points in the cart, spends them with the order, and gives them back with it', async () => {
    const member = await app.make.member();
    await buy(member, '100');
    assert.equal((await redeem(member, 101)).body.errors.points[0].code, 'loyalty_too_few_points');
    assert.equal((await redeem(member, 100)).status, 200);
    assert.equal(await cart(member, '20', 2), 35);
    const { order_id } = (await place(member)).body.data;
    assert.equal((await member.get(`commerce/orders/${order_id}/`)).body.data.totals.price, 35);
    assert.deepEqual(await account(member), { tier: 'none', points: 0, redeeming: 0 });
    await root.patch(`/admin/api/orders/${order_id}/`, { status: 'cancelled' });
    assert.equal(await points(member), 100);
  });

  it('pays at most half of an order with points, and keeps the others', async () => {
    const member = await app.make.member();
    await buy(member, '100');
    await redeem(member, 100);
    assert.equal(await cart(member, '6'), 3);
    await place(member);
    assert.equal(await points(member), 40);
  });

  it('spends no point twice, whatever comes at once', async () => {
    const member = await app.make.member();
    const order_id = await buy(member, '100');
    await redeem(member, 100);
    await cart(member, '40');
    const [placed] = await Promise.all([
      place(member),
      root.patch(`/admin/api/orders/${order_id}/`, { status: 'cancelled' }),
      redeem(member, 50),
      redeem(member, 100),
    ]);
    if (placed.status === 409) assert.equal(placed.body.code, 'loyalty_prices_changed');
    const [account] = await app.database.query<{ booked: number; kept: number }>(
      `SELECT sum(e.points)::int AS booked, min(a.points) AS kept
         FROM loyalty_entries e JOIN loyalty_accounts a USING (uid) WHERE uid = $1`,
      [member.user.uid],
    );
    const { results } = (await member.get('commerce/orders/')).body.data;
    const spent = placed.status === 200 ? Math.round((40 - results[0].totals.price) / 0.05) : 0;
    assert.deepEqual(account, { booked: 0 - spent, kept: 0 - spent });
  });

  it('lets points and tiers expire', async () => {
    const member = await app.make.member();
    await buy(member, '600');
    assert.deepEqual(await account(member), { tier: 'silver', points: 600, redeeming: 0 });
    await app.database.query(`UPDATE loyalty_entries SET from_at = from_at - interval '366 days' WHERE uid = $1`, [
      member.user.uid,
    ]);
    await app.addJob(NIGHTLY);
    await app.settled();
    assert.deepEqual(await account(member), { tier: 'none', points: 0, redeeming: 0 });
    const { results } = (await member.get('loyalty/entries/')).body.data;
    assert.partialDeepStrictEqual(results, [
      { kind: 'expired', points: -600 },
      { kind: 'earned', points: 600 },
    ]);
  });

  it('has prices by tier, and shows the tier of a user', async () => {
    const member = await app.make.member();
    await buy(member, '2000');
    assert.equal(await cart(member, '100'), 95);
    const { body } = await root.get(`/admin/api/users/${member.user.uid}/`);
    assert.equal(body.data.custom_fields.loyalty_tier, 'gold');
  });

  it('pays the bonus of the tier, and takes it back after a return', async () => {
    const member = await app.make.member();
    const order_id = await buy(member, '600');
    const { lines, explain } = await app.postPeriod({
      bonuses: [{ id: 'back', type: 'loyalty_tier', silver: 3, gold: 6 }],
    });
    assert.equal(lines.find(({ uid }) => uid === member.user.uid)?.amount, 18);
    assert.partialDeepStrictEqual(await explain(member), { earned: 18, bonuses: [{ figures: { tier: 'silver' } }] });

    await root.patch(`/admin/api/orders/${order_id}/`, { status: 'cancelled' });
    const { lines: next } = await app.postPeriod();
    assert.partialDeepStrictEqual(next, [{ uid: member.user.uid, bonus: 'clawback', amount: -18 }]);
  });

  it('lets support give points, but not to themselves, and nobody else', async () => {
    const member = await app.make.member();
    const support = await app.make.admin(['support']);
    const path = `/admin/api/loyalty/${member.user.uid}/`;
    const gift = { points: 50, reason: 'a late parcel' };
    assert.equal((await support.post(path, gift)).body.data.points, 50);
    const own = await support.post(`/admin/api/loyalty/${support.user.uid}/`, gift);
    assert.equal(own.body.code, 'loyalty_own_points');
    assert.equal((await (await app.make.admin(['finance'])).post(path, gift)).status, 403);
    assert.equal((await support.post('/admin/api/loyalty/999999/', gift)).status, 404);
    assert.partialDeepStrictEqual((await root.get('/admin/api/loyalty/')).body.data.results, [{ points: 50 }]);
  });

  it('exports the points of a user, and erases them', async () => {
    const member = await app.make.member(await app.make.application({ selfService: true }));
    await buy(member, '10');
    assert.equal((await member.get('account/export/')).body.data.loyalty.points, 10);
    assert.equal((await member.post('account/erasure/', { current_password: PASSWORD })).status, 200);
    assert.deepEqual(await app.database.query('SELECT FROM loyalty_entries WHERE uid = $1', [member.user.uid]), []);
  });
});
