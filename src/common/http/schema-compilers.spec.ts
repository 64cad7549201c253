import { expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { SCHEMA_COMPILERS } from './schema-compilers.js';

it('compiles the schemas of a route that has some', async () => {
  const app = fastify({ schemaController: { compilersFactory: SCHEMA_COMPILERS } });
  const schema = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] };
  app.post('/', { schema: { body: schema, response: { 200: schema } } }, () => ({ count: 3, secret: 'left out' }));
  const send = async (payload: object): Promise<unknown> =>
    (await app.inject({ method: 'POST', url: '/', payload })).json();
  expect(await send({ count: 2 })).toEqual({ count: 3 });
  expect(await send({ count: 'many' })).toMatchObject({ statusCode: 400, code: 'FST_ERR_VALIDATION' });
  await app.close();
});
