import { account, PLAN, PRODUCT_TYPE, SUPER_ADMIN } from '../shop.js';
import type { World } from './world.js';

/** What fills the parameters and fields of a call, by name; a function is called for each. */
export type Values = Readonly<Record<string, unknown>>;

/** Something that calls are about. */
interface Definition {
  /**
   * Makes one that nothing else uses.
   * @param owner the user whose it is, if it is anybody's
   */
  make: (world: World, owner: number) => Values | Promise<Values>;
  /**
   * What is not the caller's, by how it came to that: of another, or deleted. Each of its values in place of one's own
   * must be answered as one that does not exist.
   * @param owner the caller
   */
  foreign?: Readonly<Record<string, (world: World, owner: number) => Promise<Values>>>;
}

const ofApplication = async (id: string): Promise<Values> => ({ id, application_id: id });

const deletedApplication = async (world: World): Promise<Values> => {
  const { id } = await world.application();
  await world.root('adminDeleteApplication', { path: { id } });
  return { id, application_id: id };
};

/** What belongs to an application, and is asked for under another one, or under one that is deleted. */
const belonging = (make: (world: World) => Promise<Values>): Definition => ({
  make,
  foreign: {
    'another application’s': async (world) => {
      const { id: _, ...rest } = await make(world);
      return rest;
    },
    'of a deleted application': deletedApplication,
  },
});

const application: Definition = {
  make: async (world) => ofApplication((await world.application()).id),
  foreign: { deleted: deletedApplication },
};

const bundle = async (world: World): Promise<Values> => {
  const { bundleId, sku } = await world.bundle(2);
  return { bundle_id: bundleId, product_sku: sku, 'product-sku': () => world.fresh('sku') };
};

const deletedProduct = async (world: World): Promise<Values> => {
  const { bundleId, productId } = await world.bundle();
  await world.root('adminDeleteBundle', { path: { bundle_id: bundleId } });
  return { product_id: productId };
};

const wish = async (world: World, owner: number, productId = world.productId): Promise<Values> => {
  await world.keeper('addToWishlist', { body: { product_id: productId } }, owner);
  return { product_id: productId };
};

const line = async (world: World, owner: number): Promise<Values> => {
  const { lineId, cartId } = await world.line(owner);
  return { line_item_id: lineId, pk: lineId, cart_id: cartId, order_id: cartId };
};

const order = async (world: World, owner: number): Promise<Values> => {
  const id = await world.order(owner);
  return { id, order_id: id };
};

const paidOrder = async (world: World, owner: number): Promise<Values> => {
  const values = await order(world, owner);
  await world.keeper('changeOrderStatus', { body: { order_id: values.order_id, status: 'paid' } });
  return values;
};

const paidLine = async (world: World, owner: number): Promise<Values> => {
  const { lineId, cartId } = await world.line(owner);
  await world.keeper('createOrder', {}, owner);
  await world.keeper('changeOrderStatus', { body: { order_id: cartId, status: 'paid' } });
  return { id: lineId, order_id: cartId };
};

const cart = async (world: World, owner: number): Promise<Values> => {
  const { cartId } = await world.line(owner);
  return { id: cartId, order_id: cartId };
};

const somebodysCart = async (world: World): Promise<Values> => cart(world, await world.member());

const waiting = async (world: World, owner: number): Promise<Values> => {
  const { uid, parentUid } = await world.waiting(owner);
  return { uid, parent_uid: parentUid, leg: 1 };
};

const payout = async (world: World, isReleased: boolean): Promise<Values> => {
  const { id, itemId, amount } = await world.payout(isReleased);
  return { id, item: itemId, item_amount: amount, 'body:id': itemId };
};

const ownFactor = (isConfirmed: boolean): Definition => ({
  make: (world, owner) => world.factor(owner, isConfirmed),
  foreign: { 'another user’s': async (world) => ({ id: (await world.factor(await world.member(), isConfirmed)).id }) },
});

const newUser = (world: World): Values => {
  const { username, email } = account(world.fresh('user'));
  return { username, email, sponsor: world.memberName };
};

const type = async (world: World): Promise<Values> => ({ name: await world.productType() });

const DEFINITIONS = {
  application,
  'disabled webhook': {
    ...application,
    make: async (world) => {
      const { id } = await world.application();
      await world.disableWebhook(id);
      return ofApplication(id);
    },
  },
  key: belonging(async (world) => {
    const { id, keyId } = await world.application();
    return { id, key_id: keyId };
  }),
  'encryption key': belonging(async (world) => {
    const { id } = await world.application();
    return { id, kid: await world.encryptionKey(id) };
  }),
  delivery: belonging(async (world) => {
    const { id } = await world.application();
    const since = new Date(Date.now() - 60_000).toISOString();
    return { id, delivery_id: await world.delivery(id), since, failed_only: false };
  }),
  'sign-on': {
    make: application.make,
    foreign: {
      'without single sign-on': async (world) => ofApplication((await world.application('server', { sso: null })).id),
      deleted: deletedApplication,
    },
  },
  'new application': { make: (world) => ({ ...newUser(world), name: world.fresh('application') }) },
  bundle: {
    make: bundle,
    foreign: {
      deleted: async (world) => {
        const { bundleId, sku } = await world.bundle(2);
        await world.root('adminDeleteBundle', { path: { bundle_id: bundleId } });
        return { bundle_id: bundleId, product_sku: sku };
      },
      'of another bundle': async (world) => ({ product_sku: (await world.bundle(2)).sku }),
    },
  },
  'scheduled price': {
    make: (world) => world.scheduledPrice(),
    foreign: { 'of another bundle': async (world) => ({ id: (await world.scheduledPrice()).id }) },
  },
  'new bundle': {
    make: (world) => ({ bundle_id: () => world.fresh('created'), 'product-sku': () => world.fresh('sku') }),
  },
  type: {
    make: type,
    foreign: {
      deleted: async (world) => {
        const name = await world.productType();
        await world.root('adminDeleteProductType', { path: { name } });
        return { name };
      },
    },
  },
  'new type': { make: (world) => ({ ...PRODUCT_TYPE, name: world.fresh('type') }) },
  product: {
    make: async (world) => ({ product_id: (await world.bundle()).productId }),
    foreign: { deleted: deletedProduct },
  },
  sale: {
    make: async (world) => ({ uid: await world.member(), product_id: (await world.bundle()).productId }),
    foreign: { deleted: deletedProduct },
  },
  wish: {
    make: (world, owner) => wish(world, owner),
    foreign: {
      'wished by another user': async (world) => wish(world, await world.member(), (await world.bundle()).productId),
      deleted: deletedProduct,
    },
  },
  line: { make: line, foreign: { 'another user’s': async (world) => line(world, await world.member()) } },
  order: { make: order, foreign: { 'a user’s cart': somebodysCart } },
  'own place': {
    make: async (world, owner) => {
      await world.enrolled(owner);
      return { root: owner };
    },
    foreign: { 'another member’s': async (world) => ({ root: await world.member() }) },
  },
  membership: {
    make: async (world, owner) => {
      await world.enrolled(owner);
      return {};
    },
  },
  'own order': {
    make: order,
    foreign: {
      'another user’s': async (world) => order(world, await world.member()),
      'another user’s cart': somebodysCart,
      'the caller’s cart, which is no order': cart,
    },
  },
  'paid order': { make: paidOrder, foreign: { 'a user’s cart': somebodysCart } },
  'line of a paid order': {
    make: paidLine,
    foreign: {
      'of another order': async (world) => {
        const { id } = await paidLine(world, await world.member());
        return { id };
      },
      'a user’s cart': async (world) => {
        const { order_id } = await somebodysCart(world);
        return { order_id };
      },
    },
  },
  shopper: {
    make: async (world) => {
      const uid = await world.member();
      await world.line(uid);
      await wish(world, uid);
      return { uid };
    },
  },
  'posted statement': {
    make: async (world) => {
      const uid = await world.member();
      return { uid, period: await world.postedPeriod(uid) };
    },
    foreign: { 'of who was no member then': async (world) => ({ uid: await world.member() }) },
  },
  'posted period': {
    // The plan has a period of another kind, which stays as it is.
    make: async (world, owner) => ({ period: await world.postedPeriod(owner), 'body:plan': { ...PLAN, bonuses: [] } }),
    foreign: { 'of a run that is not posted': async () => ({ period: '2001-01' }) },
  },
  'queued run': { make: async (world) => ({ id: await world.queuedRun() }) },
  'calculated final run': { make: async (world) => ({ id: await world.calculatedFinal() }) },
  'approved final run': { make: async (world) => ({ id: await world.approvedFinal() }) },
  'plan of a run': { make: async (world) => ({ plan_id: await world.plan() }) },
  plan: { make: async (world) => ({ id: await world.plan(), other: await world.plan() }) },
  'a search': { make: () => ({ q: 'e' }) },
  'run with results': { make: (world) => world.calculatedRun() },
  // Its period would be taken for that of plans.
  'posted run': {
    make: async (world, owner) => {
      await world.postedPeriod(owner);
      await world.endSimulations();
      // No answer waits for a simulation.
      return { wait: 0 };
    },
  },
  approval: { make: async (world) => ({ id: await world.approval() }) },
  correction: { make: async (world) => ({ id: await world.correction() }) },
  'member and successor': {
    make: async (world) => {
      const [uid, successor] = [await world.member(), await world.member()];
      return { uid, into_uid: successor, to_uid: successor };
    },
  },
  'impossible row': { make: async (world) => ({ id: await world.impossibleRow() }) },
  member: { make: async (world) => ({ uid: await world.member(), parent_uid: await world.member() }) },
  'own earnings': {
    make: async (world, owner) => {
      await world.enrolled(owner);
      await world.earn(owner);
      return {};
    },
  },
  earner: { make: async (world) => ({ uid: await world.earner() }) },
  'posted reward': { make: (world) => world.postedReward() },
  hold: { make: async (world) => ({ id: await world.hold() }) },
  payout: { make: (world) => payout(world, false) },
  'payout to release': { make: async (world) => ({ ...(await payout(world, false)), kind: 'payout.release' }) },
  'released payout': {
    make: (world) => payout(world, true),
    foreign: {
      'of another payout': async (world) => {
        const { id: _, ...items } = await payout(world, true);
        return items;
      },
    },
  },
  leaver: { make: async (world) => ({ uid: await world.leaver() }) },
  members: { make: async (world) => ({ uids: String(await world.member()) }) },
  'waiting member': {
    make: waiting,
    foreign: { 'another sponsor’s': async (world) => waiting(world, await world.member()) },
  },
  'own session': {
    make: async (world, owner) => ({ id: await world.session(owner) }),
    foreign: { 'another user’s': async (world) => ({ id: await world.session(await world.member()) }) },
  },
  'own view': {
    make: async (world, owner) => ({ id: await world.view(owner), list: 'orders', name: () => world.fresh('view') }),
    foreign: { 'another user’s': async (world) => ({ id: await world.view(await world.member()) }) },
  },
  'own session at a shop': {
    make: async (world, owner) => ({ id: await world.session(owner, (await world.application()).id) }),
    foreign: {
      'another user’s': async (world) => ({
        id: await world.session(await world.member(), (await world.application()).id),
      }),
      'of the admin module': async (world, owner) => ({ id: await world.session(owner) }),
    },
  },
  'own factor': ownFactor(true),
  'new factor': ownFactor(false),
  'own password': { make: async (world, owner) => ({ current_password: await world.knownPassword(owner) }) },
  'own password, and no payout under way': {
    make: async (world, owner) => {
      await world.endPayouts(owner);
      return { current_password: await world.knownPassword(owner) };
    },
  },
  'own password and mailbox': {
    make: async (world, owner) => ({
      current_password: await world.knownPassword(owner),
      email: () => account(world.fresh('mailbox')).email,
    }),
  },
  'pending e-mail address': { make: async (world) => ({ token: await world.pendingEmail() }) },
  'own address': {
    make: async (world, owner) => ({ id: await world.address(owner) }),
    foreign: { 'another user’s': async (world) => ({ id: await world.address(await world.member()) }) },
  },
  'own consent': {
    make: async (world, owner) => ({ application_id: await world.consent(owner) }),
    foreign: { 'another user’s': async (world) => ({ application_id: await world.consent(await world.member()) }) },
  },
  consent: {
    make: async (world) => {
      const uid = await world.member();
      return { uid, application_id: await world.consent(uid) };
    },
    foreign: { 'another user’s': async (world) => ({ application_id: await world.consent(await world.member()) }) },
  },
  'room for an address': {
    make: async (world, owner) => {
      await world.withoutAddresses(owner);
      return {};
    },
  },
  'set-up challenge': { make: async (world) => ({ challenge: await world.setUpChallenge() }) },
  'password link': { make: async (world) => ({ token: await world.passwordLink() }) },
  'password token': { make: async (world) => ({ token: await world.passwordLink(await world.shop()) }) },
  'new user': { make: newUser },
  // The same one could be written to only so often.
  mailbox: {
    make: (world) => ({ email: () => account(world.fresh('mailbox')).email, login: () => world.fresh('mailbox') }),
  },
  'pending sign-up': { make: async (world) => ({ token: await world.pendingSignUp() }) },
  login: { make: (world) => ({ username: world.memberName, password: SUPER_ADMIN.password }) },
  'super admin': { make: (world) => world.superAdmin },
  country: { make: () => ({ country_code: 'DE' }) },
} as const satisfies Readonly<Record<string, Definition>>;

/** Something that calls are about: an order, a bundle with two variants, a user that is yet to be. */
export type Thing = keyof typeof DEFINITIONS;

/** How each thing is made. */
export const THINGS: Readonly<Record<Thing, Definition>> = DEFINITIONS;
