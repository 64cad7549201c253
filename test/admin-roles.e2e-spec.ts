import { describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Controller, Get, Module, Post } from '@nestjs/common';
import { CALLS, LESSER_ROLES, roleMayCall } from './support/calls/calls.js';
import { ADMIN_ROLES, permissionsOf, rolesWith, type Permission } from '#common/access/index.js';
import { Access } from '../src/index.js';
import { Contract } from './support/contract.js';
import { PASSWORD, type TestClient } from './support/factories.js';
import { startTestApp } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

const SESSION = '/admin/api/session/';
const USERS = '/admin/api/users/';

@Controller('admin/api/parcels')
@Access('super_admin')
class ParcelsController {
  @Get()
  list(): object {
    return {};
  }

  @Post()
  @Access('admin', 'orders.write')
  send(): object {
    return {};
  }
}

@Module({ controllers: [ParcelsController] })
class ParcelsModule {}

@Controller('admin/api/open')
@Access('admin')
class OpenController {
  @Get()
  list(): object {
    return {};
  }
}

@Module({ controllers: [OpenController] })
class OpenModule {}

const app = await useTestApp({ extensions: [{ module: ParcelsModule }] });
const contract = new Contract((await app.send('GET', '/openapi.json')).body as OpenAPIObject);

/** The operations of the admin module, with the permission that each declares. */
function operations(): { method: string; path: string; operationId: string; permission: Permission }[] {
  return contract.operations
    .filter(({ path, operation }) => path.startsWith('/admin/api/') && operation.operationId! in CALLS)
    .filter(({ operation }) => CALLS[operation.operationId!]!.who === 'super_admin')
    .map(({ method, path, operation }) => ({
      method,
      path,
      operationId: operation.operationId!,
      permission: (operation as { 'x-permission'?: Permission })['x-permission']!,
    }));
}

describe('each operation of the admin module', () => {
  it('names the permission that it needs, in its description too', () => {
    expect(operations().length).toBeGreaterThan(100);
    for (const { operationId, permission } of operations()) {
      expect({ operationId, roles: rolesWith(permission) }).toMatchObject({
        roles: expect.arrayContaining(['super_admin']),
      });
      const { description } = contract.find(operationId).operation;
      expect(description).toContain(`Needs the permission \`${permission}\`.`);
    }
  });

  it.each(LESSER_ROLES)('lets in %s where its permission does, and nobody expected anything else', async (role) => {
    const client = await app.make.admin([role]);
    const wrong: string[] = [];
    for (const { method, path, operationId, permission } of operations()) {
      const may = permissionsOf([role]).includes(permission);
      if (may !== roleMayCall(role, operationId, method))
        wrong.push(`${operationId} is not expected with ${permission}`);
      if (CALLS[operationId]!.endsSession === true) continue;
      const address = path.replace(/\{[^}]+\}/g, '1');
      const { status, body } = await app.send(method.toUpperCase() as 'GET', address, { headers: client.headers });
      const isDenied = status === 403 && body.message === `this needs the permission ${permission}`;
      if (isDenied === may) wrong.push(`${operationId}: ${status} ${body.message}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('a session of the admin module', () => {
  it.each(ADMIN_ROLES)('is opened by a user with the role %s, and tells what they may do', async (role) => {
    const { username, uid } = await app.make.user({ roles: ['member', role] });
    const opened = await app.send('POST', SESSION, { payload: { username, password: PASSWORD } });
    const granted = { roles: ['member', role], permissions: permissionsOf([role]) };
    expect(opened.body.data).toMatchObject(granted);
    const headers = { authorization: `Bearer ${opened.body.data.access_token}` };
    expect((await app.send('GET', SESSION, { headers })).body.data).toEqual({ uid, username, ...granted });
  });

  it('is not opened by members and API admins', async () => {
    const { username } = await app.make.user({ roles: ['member', 'api_admin'] });
    const { status, body } = await app.send('POST', SESSION, { payload: { username, password: PASSWORD } });
    expect({ status, type: body.type }).toEqual({ status: 401, type: 'Authentication Failed' });
  });

  it('may do what all of its roles may, and loses that with the role', async () => {
    const client = await app.make.admin(['support', 'catalogue']);
    const root = await app.make.superAdmin();
    expect((await client.get('/admin/api/orders/')).status).toBe(200);
    expect((await client.get('/admin/api/bundles/')).status).toBe(200);
    await root.patch(`${USERS}${client.user.uid}/`, { roles: ['support'] });
    await until(async () => expect((await client.get('/admin/api/bundles/')).status).toBe(403));
    await root.patch(`${USERS}${client.user.uid}/`, { roles: ['member'] });
    await until(async () => {
      const { status, body } = await client.get('/admin/api/orders/');
      expect({ status, message: body.message }).toEqual({
        status: 403,
        message: 'this needs a role of the admin module',
      });
    });
  });
});

describe('secrets', () => {
  it('are shown to developers, and left out for auditors', async () => {
    const [developer, auditor] = [await app.make.admin(['developer']), await app.make.admin(['auditor'])];
    const body = {
      name: 'Shop',
      api_version: 'v1',
      client_type: 'web',
      api_admin: { username: 'keeper', email: 'keeper@example.com' },
      webhook: { url: 'https://shop.example.com/hooks', events: ['order.paid'] },
    };
    const { id } = (await developer.post('/admin/api/applications/', body)).body.data;
    const at = `/admin/api/applications/${id}/`;
    expect((await developer.post(`${at}encryption-keys/`, { platform: 'web' })).status).toBe(200);
    const [shown, hidden] = [await developer.get(`${at}webhook/`), await auditor.get(`${at}webhook/`)];
    expect(shown.body.data.secret).toMatch(/^whsec_/);
    expect(hidden.body.data).toMatchObject({ url: body.webhook.url, secret: null });
    const [keys, bare] = [await developer.get(`${at}encryption-keys/`), await auditor.get(`${at}encryption-keys/`)];
    expect(keys.body.data.results).toMatchObject([{ jwk: { kty: 'oct' } }]);
    expect(bare.body.data.results).toMatchObject([{ platform: 'web', jwk: null }]);
  });
});

describe('an extension', () => {
  it('has operations for super admins alone, or for a permission that it names', async () => {
    const clients: [TestClient, number, number][] = [
      [await app.make.superAdmin(), 200, 200],
      [await app.make.admin(['support']), 403, 200],
      [await app.make.admin(['auditor', 'finance']), 403, 403],
    ];
    for (const [client, listed, sent] of clients) {
      expect((await client.get('/admin/api/parcels')).status).toBe(listed);
      expect((await client.post('/admin/api/parcels', {})).status).toBe(sent);
    }
  });

  it('does not start with an admin route that names no permission', async () => {
    const starting = startTestApp({ sharing: app, extensions: [{ module: OpenModule }] });
    await expect(starting).rejects.toThrow('OpenController.list does not name the permission that it needs');
  });
});
