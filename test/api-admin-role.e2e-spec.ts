import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Role } from '#common/access/index.js';
import { auditOf } from './support/catalogue.js';
import type { TestApplication, TestClient, TestUser } from './support/factories.js';
import { useTestApp } from './support/use-test-app.js';

const APPLICATIONS = '/admin/api/applications/';

const app = await useTestApp();
const root = await app.make.superAdmin();

describe('the role api_admin', () => {
  let keeper: TestUser;
  let first: TestApplication;

  beforeEach(async () => {
    keeper = await app.make.user({ roles: ['member', 'api_admin'] });
    first = await app.make.application({ apiAdminUid: keeper.uid });
  });

  const remove = ({ id }: TestApplication) => root.delete(`${APPLICATIONS}${id}/`);
  const roles = async ({ uid }: TestUser): Promise<Role[]> =>
    (await root.get(`/admin/api/users/${uid}/`)).body.data.roles;
  const countries = async (client: TestClient): Promise<number> => (await client.get('get/countries/')).status;

  it('goes with the last application, and the tokens that were issued through it end', async () => {
    const inFirst = await app.make.client(['api_admin'], first, keeper);
    const elsewhere = await app.make.client(['api_admin'], await app.make.application(), keeper);
    expect([await countries(inFirst), await countries(elsewhere)]).toEqual([200, 200]);
    expect((await remove(first)).status).toBe(200);
    expect(await roles(keeper)).toEqual(['member']);
    expect([await countries(inFirst), await countries(elsewhere)]).toEqual([401, 403]);
    expect((await elsewhere.get('commerce/cart-items/')).status).toBe(200);
    const audited = (await auditOf(app, root.user.uid)).filter(({ entity_id }) => entity_id === String(keeper.uid));
    expect(audited).toMatchObject([
      { action: 'user.update', before: { roles: ['member', 'api_admin'] }, after: { roles: ['member'] } },
    ]);
  });

  it('stays as long as there is another live application', async () => {
    const second = await app.make.application({ apiAdminUid: keeper.uid });
    await remove(first);
    expect(await roles(keeper)).toEqual(['member', 'api_admin']);
    await remove(second);
    expect(await roles(keeper)).toEqual(['member']);
  });

  it('goes once when two applications of one admin are deleted at the same moment', async () => {
    const others = await Promise.all([1, 2, 3].map(() => app.make.application({ apiAdminUid: keeper.uid })));
    const answers = await Promise.all([first, ...others].map(remove));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await roles(keeper)).toEqual(['member']);
  });

  it('leaves behind who was no member without any role, outside the network, and a super admin', async () => {
    const only = await app.make.user({ roles: ['api_admin'] });
    const both = await app.make.user({ roles: ['api_admin', 'super_admin'] });
    for (const { uid } of [only, both]) await remove(await app.make.application({ apiAdminUid: uid }));
    expect([await roles(only), await roles(both)]).toEqual([[], ['super_admin']]);
    const enrolled = await app.database.query('SELECT uid FROM network_members WHERE uid = ANY ($1)', [
      [only.uid, both.uid],
    ]);
    expect(enrolled).toEqual([]);
    expect((await root.patch(`/admin/api/users/${only.uid}/`, { first_name: 'Kim' })).status).toBe(200);
  });

  it('goes as well when another user becomes the API admin of the last application', async () => {
    const next = await app.make.user();
    const api_admin = { username: next.username, email: next.email };
    expect((await root.patch(`${APPLICATIONS}${first.id}/`, { api_admin })).status).toBe(200);
    expect([await roles(keeper), await roles(next)]).toEqual([['member'], ['member', 'api_admin']]);
    const same = await root.patch(`${APPLICATIONS}${first.id}/`, { api_admin });
    expect([same.status, await roles(next)]).toEqual([200, ['member', 'api_admin']]);
  });
});
