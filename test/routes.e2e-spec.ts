import { describe, expect, it } from '@jest/globals';
import type { OpenAPIObject, OperationObject, RequestBodyObject } from '@nestjs/swagger';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { Who } from './support/calls/calls.js';
import { callOf, strayCalls } from './support/calls/requests.js';
import type { AccessLevel } from '#common/access/index.js';
import { declaredRoutes, type DeclaredRoute } from '#common/access/access.decorator.js';
import { ERROR_CODES } from '#common/errors/error-codes.js';
import { eventTypes } from '#common/events/index.js';
import { describeApi } from '#operations/docs/index.js';
import { fallbackOperationId } from '#common/api-document/routes.js';
import { Contract, type Documented } from './support/contract.js';
import type { Answer } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

/** Routes that are no operations of the API. */
const UNDOCUMENTED = [
  'DocsController.root',
  'DocsController.adminPage',
  'DocsController.file',
  'AuthorizationController.decide',
  'AuthorizationController.next',
  'AuthorizationController.page',
  'AuthorizationController.submit',
  'ConsoleController.asset',
  'ConsoleController.icon',
  'ConsoleController.start',
  'ConsoleController.page',
  'ConsoleController.extensionApi',
  'ConsoleController.fileOfExtension',
  'PicturesController.read',
  'StorefrontController.config',
  'StorefrontController.picture',
  'StorefrontController.asset',
  'StorefrontController.icon',
  'StorefrontController.start',
  'StorefrontController.page',
  'BackEndController.mail',
  'BackEndController.pay',
  'BackEndController.return',
];

/** What a route declares for those who may call it. */
const LEVELS: Readonly<Record<Who, AccessLevel>> = {
  anyone: 'public',
  entrance: 'public',
  application: 'application',
  oauth_client: 'application',
  user: 'user',
  api_admin: 'api_admin',
  super_admin: 'admin',
};

const KEYED = ['application', 'user', 'api_admin'];

const app = await useTestApp();
const contract = new Contract((await app.send('GET', '/openapi.json')).body as OpenAPIObject);
const routes = declaredRoutes(app.nest);
const shop = await app.make.application();
const member = await app.make.member(shop);
const admin = await app.make.apiAdmin(shop);
// Until the network is loaded, what reads it answers 503.
await until(async () => (await member.get('network/member/')).status !== 503);

describe('every route', () => {
  function operationIdOf({ controller, method, targets: [handler] }: DeclaredRoute): string {
    const { operationId } = (Reflect.getMetadata('swagger/apiOperation', handler) ?? {}) as { operationId?: string };
    return operationId ?? fallbackOperationId(controller, method);
  }

  /** As for applications without a public catalogue, where visitors are users. */
  function accessOf({ operation }: Documented): string {
    const level = levelOf(operation.operationId);
    return level === 'visitor' ? 'user' : level;
  }

  function levelOf(operationId: string | undefined): string {
    return routes.find((route) => operationIdOf(route) === operationId)?.demand?.level ?? 'none';
  }

  /** The operations of some access levels. */
  function operationsFor(...levels: string[]): Documented[] {
    return contract.operations.filter((one) => levels.includes(accessOf(one)));
  }

  /** Those that take an application key, and tell their failures in our shape. */
  function enveloped(): Documented[] {
    return operationsFor(...KEYED).filter((one) => whoOf(one) !== 'oauth_client');
  }

  /** Sends a request to each operation, and gathers the answers that are not as expected. */
  async function disagreeing(
    operations: readonly Documented[],
    headers: Record<string, string>,
    agrees: (answer: Answer) => boolean,
  ): Promise<string[]> {
    expect(operations.length).toBeGreaterThan(0);
    const wrong: string[] = [];
    for (const { method, path } of operations) {
      const answer = await app.send(method.toUpperCase() as 'GET', concrete(path), { headers });
      if (!agrees(answer)) wrong.push(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }
    return wrong;
  }

  describe('access', () => {
    it('is declared', () => {
      expect(routes.filter(({ demand }) => demand === undefined)).toEqual([]);
      expect(routes.length).toBeGreaterThan(20);
    });

    it('is what the list of calls says, which has all operations and no other', () => {
      expect(strayCalls(contract.operations)).toEqual([]);
      const others = contract.operations.filter((one) => accessOf(one) !== LEVELS[whoOf(one)]);
      expect(others.map(({ operation }) => operation.operationId)).toEqual([]);
    });

    it('needs no user for the catalogue alone, where it is public', () => {
      const open = contract.operations.filter(({ operation }) => levelOf(operation.operationId) === 'visitor');
      expect(open.map(({ operation }) => operation.operationId).sort()).toEqual([
        'getBundle',
        'getFacets',
        'listBundles',
      ]);
    });

    it('needs a session of the admin module there, but for what opens a session or sets a password by a link', () => {
      const open = contract.operations.filter((one) => one.path.startsWith('/admin/api/') && accessOf(one) !== 'admin');
      expect(open.map(({ operation }) => operation.operationId).sort()).toEqual([
        'adminLogIn',
        'adminSetPassword',
        'adminSetUpFactor',
      ]);
      const strays = operationsFor('admin').filter(({ path }) => !path.startsWith('/admin/api/'));
      expect(strays).toEqual([]);
    });

    it('[5.1 application key: every request carries it] [5.1 application key: a request without it is rejected] [7.2 400 Bad Request: apikey is missing]', async () => {
      const agrees = ({ status, body }: Answer): boolean => status === 400 && body.type === 'Bad Request';
      expect(await disagreeing(enveloped(), {}, agrees)).toEqual([]);
    });

    it('is refused to an application key that is none', async () => {
      const agrees = ({ status, body }: Answer): boolean => status === 401 && body.type === 'Request Failed';
      expect(await disagreeing(enveloped(), { apikey: 'none' }, agrees)).toEqual([]);
    });

    it('[5.2 access token: a user request without it is rejected]', async () => {
      const { apikey } = member.application!;
      const agrees = ({ status, body }: Answer): boolean => status === 401 && body.type === 'Invalid Token';
      expect(await disagreeing(operationsFor('user', 'api_admin'), { apikey }, agrees)).toEqual([]);
      expect(await disagreeing(operationsFor('admin'), {}, agrees)).toEqual([]);
    });

    it('is refused to the token of another application', async () => {
      const { apikey } = await app.make.application();
      const agrees = ({ status, body }: Answer): boolean => status === 401 && body.type === 'Invalid Token';
      expect(await disagreeing(operationsFor('user', 'api_admin'), { ...admin.headers, apikey }, agrees)).toEqual([]);
    });

    it('[5.2 access token: Authorization bearer] admits the user', async () => {
      const agrees = ({ body }: Answer): boolean => body?.type !== 'Invalid Token';
      const operations = operationsFor('user').filter(staysSignedIn);
      expect(await disagreeing(operations, member.headers, agrees)).toEqual([]);
    });

    it('[5.4 API admin: is needed for endpoints not tied to a user] and a member is refused', async () => {
      const agrees = ({ status, body }: Answer): boolean => status === 403 && body.type === 'Permission Denied';
      expect(await disagreeing(operationsFor('api_admin'), member.headers, agrees)).toEqual([]);
    });

    it('[5.4 API admin: may call every endpoint] of the client API', async () => {
      const operations = operationsFor('user', 'api_admin').filter(staysSignedIn);
      const agrees = ({ status, body }: Answer): boolean =>
        status !== 403 && body.type !== 'Invalid Token' && status < 500;
      expect(await disagreeing(operations, admin.headers, agrees)).toEqual([]);
    });

    it('to the admin module is refused to tokens of applications', async () => {
      const { authorization } = admin.headers;
      const agrees = ({ status }: Answer): boolean => status === 401;
      expect(await disagreeing(operationsFor('admin'), { authorization: authorization! }, agrees)).toEqual([]);
    });
  });

  describe('addresses', () => {
    /** The methods of an address: a path without parameters may be an address of one with them. */
    function methodsAt(address: string): string[] {
      const items = Object.entries(contract.document.paths).filter(([path]) =>
        new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(address),
      );
      return [...new Set(items.flatMap(([, item]) => Object.keys(item).map((method) => method.toUpperCase())))];
    }

    it('answer 405 with Allow to another method, with and without the trailing slash', async () => {
      const wrong: string[] = [];
      for (const path of Object.keys(contract.document.paths)) {
        const methods = methodsAt(concrete(path));
        const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort().join(', ');
        for (const address of bothWays(concrete(path))) {
          const { status, headers, body } = await app.send(methods.includes('PUT') ? 'PATCH' : 'PUT', address);
          const right = status === 405 && headers.allow === allow && body.type === 'Method Not Allowed';
          if (!right) wrong.push(`${address}: ${status}, Allow: ${String(headers.allow)}, not ${allow}`);
        }
      }
      expect(wrong).toEqual([]);
    });

    it('[9 versioning: the path carries the version] and another version is unknown', async () => {
      const operations = operationsFor(...KEYED);
      expect(operations.filter(({ path }) => !path.startsWith('/api/v1/'))).toEqual([]);
      const others = operations.map((one) => ({ ...one, path: one.path.replace('/v1/', '/v2/') }));
      expect(await disagreeing(others, member.headers, ({ status }) => status === 404)).toEqual([]);
    });

    it('mean the same with and without the trailing slash', async () => {
      const wrong: string[] = [];
      for (const { method, path } of contract.operations) {
        const [one, other] = await Promise.all(
          bothWays(concrete(path)).map((address) => app.send(method.toUpperCase() as 'GET', address)),
        );
        if (one!.status !== other!.status || one!.body?.type !== other!.body?.type) wrong.push(`${method} ${path}`);
      }
      expect(wrong).toEqual([]);
    });

    it('that answer GET answer HEAD, without a body', async () => {
      const wrong: string[] = [];
      for (const { path } of contract.operations.filter(({ method }) => method === 'get')) {
        const headers = path.startsWith('/admin/') ? {} : admin.headers;
        const get = await app.send('GET', concrete(path), { headers });
        const head = await app.send('HEAD', concrete(path), { headers });
        if (head.status !== get.status || head.text !== '') wrong.push(`${path}: ${get.status}, ${head.status}`);
      }
      expect(wrong).toEqual([]);
    });
  });

  describe('in the OpenAPI document', () => {
    it('has an operation', () => {
      const documented = new Set(contract.operations.map(({ operation }) => operation.operationId));
      const missing = routes.filter(
        (route) =>
          !documented.has(operationIdOf(route)) && !UNDOCUMENTED.includes(`${route.controller}.${route.method}`),
      );
      expect(missing.map(({ controller, method }) => `${controller}.${method}`)).toEqual([]);
    });

    it('has a unique operation id, a summary, a description and a known tag', () => {
      const ids = contract.operations.map(({ operation }) => operation.operationId!);
      expect(new Set(ids).size).toBe(ids.length);
      const tags = new Set(contract.document.tags!.filter(({ description }) => description).map(({ name }) => name));
      const poor = contract.operations.filter(
        ({ operation: { operationId, summary, description, tags: its } }) =>
          !/^[a-z][A-Za-z0-9]*$/.test(operationId!) || !summary || !description || !its?.every((tag) => tags.has(tag)),
      );
      expect(poor.map(({ operation: { operationId, tags: its } }) => `${operationId} ${its?.join()}`)).toEqual([]);
    });

    it('has an answer with an example, and one for its body', () => {
      const poor = contract.operations.filter(({ path, method, operation }) => {
        const body = operation.requestBody as { content?: object } | undefined;
        return (
          !hasExamples(contract.at(['paths', path, method, 'responses', '200'])) ||
          (body !== undefined && !hasExamples({ content: { first: Object.values(body.content!)[0] as object } }))
        );
      });
      expect(poor.map(({ operation }) => operation.operationId)).toEqual([]);
    });

    it('names its failures, with an example of each', () => {
      const poor = contract.operations.filter(({ path, method, operation }) => {
        const failures = Object.keys(operation.responses).filter((status) => Number(status) >= 400);
        const least = KEYED.includes(accessOf({ path, method, operation }))
          ? ['400', '401', '403', '429', '500', '503']
          : ['500', '503'];
        return (
          !least.every((status) => failures.includes(status)) ||
          !failures.every((status) =>
            hasExamples(contract.at(contract.follow(['paths', path, method, 'responses', status]))),
          )
        );
      });
      expect(poor.map(({ operation }) => operation.operationId)).toEqual([]);
    });

    it('has examples that are what its schemas say', () => {
      expect(contract.operations.flatMap((one) => contract.exampleProblems(one))).toEqual([]);
    });
  });

  describe('every type of event', () => {
    const types: readonly string[] = [...eventTypes(), 'webhook.test'];

    it('is a webhook of the document, with the headers of Standard Webhooks and what happens to each answer', () => {
      const { webhooks } = contract.document;
      expect(Object.keys(webhooks!)).toEqual(types);
      const parameters = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
        $ref: `#/components/parameters/${name}`,
      }));
      for (const type of types) {
        const { post } = webhooks![type] as { post: OperationObject };
        expect(Object.keys(post.responses).sort()).toEqual(['2XX', '410', 'default']);
        expect(post).toMatchObject({ parameters, security: [], summary: expect.any(String) });
        expect(post.description).toEqual(expect.any(String));
      }
    });

    it('has an example that is what its schema says', () => {
      const examples = types.map((type) => {
        const { post } = contract.document.webhooks![type] as { post: OperationObject };
        const { content } = post.requestBody as RequestBodyObject;
        return contract.examplesOf(content['application/json']!)[0] as { type: string };
      });
      expect(examples.map(({ type }) => type)).toEqual(types);
      expect(examples.flatMap((example) => contract.webhookProblems(example))).toEqual([]);
    });
  });

  describe('the document', () => {
    it('is valid OpenAPI 3.1', async () => {
      const { valid, errors } = await new Validator().validate({ ...structuredClone(contract.document) });
      expect(errors).toBeUndefined();
      expect(valid).toBe(true);
      expect(contract.document.openapi).toMatch(/^3\.1\./);
    });

    it('is the same whenever it is built', async () => {
      expect(JSON.stringify(await describeApi(app.nest, app.config))).toBe(JSON.stringify(contract.document));
    });

    it('knows each failure of the table of failures: at its operations, or by its status in the introduction', () => {
      const { paths, components, info } = contract.document;
      const operations = JSON.stringify([paths, components!.responses]);
      const unknown = Object.entries(ERROR_CODES).filter(
        ([code, { status }]) => !operations.includes(`"${code}":{`) && !info.description!.includes(String(status)),
      );
      expect(unknown).toEqual([]);
    });

    it('is shown by a page that may ask no other host', async () => {
      for (const address of ['/docs', '/docs/']) {
        const { status, headers, text } = await app.send('GET', address);
        expect(status).toBe(200);
        expect(headers['content-security-policy']).toContain("default-src 'none'");
        expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/);
        for (const [, file] of text.matchAll(/<(?:script|link)[^>]* (?:src|href)="(\/[^"]+)"/g)) {
          expect((await app.send('GET', file!)).status).toBe(200);
        }
      }
      expect((await app.send('GET', '/docs/package.json')).status).toBe(404);
    });
  });
});

function whoOf({ operation }: Documented): Who {
  return callOf(operation.operationId!).who;
}

/** Whether the caller's session goes on after an operation. */
function staysSignedIn({ operation }: Documented): boolean {
  return callOf(operation.operationId!).endsSession !== true;
}

/** An address that fits a path. */
function concrete(path: string): string {
  return path.replace(/\{[^}]+\}/g, '1');
}

function bothWays(path: string): [string, string] {
  const bare = path.replace(/\/$/, '');
  return [bare, `${bare}/`];
}

function hasExamples({ content }: { content?: object }): boolean {
  const medias = Object.values((content ?? {}) as Record<string, { example?: unknown; examples?: object }>);
  return (
    medias.length > 0 &&
    medias.every(({ example, examples }) => example !== undefined || Object.keys(examples ?? {}).length > 0)
  );
}
