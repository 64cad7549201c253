import { describe, expect, it } from '@jest/globals';
import type { OpenAPIObject, ParameterObject, ResponseObject, SchemaObject } from '@nestjs/swagger';
import { Validator } from '@seriousme/openapi-schema-validator';
import { operationsOf } from '#common/api-document/index.js';
import { describeApi } from '#operations/docs/index.js';
import { visitSchemas } from '#common/api-document/schemas.js';
import { Contract } from './support/contract.js';
import { useTestApp } from './support/use-test-app.js';

const INSTANT = /^\d{4}-\d\d-\d\dT/;

const app = await useTestApp();
const whole = (await app.send('GET', '/openapi.json')).body as OpenAPIObject;
const client = (await app.send('GET', '/openapi.client.json')).body as OpenAPIObject;
const contract = new Contract(whole);

/** What generators of clients need of the document. */
describe('the OpenAPI document', () => {
  /** The parameters of all operations, references followed. */
  function parameters(): { place: string; parameter: ParameterObject }[] {
    return contract.operations.flatMap(({ path, method, operation }) =>
      (operation.parameters ?? []).map((_, index) => {
        const at = contract.follow(['paths', path, method, 'parameters', String(index)]);
        const parameter = contract.at(at) as unknown as ParameterObject;
        return { place: `${method} ${path} ${parameter.name}`, parameter };
      }),
    );
  }

  it('gives every answer one schema of JSON at most, so that its generated type is no union; files may be of several types', () => {
    const several = contract.operations.flatMap(({ path, method, operation }) =>
      Object.keys(operation.responses).flatMap((status) => {
        const at = contract.follow(['paths', path, method, 'responses', status]);
        const { content = {} } = contract.at(at) as unknown as ResponseObject;
        const shown = Object.entries(content).filter(([type]) => type.endsWith('json'));
        const [schema, ...others] = shown.map(([, one]) => one.schema as SchemaObject);
        return others.length > 0 || schema?.anyOf || schema?.oneOf ? [`${method} ${path} ${status}`] : [];
      }),
    );
    expect(several).toEqual([]);
    expect(JSON.stringify([whole.paths, whole.components])).not.toContain('application/jose"');
    expect(whole.info.description).toContain('application/jose');
  });

  it('types every parameter, and describes those with more than a few words to choose from, with an example', () => {
    const poor = parameters().filter(({ parameter: { description, schema } }) => {
      const { type, examples, enum: values } = schema as SchemaObject;
      return type === undefined || (values === undefined && (!description || examples === undefined));
    });
    expect(poor.map(({ place }) => place)).toEqual([]);
  });

  it('types numbers in paths and queries as what they are', () => {
    const types = new Map(
      parameters().map(({ place, parameter }) => [place, parameter.schema as SchemaObject] as const),
    );
    expect(types.get('get /api/v1/commerce/orders/{id}/ id')).toMatchObject({ type: 'integer', minimum: 1 });
    const list = 'get /api/v1/commerce/product/list/';
    expect(types.get(`${list} limit`)).toMatchObject({ type: 'integer', minimum: 1, maximum: 100, default: 50 });
    expect(types.get(`${list} offset`)).toMatchObject({ type: 'integer', minimum: 0, default: 0 });
    expect(types.get('get /api/v1/commerce/wishlist-items/ offset')).toMatchObject({ type: 'integer', default: 0 });
  });

  it('says of every point in time that it is one', () => {
    const missing = Object.entries(whole.components!.schemas!).flatMap(([name, schema]) => {
      const found: string[] = [];
      visitSchemas(schema, ({ type, format, examples }) => {
        const isInstant = type === 'string' && INSTANT.test(String((examples as unknown[] | undefined)?.[0]));
        if (isInstant && format !== 'date-time') found.push(name);
      });
      return found;
    });
    expect(missing).toEqual([]);
    const { properties } = whole.components!.schemas!.KeyView as SchemaObject;
    expect(properties!.revoked_at).toMatchObject({ type: ['string', 'null'], format: 'date-time' });
  });

  it('says of a property what the class says that overrides it', () => {
    const { AdminOrderMoveView, WebhookSettingsView } = whole.components!.schemas as Record<string, SchemaObject>;
    expect(AdminOrderMoveView!.required).toEqual(expect.arrayContaining(['by_uid', 'by_username']));
    expect(WebhookSettingsView!.properties!.secret).toMatchObject({ type: 'string' });
  });

  it('has no component that nothing refers to', () => {
    const text = JSON.stringify(whole);
    const { securitySchemes: _, ...parts } = whole.components!;
    const unused = Object.entries(parts).flatMap(([part, entries]) =>
      Object.keys(entries as object).filter((name) => !text.includes(`"#/components/${part}/${name}"`)),
    );
    expect(unused).toEqual([]);
  });

  it('names the address that clients call, which generators take as it stands', async () => {
    expect(whole.servers).toEqual([{ url: app.config.publicUrl }]);
    const publicUrl = 'https://api.shop.example';
    const document = await describeApi(app.nest, { ...app.config, publicUrl });
    expect(document.servers).toEqual([{ url: publicUrl }]);
  });

  describe('for clients', () => {
    it('is valid, and has all but the admin module', async () => {
      expect((await new Validator().validate({ ...structuredClone(client) })).errors).toBeUndefined();
      const expected = Object.keys(whole.paths).filter((path) => !path.startsWith('/admin/'));
      expect(Object.keys(client.paths)).toEqual(expected);
      expect(client.webhooks).toEqual(whole.webhooks);
      expect(client.info).toEqual(whole.info);
      expect(client.tags!.map(({ name }) => name).filter((name) => name.startsWith('Admin'))).toEqual([]);
    });

    it('has every component that it uses, as it is in the whole, and no other', () => {
      const text = JSON.stringify(client);
      const { securitySchemes, ...parts } = client.components!;
      expect(Object.keys(securitySchemes!).sort()).toEqual(['apikey', 'bearer', 'cookie', 'oauth_client']);
      for (const [part, entries] of Object.entries(parts)) {
        const all = whole.components![part as 'schemas'];
        for (const [name, one] of Object.entries(entries as object)) {
          expect(one).toEqual(all![name]);
          expect(text).toContain(`"#/components/${part}/${name}"`);
        }
      }
      const refs = [...text.matchAll(/"\$ref":"#\/components\/([^/]+)\/([^"]+)"/g)];
      const dangling = refs.filter(([, part, name]) => !(name! in (client.components![part as 'schemas'] ?? {})));
      expect(dangling).toEqual([]);
      const tags = Object.values(client.paths).flatMap((item) =>
        operationsOf(item).flatMap(([, { tags: its }]) => its),
      );
      expect(client.tags!.every(({ name }) => tags.includes(name))).toBe(true);
    });
  });
});
