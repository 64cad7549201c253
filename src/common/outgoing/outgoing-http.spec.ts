import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import { selfSigned } from '#test/support/certificates.js';
import { until } from '#test/support/until.js';
import { AddressGuard, nameServers, type ResolveName } from './address-guard.js';
import { OutgoingHttp, type OutgoingPost, type OutgoingResult } from './outgoing-http.js';
import { isPublicAddress } from './public-address.rules.js';

const NOT_PUBLIC = { ok: false, error: 'the address is not public' };
const PATIENT_MS = 60_000;
const SHORT_MS = 300;
const MEBIBYTE = 1_048_576;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A server of this test; its port. */
async function listen(server: Server): Promise<number> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket.on('error', () => undefined).on('close', () => open.delete(socket)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const serve = (answer: RequestListener): Promise<number> => listen(createServer(answer));

/** A server that is told of connections and does what it likes with their bytes. */
const serveBytes = (connected: (socket: Socket) => void): Promise<number> => listen(createTcpServer(connected));

/** Writes again and again until the other side is gone; resolves then. */
function drip(socket: Socket, bytes: string): Promise<void> {
  const timer = setInterval(() => socket.write(bytes), 5);
  return new Promise((resolve) => {
    socket.once('close', () => {
      clearInterval(timer);
      resolve();
    });
  });
}

/** Whoever reads in this process has done so after some turns. */
async function clientHasRead(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await turn();
}

const everywhere = new AddressGuard(() => true, nameServers());
const publicOnly = new AddressGuard(isPublicAddress, nameServers());

function post(url: string, options: Partial<OutgoingPost> = {}, guard = everywhere): Promise<OutgoingResult> {
  const http = new OutgoingHttp(guard);
  closing.push(() => http.onApplicationShutdown());
  return http.post(url, { headers: {}, body: '{}', timeoutMs: PATIENT_MS, ...options });
}

/** Gives these addresses, one list for each time that it is asked; afterwards the last. */
function resolver(...answers: string[][]): { resolve: ResolveName; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    resolve: async (name) => {
      const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
      asked.push(name);
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
  };
}

describe('a request to somebody else’s address', () => {
  it('is a POST with the body and headers that were given, and brings back the status and the answer', async () => {
    let seen = {};
    const port = await serve((request, response) => {
      void request.toArray().then((chunks) => {
        const { method, url, headers } = request;
        seen = {
          method,
          url,
          host: headers.host,
          type: headers['content-type'],
          body: Buffer.concat(chunks).toString(),
        };
        response.writeHead(503, { 'retry-after': '120' }).end('come back later');
      });
    });
    const result = await post(`http://127.0.0.1:${port}/hooks?shop=1#top`, {
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Zoë"}',
    });
    expect(result).toEqual({ ok: true, status: 503, retryAfter: '120', body: 'come back later' });
    expect(seen).toEqual({
      method: 'POST',
      url: '/hooks?shop=1',
      host: `127.0.0.1:${port}`,
      type: 'application/json',
      body: '{"name":"Zoë"}',
    });
  });

  it('has a connection of its own', async () => {
    const ports = new Set<number | undefined>();
    const port = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end();
    });
    const http = new OutgoingHttp(everywhere);
    const options = { headers: {}, body: '', timeoutMs: PATIENT_MS };
    for (let n = 0; n < 3; n++) await http.post(`http://127.0.0.1:${port}/`, options);
    expect(ports.size).toBe(3);
  });

  it.each([
    'not a url',
    '/hooks',
    'ftp://example.com/',
    'file:///etc/passwd',
    'http://u:p@example.com/',
    'http://u@example.com/',
  ])('is not sent to %s', async (url) => {
    const result = await post(url);
    expect(result).toMatchObject({ ok: false, error: expect.stringMatching(/^the address /) });
  });
});

describe('the private network', () => {
  const LOOPBACK = [
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.0.1',
    '127.8.9.10',
    '0',
    '0.0.0.0',
    '2130706433',
    '017700000001',
    '0x7f000001',
    '0x7F.1',
    '0177.0.0.1',
    '0177.0.0.01',
    '127.0.0.0x1',
    '%31%32%37.0.0.1',
    '１２７.０.０.１',
    '127。0。0。1',
    '①②⑦.0.0.1',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::FFFF:7F00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    'localhost',
    'LocalHost.',
    'shop.localhost',
  ];

  it.each(LOOPBACK)('is not reached at %s', async (host) => {
    const port = await serve(() => {
      throw new Error('reached');
    });
    expect(await post(`http://${host}:${port}/`, {}, publicOnly)).toEqual(NOT_PUBLIC);
  });

  it.each([
    '10.0.0.1',
    '0xa.1',
    '012.1',
    '167772161',
    '172.16.0.1',
    '192.168.1.1',
    '192.168.257',
    '100.64.0.1',
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.254.43518',
    '255.255.255.255',
    '224.0.0.1',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b:1::808:808]',
    '[::ffff:a9fe:a9fe]',
    '[2001:0:808:808::1]',
    '[2001:db8::1]',
    '[3fff::1]',
  ])('is not reached at %s', async (host) => {
    expect(await post(`http://${host}/`, {}, publicOnly)).toEqual(NOT_PUBLIC);
    expect(await post(`https://${host}/`, {}, publicOnly)).toEqual(NOT_PUBLIC);
  });

  it.each(['http://[fe80::1%25eth0]/', 'http://[::1%lo]/', 'http://256.0.0.1/', 'http://1.2.3.4.5/'])(
    'is not reached at %s, which is no URL',
    async (url) => {
      expect(await post(url, {}, publicOnly)).toEqual({ ok: false, error: 'the address is not a URL' });
    },
  );

  it.each([
    ['one private address', ['10.0.0.1']],
    ['a private address after a public one', ['8.8.8.8', '10.0.0.1']],
    ['a private address before a public one', ['10.0.0.1', '8.8.8.8']],
    ['a private v6 address beside a public v4 one', ['8.8.8.8', 'fd00::1']],
    ['a mapped loopback address', ['::ffff:127.0.0.1']],
    ['a link-local address with a zone', ['fe80::1%eth0']],
    ['too many addresses, of which the last is private', [...Array<string>(20).fill('8.8.8.8'), '127.0.0.1']],
    ['something that is no address', ['localhost']],
  ])('is not reached by a name with %s, and the log does not tell which', async (_, addresses) => {
    const { resolve, asked } = resolver(addresses);
    expect(await post('http://hooks.example/', {}, new AddressGuard(isPublicAddress, resolve))).toEqual(NOT_PUBLIC);
    expect(asked).toEqual(['hooks.example']);
  });

  it('is not reached by a name that has changed between two requests', async () => {
    let reached = 0;
    const port = await serve((_, response) => {
      reached += 1;
      response.end();
    });
    const { resolve, asked } = resolver(['127.0.0.1'], ['127.0.0.2']);
    const http = new OutgoingHttp(new AddressGuard((address) => address === '127.0.0.1', resolve));
    const send = () => http.post(`http://hooks.example:${port}/`, { headers: {}, body: '', timeoutMs: PATIENT_MS });
    expect(await send()).toMatchObject({ ok: true, status: 200 });
    expect(await send()).toEqual(NOT_PUBLIC);
    expect(asked).toEqual(['hooks.example', 'hooks.example']);
    expect(reached).toBe(1);
  });

  it('is not reached by a name that changes between check and connection: it is resolved once', async () => {
    const checked: string[] = [];
    const port = await serve((_, response) => void response.end());
    const { resolve, asked } = resolver(['127.0.0.1'], ['127.0.0.2']);
    const guard = new AddressGuard((address) => {
      checked.push(address);
      return address === '127.0.0.1';
    }, resolve);
    expect(await post(`http://hooks.example:${port}/`, {}, guard)).toMatchObject({ ok: true });
    expect({ asked, checked }).toEqual({ asked: ['hooks.example'], checked: ['127.0.0.1'] });
  });

  it('is not reached by a redirect, which is the answer', async () => {
    let reached = false;
    const inside = await serve(() => void (reached = true));
    const port = await serve((_, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${inside}/` }).end('elsewhere');
    });
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ ok: true, status: 307, body: 'elsewhere' });
    expect(reached).toBe(false);
  });

  it('is not named where a connection fails', async () => {
    const closed = createTcpServer();
    const port = await listen(closed);
    closed.close();
    const { resolve } = resolver(['127.0.0.1']);
    expect(await post(`http://hooks.example:${port}/`, {}, new AddressGuard(() => true, resolve))).toEqual({
      ok: false,
      error: 'the connection was refused',
    });
  });
});

describe('a name', () => {
  it('without addresses does not resolve', async () => {
    const guard = new AddressGuard(() => true, resolver([]).resolve);
    expect(await post('http://hooks.example/', {}, guard)).toEqual({ ok: false, error: 'the name does not resolve' });
  });

  it('that the name servers do not know does not resolve', async () => {
    const guard = new AddressGuard(
      () => true,
      async () => Promise.reject(new Error('queryA ENOTFOUND 10.0.0.53')),
    );
    expect(await post('http://hooks.example/', {}, guard)).toEqual({ ok: false, error: 'the name does not resolve' });
  });

  it('is tried at its next address when the first does not answer', async () => {
    const port = await serve((_, response) => void response.end('second'));
    const { resolve } = resolver(['::1', '127.0.0.1']);
    const guard = new AddressGuard(() => true, resolve);
    expect(await post(`http://hooks.example:${port}/`, {}, guard)).toMatchObject({ ok: true, body: 'second' });
  });

  it('whose name server hangs costs the time limit and no more', async () => {
    const guard = new AddressGuard(
      () => true,
      (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('cancelled')));
        }),
    );
    expect(await post('http://hooks.example/', { timeoutMs: SHORT_MS }, guard)).toEqual({
      ok: false,
      error: 'no answer within 0.3 s',
    });
  });
});

describe('an endpoint', () => {
  const tooLate = { ok: false, error: 'no answer within 0.3 s' };

  it('that accepts and says nothing is given up, and its connection closed', async () => {
    let closed = false;
    const port = await serveBytes((socket) => socket.resume().on('close', () => (closed = true)));
    expect(await post(`http://127.0.0.1:${port}/`, { timeoutMs: SHORT_MS })).toEqual(tooLate);
    await until(() => closed);
  });

  it('that never ends the TLS handshake is given up', async () => {
    const port = await serveBytes((socket) => socket.resume());
    expect(await post(`https://127.0.0.1:${port}/`, { timeoutMs: SHORT_MS })).toEqual(tooLate);
  });

  it('that drips the bytes of its headers is given up', async () => {
    const port = await serveBytes((socket) => {
      socket.resume().write('HTTP/1.1 200 OK\r\n');
      void drip(socket, 'a');
    });
    expect(await post(`http://127.0.0.1:${port}/`, { timeoutMs: SHORT_MS })).toEqual(tooLate);
  });

  it('that sends one interim answer after the other is given up', async () => {
    const port = await serveBytes((socket) => void drip(socket.resume(), 'HTTP/1.1 103 Early Hints\r\n\r\n'));
    expect(await post(`http://127.0.0.1:${port}/`, { timeoutMs: SHORT_MS })).toEqual(tooLate);
  });

  it('that does not read what it is sent is given up', async () => {
    const port = await serveBytes((socket) => socket.pause());
    const body = 'x'.repeat(32 * MEBIBYTE);
    expect(await post(`http://127.0.0.1:${port}/`, { body, timeoutMs: SHORT_MS })).toEqual(tooLate);
  });

  it('that drips the bytes of its body has answered; what has come within 2 seconds is kept', async () => {
    let gone: Promise<void> | undefined;
    const port = await serveBytes((socket) => {
      socket.resume().write('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n');
      gone = drip(socket, 'b');
    });
    const result = await post(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ ok: true, status: 200, body: expect.stringMatching(/^b{1,1024}$/) });
    await gone;
  });

  it('whose body outlasts the time limit has answered', async () => {
    const port = await serveBytes((socket) => {
      socket.resume().write('HTTP/1.1 201 Created\r\ncontent-length: 1000000\r\n\r\nstart');
    });
    expect(await post(`http://127.0.0.1:${port}/`, { timeoutMs: 1_500 })).toEqual({
      ok: true,
      status: 201,
      retryAfter: undefined,
      body: 'start',
    });
  });

  it('that sends 1 GB is cut off after the first KiB', async () => {
    let sent = 0;
    let closed = false;
    const port = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 1024 * MEBIBYTE });
      response.on('close', () => (closed = true)).on('error', () => undefined);
      const more = (): void => {
        while (!response.destroyed && sent < 1024 * MEBIBYTE) {
          sent += MEBIBYTE;
          if (!response.write(Buffer.alloc(MEBIBYTE, 'x'))) return void response.once('drain', more);
        }
      };
      more();
    });
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({
      ok: true,
      status: 200,
      retryAfter: undefined,
      body: 'x'.repeat(1024),
    });
    await until(() => closed);
    expect(sent).toBeLessThan(64 * MEBIBYTE);
  });

  it('that sends headers without end is cut off', async () => {
    const port = await serveBytes((socket) => {
      socket.resume().write('HTTP/1.1 200 OK\r\n');
      void drip(socket, `x-more: ${'y'.repeat(4_096)}\r\n`);
    });
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({
      ok: false,
      error: 'the headers of the answer are too large',
    });
  });

  it('that resets the connection has not answered', async () => {
    const port = await serveBytes((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({
      ok: false,
      error: 'the connection was closed without an answer',
    });
  });

  it('that closes the connection has not answered', async () => {
    const port = await serveBytes((socket) => socket.once('data', () => socket.end()));
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({
      ok: false,
      error: 'the connection was closed without an answer',
    });
  });

  it('that resets the connection within its body has answered', async () => {
    const port = await serveBytes((socket) => {
      socket.resume().write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nbroken', () => {
        void clientHasRead().then(() => socket.resetAndDestroy());
      });
    });
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ ok: true, status: 200, body: 'broken' });
  });

  it.each(['SSH-2.0-OpenSSH_9.6\r\n', '220 mail ESMTP\r\n', '\0\0\0\0', 'HTTP/1.1 twohundred OK\r\n\r\n'])(
    'that answers %j does not speak HTTP',
    async (greeting) => {
      const port = await serveBytes((socket) => socket.resume().end(greeting));
      expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ ok: false, error: 'the answer is not HTTP' });
    },
  );

  it('that gives two lengths does not speak HTTP', async () => {
    const port = await serveBytes((socket) => {
      socket.resume().end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n');
    });
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ ok: false, error: 'the answer is not HTTP' });
  });

  it('that packs its answer is not unpacked', async () => {
    const port = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(Buffer.from('1f8b08000000000000', 'hex'));
    });
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ ok: true, body: '(compressed)' });
  });
});

describe('the kept text of an answer', () => {
  it.each([
    ['is cut at a character', Buffer.from('é'.repeat(600)).subarray(1), '\uFFFD' + 'é'.repeat(511)],
    ['has no NUL', Buffer.from('a\0b'), 'a\uFFFDb'],
    ['replaces what is no UTF-8', Buffer.from([0x61, 0xff, 0xed, 0xa0, 0x80]), 'a\uFFFD\uFFFD\uFFFD\uFFFD'],
    ['is empty without a body', Buffer.alloc(0), ''],
    ['ends in the middle of a character where the answer does', Buffer.from('é').subarray(0, 1), '\uFFFD'],
  ])('%s', async (_, bytes, text) => {
    const port = await serve((_request, response) => void response.end(bytes));
    const result = await post(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ ok: true, body: text });
    expect(result.ok && result.body.isWellFormed()).toBe(true);
  });
});

describe('TLS', () => {
  const hooks = new AddressGuard(() => true, resolver(['127.0.0.1']).resolve);
  const untrusted = { ok: false, error: 'the TLS certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)' };

  it('is refused with a certificate that nobody vouches for', async () => {
    const port = await listen(createTlsServer(selfSigned('hooks.example'), (_, response) => void response.end()));
    expect(await post(`https://hooks.example:${port}/`, {}, hooks)).toEqual(untrusted);
  });

  it('is refused with such a certificate even where Node has been told to trust everybody', async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    closing.push(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
    const port = await listen(createTlsServer(selfSigned('hooks.example'), (_, response) => void response.end()));
    expect(await post(`https://hooks.example:${port}/`, {}, hooks)).toEqual(untrusted);
  });

  it('is accepted with a trusted certificate for the name, and for no other name', async () => {
    const certificate = selfSigned('hooks.example');
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, certificate.cert]);
    closing.push(() => setDefaultCACertificates(trusted));
    const port = await listen(createTlsServer(certificate, (_, response) => void response.end('sealed')));
    expect(await post(`https://hooks.example:${port}/`, {}, hooks)).toMatchObject({ ok: true, body: 'sealed' });
    expect(await post(`https://hooks.example.:${port}/`, {}, hooks)).toMatchObject({ ok: true, body: 'sealed' });
    expect(await post(`https://other.example:${port}/`, {}, hooks)).toEqual({
      ok: false,
      error: 'the TLS certificate is for another name',
    });
  });

  it('is not spoken to a server that does not speak it', async () => {
    const port = await serve((_, response) => void response.end());
    const result = await post(`https://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ ok: false, error: expect.stringMatching(/^TLS failed \([A-Z0-9_]+\)$/) });
  });
});

describe('stopping', () => {
  const stopped = { ok: false, error: 'the request was stopped' };

  it('ends a request by its signal', async () => {
    let arrived = false;
    const port = await serveBytes((socket) => socket.once('data', () => (arrived = true)));
    const stop = new AbortController();
    const result = post(`http://127.0.0.1:${port}/`, { signal: stop.signal });
    await until(() => arrived);
    stop.abort();
    expect(await result).toEqual(stopped);
  });

  it('sends nothing with a signal that has come before', async () => {
    let connections = 0;
    const port = await serveBytes(() => (connections += 1));
    expect(await post(`http://127.0.0.1:${port}/`, { signal: AbortSignal.abort() })).toEqual(stopped);
    expect(connections).toBe(0);
  });

  it('ends every request with the application, and sends none after it', async () => {
    let arrived = 0;
    const port = await serveBytes((socket) => socket.once('data', () => (arrived += 1)));
    const http = new OutgoingHttp(everywhere);
    const send = () => http.post(`http://127.0.0.1:${port}/`, { headers: {}, body: '', timeoutMs: PATIENT_MS });
    const running = [send(), send()];
    await until(() => arrived === 2);
    http.onApplicationShutdown();
    expect(await Promise.all(running)).toEqual([stopped, stopped]);
    expect(await send()).toEqual(stopped);
  });
});

describe('connections', () => {
  it('to one origin are at most 100 at the same time, and the others have their turn after them', async () => {
    const open = new Set<() => void>();
    const port = await serve((_, response) => {
      open.add(() => response.end());
    });
    const http = new OutgoingHttp(everywhere);
    const results = Array.from({ length: 120 }, () =>
      http.post(`http://127.0.0.1:${port}/`, { headers: {}, body: '', timeoutMs: PATIENT_MS }),
    );
    await until(() => open.size === 100);
    const other = await serve((_, response) => void response.end('free'));
    expect(await post(`http://127.0.0.1:${other}/`)).toMatchObject({ body: 'free' });
    expect(open.size).toBe(100);
    const first = [...open];
    for (const end of first) end();
    await until(() => open.size === 120);
    for (const end of open) end();
    expect((await Promise.all(results)).every((result) => result.ok)).toBe(true);
  });
});
