import { describe, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CustomFieldStore, type CustomFields } from '#common/custom-fields/index.js';
import { Database } from '#common/database/index.js';
import { Hook, type HookPoints } from '#common/events/index.js';
import { bundleBody } from './support/bundles.js';
import { auditOf, eventsOf } from './support/catalogue.js';
import { PASSWORD, type TestClient } from './support/factories.js';
import { MemberImports, refusedOf } from './support/imports.js';
import type { Answer } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

const words = (text: string): { en: string; de: string } => ({ en: text, de: `${text} (de)` });

const CUSTOM_FIELDS: CustomFields = {
  users: {
    birthday: { type: 'date', label: words('Birthday'), client: 'write', imported: true },
    shoe_size: { type: 'number', min: 30, max: 50, label: words('Shoe size'), client: 'write' },
    tier: {
      type: 'choice',
      choices: { silver: words('Silver'), gold: words('Gold') },
      label: words('Tier'),
      client: 'read',
      admin: 'read',
      personal: false,
      listed: true,
      filterable: true,
      imported: true,
    },
    note: { type: 'text', max: 20, label: words('Note'), permissions: { read: 'users.roles' } },
    newsletter: { type: 'boolean', label: words('Newsletter'), required: true, client: 'write', filterable: true },
  },
  members: {
    region: {
      type: 'text',
      max: 10,
      label: words('Region'),
      client: 'read',
      personal: false,
      imported: true,
      csv: true,
    },
    iban: { type: 'text', max: 34, label: words('IBAN'), csv: true },
  },
  orders: {
    po_number: { type: 'text', max: 12, label: words('Purchase order'), client: 'write', filterable: true },
    gift_note: { type: 'text', max: 40, label: words('Gift note'), client: 'write', personal: true },
    channel: { type: 'text', max: 10, label: words('Channel'), admin: 'read' },
  },
  order_lines: {
    engraving: { type: 'text', max: 10, label: words('Engraving'), client: 'write', personal: true },
    batch: { type: 'number', label: words('Batch'), permissions: { write: 'users.roles' } },
    margin: { type: 'number', label: words('Margin'), permissions: { read: 'users.roles' } },
  },
  bundles: {
    vegan: { type: 'boolean', label: words('Vegan'), client: 'write', filterable: true },
    weight: { type: 'decimal', min: 0, max: 100, label: words('Weight'), client: 'write' },
    cost: { type: 'decimal', label: words('Cost'), permissions: { read: 'users.roles' } },
  },
};

/** Writes a field of each order before it is placed. */
@Injectable()
class Channels {
  constructor(private readonly store: CustomFieldStore) {}

  @Hook('order.place')
  write(tx: EntityManager, { order_id }: HookPoints['order.place']): Promise<void> {
    return this.store.write(tx, 'orders', order_id, { channel: 'shop' });
  }
}

@Module({ providers: [Channels] })
class FieldsModule {}

const app = await useTestApp({
  extensions: [{ module: FieldsModule, customFields: CUSTOM_FIELDS }],
  config: { jobConcurrency: 0 },
});
const shop = await app.make.application();
const root = await app.make.superAdmin();
const admin = await app.make.apiAdmin(shop);

/** What is wrong, by the path of each problem. */
const problemsOf = ({ body }: Answer): Record<string, string> =>
  Object.fromEntries(
    body.errors.custom_fields.map(({ path, message }: { path?: string; message: string }) => [
      path ?? 'custom_fields',
      message,
    ]),
  );

let signedUp = 0;

async function signUp(custom_fields: unknown): Promise<Answer> {
  signedUp += 1;
  return admin.post('user/signup/', {
    username: `sign-up-${signedUp}`,
    email: `sign-up-${signedUp}@example.com`,
    password: PASSWORD,
    first_name: 'Maria',
    last_name: 'Schmidt',
    country_code: 'DE',
    custom_fields,
  });
}

describe('custom fields of users', () => {
  it('are sent at sign-up, and stand in the profile, the admin module and the event', async () => {
    const { status, body } = await signUp({ birthday: '1990-05-17', newsletter: true });
    expect(status).toBe(200);
    const { uid } = body.data;
    const { data: user } = (await root.get(`/admin/api/users/${uid}/`)).body;
    expect(user.custom_fields).toEqual({
      birthday: '1990-05-17',
      shoe_size: null,
      tier: null,
      note: null,
      newsletter: true,
    });
    const profile = await admin.get(`account/?uid=${uid}`);
    expect(profile.body.data.custom_fields).toEqual({
      birthday: '1990-05-17',
      shoe_size: null,
      tier: null,
      newsletter: true,
    });
    expect((await eventsOf(app, 'user.created')).at(-1)).toMatchObject({ uid, custom_fields: { tier: null } });
    const audited = (await auditOf(app, admin.user.uid)).find((row) => row.entity_id === String(uid));
    expect(audited?.after).toMatchObject({ custom_fields: { birthday: '(personal)', newsletter: '(personal)' } });
  });

  it('are refused by name: unknown, of a wrong type, out of bounds, missing, or not to be written', async () => {
    const answer = await signUp({ nickname: 'x', birthday: '2026-02-30', shoe_size: 51, tier: 'gold', note: 'secret' });
    expect(answer.status).toBe(400);
    expect(problemsOf(answer)).toEqual({
      'custom_fields.nickname': 'is not known here',
      'custom_fields.birthday': 'must be a day, such as 2026-11-21',
      'custom_fields.shoe_size': 'must be between 30 and 50',
      'custom_fields.tier': 'cannot be changed',
      'custom_fields.note': 'is not known here',
      'custom_fields.newsletter': 'is required',
    });
    expect(problemsOf(await signUp('gold'))).toEqual({ custom_fields: 'must be an object' });
    expect(problemsOf(await signUp(undefined))).toEqual({ 'custom_fields.newsletter': 'is required' });
  });

  it('are changed by their users one by one; null takes one away, unless it is required', async () => {
    const member = await app.make.member(shop);
    const change = (custom_fields: object): Promise<Answer> => member.patch('account/', { custom_fields });
    expect((await change({ shoe_size: 42, newsletter: false })).status).toBe(200);
    const { body } = await change({ shoe_size: null, birthday: '2000-01-01' });
    expect(body.data.custom_fields).toEqual({ birthday: '2000-01-01', shoe_size: null, tier: null, newsletter: false });
    expect(problemsOf(await change({ newsletter: null }))).toEqual({ 'custom_fields.newsletter': 'must not be null' });
    expect(problemsOf(await change({ tier: 'gold' }))).toEqual({ 'custom_fields.tier': 'cannot be changed' });
  });

  it('are shown and taken by the admin module as the permissions of each say', async () => {
    const { uid } = (await app.make.member(shop)).user;
    const path = `/admin/api/users/${uid}/`;
    expect((await root.patch(path, { custom_fields: { note: 'calls often' } })).body.data.custom_fields.note).toBe(
      'calls often',
    );
    const support = await app.make.admin(['support']);
    expect((await support.get(path)).body.data.custom_fields).not.toHaveProperty('note');
    expect(problemsOf(await root.patch(path, { custom_fields: { tier: 'gold' } }))).toEqual({
      'custom_fields.tier': 'cannot be changed',
    });
    const changed = (await auditOf(app, root.user.uid)).at(-1)!;
    expect(changed).toMatchObject({
      action: 'user.update',
      before: { custom_fields: { note: null } },
      after: { custom_fields: { note: '(personal)' } },
    });
  });

  it('filter the list of the admin module, whose links keep the filter', async () => {
    const { uid } = (await app.make.member(shop)).user;
    const store = app.nest.get(CustomFieldStore);
    await app.nest.get(Database).transaction((tx) => store.write(tx, 'users', uid, { tier: 'gold' }));
    const { body } = await root.get('/admin/api/users/?custom_fields.tier=gold&limit=1');
    expect(body.data).toMatchObject({ count: 1, results: [{ uid, custom_fields: { tier: 'gold' } }] });
    const both = await root.get('/admin/api/users/?custom_fields.newsletter=false&limit=1');
    expect(both.body.data.count).toBeGreaterThan(0);
    const more = await root.get('/admin/api/users/?custom_fields.newsletter=true&limit=1&offset=1');
    expect(more.body.data.previous).toContain('custom_fields.newsletter=true');
    const wrong = await root.get('/admin/api/users/?custom_fields.tier=lead&custom_fields.birthday=2000-01-01');
    expect(problemsOf(wrong)).toEqual({
      'custom_fields.tier': 'must be one of silver, gold',
      'custom_fields.birthday': 'is not known here',
    });
  });
});

describe('custom fields in the console', () => {
  const declared = async (client: TestClient, language = 'en'): Promise<Map<string, Record<string, unknown>>> => {
    const { body } = await client.get('/admin/api/service/', { headers: { 'accept-language': language } });
    const fields = body.data.custom_fields as Record<string, unknown>[];
    return new Map(fields.map((field) => [`${field.resource as string}.${field.name as string}`, field]));
  };

  it('are declared to whoever may read them, in their language', async () => {
    expect((await declared(root, 'de-AT')).get('users.tier')).toEqual({
      resource: 'users',
      name: 'tier',
      type: 'choice',
      label: 'Tier (de)',
      description: null,
      required: false,
      writable: false,
      listed: true,
      filterable: true,
      multiline: false,
      max_length: null,
      choices: [
        { value: 'silver', label: 'Silver (de)' },
        { value: 'gold', label: 'Gold (de)' },
      ],
    });
    expect((await declared(root)).get('users.note')).toMatchObject({ label: 'Note', max_length: 20, writable: true });
  });

  it('are not those that a permission hides, nor those of a resource that the user may not read', async () => {
    const support = await declared(await app.make.admin(['support']));
    expect(support.get('order_lines.batch')).toMatchObject({ writable: false });
    expect([...support.keys()]).toEqual(expect.arrayContaining(['users.birthday', 'members.iban', 'orders.po_number']));
    expect([support.has('users.note'), support.has('order_lines.margin'), support.has('bundles.vegan')]).toEqual([
      false,
      false,
      false,
    ]);
    const catalogue = await declared(await app.make.admin(['catalogue']));
    expect([...catalogue.keys()]).toEqual(['bundles.vegan', 'bundles.weight']);
  });
});

describe('custom fields of members', () => {
  it('are changed in the admin module, and shown to the member', async () => {
    const member = await app.make.member(shop);
    const path = `/admin/api/network/${member.user.uid}/`;
    const { status, body } = await root.patch(`${path}custom-fields/`, {
      custom_fields: { region: 'north', iban: 'DE02' },
    });
    expect(status).toBe(200);
    expect(body.data.custom_fields).toEqual({ region: 'north', iban: 'DE02' });
    expect((await auditOf(app, root.user.uid)).at(-1)).toMatchObject({
      action: 'member.change-fields',
      after: { custom_fields: { region: 'north', iban: '(personal)' } },
    });
    await until(async () => {
      const seen = await member.get('network/member/');
      expect(seen.body.data.custom_fields).toEqual({ region: 'north' });
    });
    expect((await root.patch('/admin/api/network/999999/custom-fields/', {})).status).toBe(404);
  });

  it('come with imports, by the names of the columns', async () => {
    const imports = new MemberImports(app, root);
    const row = { kind: 'distributor', enrolled_at: '2020-01-01' };
    const told = await imports.import([
      { ...row, username: 'ada', 'custom_fields.birthday': '1815-12-10', 'custom_fields.region': 'west' },
      { ...row, username: 'ben', 'custom_fields.tier': 'silver' },
    ]);
    expect(told).toMatchObject({ status: 'done', accepted: 2 });
    const [ada] = await app.database.query<{ uid: number; users: object; members: object }>(
      `SELECT uid::int, u.custom_fields AS users, m.custom_fields AS members FROM users u JOIN network_members m USING (uid)
        WHERE username = 'ada'`,
    );
    expect(ada).toMatchObject({ users: { birthday: '1815-12-10' }, members: { region: 'west' } });
    const refused = await imports.import([{ ...row, username: 'cleo', 'custom_fields.tier': 'tin' }]);
    expect(refusedOf(refused)).toEqual({ 1: { 'custom_fields.tier': 'must be one of silver, gold' } });
  });
});

describe('custom fields of orders and their lines', () => {
  it('go from the cart into the order and its event, without what is personal', async () => {
    const member = await app.make.member(shop);
    const { id: product_id } = await app.make.catalogue.product({ price: '10' });
    const add = (custom_fields: object): Promise<Answer> =>
      member.post('commerce/add-cart-item/', { product_id, custom_fields });
    expect(problemsOf(await add({ engraving: 'far too long a text' }))).toEqual({
      'custom_fields.engraving': 'must be at most 10 characters',
    });
    const cart = (await add({ engraving: 'Anna' })).body.data;
    expect(cart.cartitems[0].custom_fields).toEqual({ engraving: 'Anna' });
    const item = { cart_id: cart.cart_id, line_item_id: cart.cartitems[0].id, quantity: 2 };
    expect((await member.post('commerce/update-cart/', item)).body.data.cartitems[0].custom_fields.engraving).toBe(
      'Anna',
    );
    const changed = await member.post('commerce/update-cart/', { ...item, custom_fields: { engraving: 'Otto' } });
    expect(changed.body.data.cartitems[0].custom_fields.engraving).toBe('Otto');
    expect(
      problemsOf(await member.post('commerce/create-order/', { custom_fields: { po_number: 'x'.repeat(13) } })),
    ).toEqual({ 'custom_fields.po_number': 'must be at most 12 characters' });
    const fields = { po_number: 'PO-7', gift_note: 'for Anna' };
    const { order_id } = (await member.post('commerce/create-order/', { custom_fields: fields })).body.data;
    const order = (await member.get(`commerce/orders/${order_id}/`)).body.data;
    expect(order).toMatchObject({ custom_fields: fields, items: [{ custom_fields: { engraving: 'Otto' } }] });
    expect((await member.get('commerce/orders/')).body.data.results[0].custom_fields).toEqual(fields);
    const event = (await eventsOf(app, 'order.placed')).at(-1)! as { custom_fields: object; items: object[] };
    expect(event.custom_fields).toEqual({ po_number: 'PO-7' });
    expect(event.items[0]).not.toHaveProperty('custom_fields');
    // What an extension wrote while the order was placed stays.
    const { custom_fields } = (await root.get(`/admin/api/orders/${order_id}/`)).body.data;
    expect(custom_fields).toEqual({ ...fields, channel: 'shop' });
  });

  it('are filtered and changed in the admin module, and the personal ones go with their user', async () => {
    const member = await app.make.member(shop);
    const { id: product_id } = await app.make.catalogue.product({ price: '10' });
    await member.post('commerce/add-cart-item/', { product_id, custom_fields: { engraving: 'Eva' } });
    const fields = { po_number: 'PO-8', gift_note: 'for Eva' };
    const { order_id } = (await member.post('commerce/create-order/', { custom_fields: fields })).body.data;
    const found = (await root.get('/admin/api/orders/?custom_fields.po_number=PO-8')).body.data;
    expect(found).toMatchObject({ count: 1, results: [{ id: order_id, items: [{ custom_fields: { batch: null } }] }] });
    const line = found.results[0].items[0].id as number;
    const path = `/admin/api/orders/${order_id}/custom-fields/`;
    const changed = await root.patch(path, { items: [{ id: line, custom_fields: { batch: 12 } }] });
    expect(changed.body.data.items[0].custom_fields).toEqual({ engraving: 'Eva', batch: 12, margin: null });
    const wrong = await root.patch(path, { items: [{ id: line, custom_fields: { batch: 'x' } }] });
    expect(wrong.body.errors.items[0]).toMatchObject({
      path: 'items[0].custom_fields.batch',
      message: 'must be a whole number',
    });
    expect((await root.patch(path, { items: [{ id: 999_999 }] })).status).toBe(400);
    const support = await app.make.admin(['support']);
    const denied = await support.patch(path, { items: [{ id: line, custom_fields: { batch: 13 } }] });
    expect(denied.body.errors.items[0].message).toBe('cannot be changed');
    await member.patch('account/', { custom_fields: { birthday: '1990-05-17', newsletter: true } });
    expect((await member.get('account/export/')).body.data).toMatchObject({
      profile: { custom_fields: { birthday: '1990-05-17', note: null } },
      orders: [{ custom_fields: fields, items: [{ custom_fields: { engraving: 'Eva' } }] }],
    });
    expect((await member.post('account/erasure/', { current_password: PASSWORD })).status).toBe(200);
    const kept = await app.database.query(
      `SELECT u.custom_fields AS users, o.custom_fields AS orders, l.custom_fields AS lines
         FROM users u JOIN orders o USING (uid) JOIN order_lines l ON l.order_id = o.id WHERE u.uid = $1`,
      [member.user.uid],
    );
    expect(kept).toEqual([{ users: null, orders: { po_number: 'PO-8', channel: 'shop' }, lines: { batch: 12 } }]);
    expect((await root.patch(path, { custom_fields: { gift_note: 'again' } })).status).toBe(409);
  });
});

describe('custom fields of bundles', () => {
  it('are written by API admins, in bulk too, and shown where a bundle is sold', async () => {
    const create = (id: string, custom_fields: object): Promise<Answer> =>
      admin.post('commerce/product/create/', bundleBody(id, { custom_fields }));
    expect((await create('oat-drink', { vegan: true, weight: 1.25 })).status).toBe(200);
    expect(problemsOf(await create('oat-bar', { vegan: 'yes', weight: 100.5 }))).toEqual({
      'custom_fields.vegan': 'must be true or false',
      'custom_fields.weight': 'must be between 0 and 100',
    });
    const bulk = await admin.post('commerce/product/bulk/create/', [
      bundleBody('oat-milk', { custom_fields: { vegan: 7 } }),
    ]);
    expect(bulk.body.errors.custom_fields[0]).toMatchObject({ path: 'custom_fields.vegan', index: 0 });
    const details = await admin.get('commerce/product/detail/?bundle_id=oat-drink');
    expect(details.body.data.custom_fields).toEqual({ vegan: true, weight: 1.25 });
    const listed = await admin.get('commerce/product/list/?search=oat-drink&fields=title');
    expect(listed.body.data.results[0]).toMatchObject({ custom_fields: { vegan: true, weight: 1.25 } });
    expect((await eventsOf(app, 'bundle.created')).at(-1)).toMatchObject({ custom_fields: { vegan: true } });
    const path = '/admin/api/bundles/oat-drink/';
    const { body } = await root.patch(path, { custom_fields: { weight: null } });
    expect(body.data.custom_fields).toEqual({ vegan: true, weight: null, cost: null });
    expect((await root.patch(path, { name: 'Oat' })).body.data.custom_fields.vegan).toBe(true);
    const found = await root.get('/admin/api/bundles/?custom_fields.vegan=true');
    expect(found.body.data).toMatchObject({ count: 1, results: [{ bundle_id: 'oat-drink' }] });
  });
});

describe('custom fields that only some may read', () => {
  const audited = async (): Promise<string> => JSON.stringify((await auditOf(app, root.user.uid)).slice(-4));

  it('are in the audit log by their names alone', async () => {
    const member = await app.make.member(shop);
    const { id: product_id } = await app.make.catalogue.product({ price: '10' });
    await member.post('commerce/add-cart-item/', { product_id });
    const { order_id } = (await member.post('commerce/create-order/')).body.data;
    const { id } = (await root.get(`/admin/api/orders/${order_id}/`)).body.data.items[0];
    const change = { items: [{ id, custom_fields: { margin: 7654 } }] };
    expect((await root.patch(`/admin/api/orders/${order_id}/custom-fields/`, change)).status).toBe(200);
    await admin.post('commerce/product/create/', bundleBody('priced'));
    const { body } = await root.patch('/admin/api/bundles/priced/', { custom_fields: { cost: 6543.21 } });
    expect(body.data.custom_fields.cost).toBe(6543.21);
    const said = await audited();
    expect(said).not.toMatch(/7654|6543\.21/);
    expect(said).toMatch(/margin.*cost/);
  });

  it('are not sent with what waits for a second person, where all who look at that would see them', async () => {
    const finance = await app.make.admin(['member', 'finance']);
    const path = `/admin/api/users/${finance.user.uid}/`;
    const answer = await root.patch(path, { roles: ['member'], custom_fields: { note: 'a thief' } });
    expect(problemsOf(answer)).toEqual({
      custom_fields: 'cannot be sent together with a change that needs a second person',
    });
    expect((await root.patch(path, { custom_fields: { note: 'a thief' } })).status).toBe(200);
  });
});

describe('the person of a position', () => {
  it('gets no custom fields any more once they are erased', async () => {
    const member = await app.make.member(shop);
    expect((await member.post('account/erasure/', { current_password: PASSWORD })).status).toBe(200);
    const path = `/admin/api/network/${member.user.uid}/custom-fields/`;
    expect((await root.patch(path, { custom_fields: { iban: 'DE02' } })).status).toBe(409);
  });
});

describe('the OpenAPI document', () => {
  it('has a schema of the fields for each use, and the filters, so that clients are typed', async () => {
    const { body } = await app.send('GET', '/openapi.json');
    const { schemas } = body.components;
    expect(schemas.SignUpDto.properties.custom_fields).toEqual({ $ref: '#/components/schemas/NewUserCustomFields' });
    expect(schemas.SignUpDto.required).toContain('custom_fields');
    expect(schemas.NewUserCustomFields).toMatchObject({
      additionalProperties: false,
      required: ['newsletter'],
      properties: { birthday: { type: ['string', 'null'], format: 'date' }, newsletter: { type: 'boolean' } },
    });
    expect(Object.keys(schemas.UserCustomFields.properties)).toEqual(['birthday', 'shoe_size', 'tier', 'newsletter']);
    expect(schemas.UserCustomFields.properties.tier).toMatchObject({
      enum: ['silver', 'gold', null],
      title: 'Tier',
      'x-labels': { de: 'Tier (de)' },
    });
    expect(schemas.AdminUserCustomFields.required).not.toContain('note');
    expect(Object.keys(schemas.EventOrderCustomFields.properties)).toEqual(['po_number']);
    expect(schemas.OrderItemView.required).not.toContain('custom_fields');
    const list = body.paths['/admin/api/users/'].get.parameters as { name?: string }[];
    expect(list.map(({ name }) => name)).toContain('custom_fields.tier');
    expect(body.paths['/admin/api/orders/{id}/custom-fields/'].patch.operationId).toBe('adminChangeOrderFields');
    expect((await app.send('GET', '/openapi.client.json')).body.components.schemas).not.toHaveProperty(
      'AdminUserCustomFields',
    );
  });
});
