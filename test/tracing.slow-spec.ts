import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ServiceProcess } from './support/service-process.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';
import { WebhookReceiver } from './support/webhook-receiver.js';
import { WebhookShop } from './support/webhook-shop.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
/** Kinds of spans in OTLP. */
const [SERVER, CLIENT, CONSUMER] = [2, 3, 5];

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
}

/** A collector that takes OTLP over HTTP as JSON. */
class Collector {
  readonly requests: { url: string; headers: IncomingHttpHeaders; text: string }[] = [];
  status = 200;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Collector> {
    const server = createServer();
    const collector = new Collector(server);
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        collector.requests.push({ url: request.url!, headers: request.headers, text: body });
        response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return collector;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get spans(): OtlpSpan[] {
    return this.requests.flatMap(({ text: body }) =>
      (JSON.parse(body).resourceSpans as { scopeSpans: { spans: OtlpSpan[] }[] }[]).flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ spans }) => spans),
      ),
    );
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

function attributes(span: OtlpSpan): Record<string, string | number | undefined> {
  return Object.fromEntries(
    span.attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );
}

describe('traces', () => {
  /** Makes what the tests need; the service that is traced is another process. */
  let app: TestApp;
  let receiver: WebhookReceiver;
  let collector: Collector;
  let service: ServiceProcess | undefined;

  beforeAll(async () => {
    app = await startTestApp();
    [receiver, collector] = await Promise.all([WebhookReceiver.start(), Collector.start()]);
  });
  afterEach(async () => {
    await service?.end('SIGKILL');
    collector.requests.length = 0;
    collector.status = 200;
  });
  afterAll(async () => {
    collector.stop();
    await receiver.stop();
    await app.stop();
  });

  async function start(env: Record<string, string> = {}): Promise<ServiceProcess> {
    service = await ServiceProcess.start({
      DATABASE_URL: app.database.url,
      PUBLIC_URL: app.config.publicUrl,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      LOG_LEVEL: 'info',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
      ...env,
    });
    return service;
  }

  it('show a request of a caller’s trace with its statements, and jobs with what they send, without secrets', async () => {
    const { url } = await start({
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-secret',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    });
    const shop = await WebhookShop.open(app, receiver);
    const { id: product_id } = await app.make.catalogue.product();
    const headers = {
      ...shop.member.headers,
      'content-type': 'application/json',
      traceparent: `00-${TRACE}-${PARENT}-01`,
      tracestate: 'vendor=state-secret',
      cookie: 'session=cookie-secret',
    };
    const path = `${app.path('commerce/add-cart-item/')}?key=query-secret`;
    const body = JSON.stringify({ product_id, note: 'body-secret' });
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    // A scrape and a probe have no traces.
    for (const untraced of ['/metrics', '/health/ready']) await fetch(`${url}${untraced}`);
    await shop.hears();
    await shop.settles('delivered');
    const printed = service!.lines();
    expect(await service!.end('SIGTERM')).toBe(0);

    const { spans } = collector;
    const servers = spans.filter(({ kind }) => kind === SERVER);
    expect(servers.map(({ name }) => name)).toEqual(['POST /api/v1/commerce/add-cart-item']);
    const [server] = servers;
    expect(server).toMatchObject({ traceId: TRACE, parentSpanId: PARENT });
    expect(attributes(server!)).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/v1/commerce/add-cart-item',
      'http.response.status_code': 200,
      'commerce.request_id': answer.headers.get('x-request-id'),
      'commerce.application': shop.id,
    });
    const statements = spans.filter(({ traceId, kind }) => traceId === TRACE && kind === CLIENT);
    expect(statements.length).toBeGreaterThan(2);
    for (const span of statements) {
      expect(span.parentSpanId).toBe(server!.spanId);
      expect(Object.keys(attributes(span))).toEqual(['db.system.name', 'db.query.text']);
    }
    expect(printed.join('\n')).toContain(`"trace_id":"${TRACE}","span_id":"${server!.spanId}"`);

    const jobs = spans.filter(({ kind }) => kind === CONSUMER);
    const [sent] = spans.filter(({ name }) => name === 'POST');
    expect(attributes(sent!)).toEqual({
      'http.request.method': 'POST',
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(receiver.url()).port),
      'http.response.status_code': 204,
    });
    expect(jobs.map(({ traceId }) => traceId)).toContain(sent!.traceId);
    expect(sent!.traceId).not.toBe(TRACE);
    expect(shop.received[0]!.headers).not.toHaveProperty('traceparent');

    const [request] = collector.requests;
    expect(request).toMatchObject({ url: '/v1/traces', headers: { authorization: 'Bearer collector-secret' } });
    const told = collector.requests.map((one) => one.text).join('\n');
    expect(told).toContain('{"key":"deployment.environment.name","value":{"stringValue":"test"}}');
    for (const secret of [
      'query-secret',
      'body-secret',
      'cookie-secret',
      'state-secret',
      'collector-secret',
      shop.path,
      shop.application.apikey,
      shop.member.token,
    ]) {
      expect(told).not.toContain(secret);
    }
  });

  it('tell failures by their codes, and have an id in the log where the caller names none', async () => {
    const { url } = await start();
    expect(
      (await fetch(`${url}/nothing`, { headers: { traceparent: `00-${'0'.repeat(32)}-${PARENT}-01` } })).status,
    ).toBe(404);
    const { apikey } = await app.make.application();
    // A statement fails.
    await app.database.query('ALTER TABLE users RENAME TO users_gone');
    try {
      const login = {
        method: 'POST',
        headers: { apikey, 'content-type': 'application/json' },
        body: '{"username":"a","password":"password-secret"}',
      };
      expect((await fetch(`${url}${app.path('token/')}`, login)).status).toBe(500);
    } finally {
      await app.database.query('ALTER TABLE users_gone RENAME TO users');
    }
    await until(() => service!.lines().some((line) => line.includes(app.path('token'))));
    const printed = service!.lines().filter((line) => line.includes('"msg":"request"'));
    expect(await service!.end('SIGTERM')).toBe(0);
    const { spans } = collector;
    const failed = spans.filter(({ status }) => status.code === 2);
    expect(failed.map((span) => attributes(span)['error.type']).sort()).toEqual(['42P01', '500']);
    expect(spans.map(({ name }) => name)).toContain('GET unknown');
    for (const span of spans.filter(({ kind }) => kind === SERVER)) {
      expect(span.parentSpanId ?? '').toBe('');
      expect(printed.join('\n')).toContain(`"trace_id":"${span.traceId}"`);
    }
    expect(collector.requests.map((one) => one.text).join('')).not.toContain('password-secret');
  });

  it('are left to the caller’s decision, and hinder nothing when the collector takes none', async () => {
    collector.status = 500;
    const { url } = await start({ OTEL_TRACES_SAMPLER_ARG: '0' });
    const ask = (flags: string): Promise<Response> =>
      fetch(`${url}/openapi.json`, { headers: { traceparent: `00-${TRACE}-${PARENT}-${flags}` } });
    for (const flags of ['00', '01']) expect((await ask(flags)).status).toBe(200);
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
    // While it runs, and no second time within a minute, when what is left is sent.
    const warnings = (): string[] => service!.lines().filter((line) => line.includes('does not take the traces'));
    await until(() => warnings().length > 0);
    expect((await ask('01')).status).toBe(200);
    expect(await service!.end('SIGTERM')).toBe(0);
    expect(warnings()).toHaveLength(1);
    expect(collector.spans.filter(({ kind }) => kind === SERVER).map(({ traceId }) => traceId)).toEqual([TRACE, TRACE]);
  });
});
