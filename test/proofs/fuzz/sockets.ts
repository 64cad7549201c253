import { once } from 'node:events';
import { connect } from 'node:net';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { BASE } from '#test/support/shop.js';

/** Milliseconds that a connection may stay silent before it counts as answered. */
const SILENT_MS = 700;
const ANSWER_MS = 20_000;

/** One answer, as it came from the socket. */
interface RawAnswer {
  status: number;
  headers: string;
  body: string;
}

/** Sends each of the {@link socketCases}; gives what was not answered as it must be. */
export async function trySockets(port: number): Promise<{ count: number; problems: string[] }> {
  const cases = socketCases();
  const problems: string[] = [];
  for (const one of cases) {
    const found = problemOf(one, await exchange(port, one.bytes));
    if (found !== undefined) problems.push(`at the socket: ${one.what}: ${found}`);
  }
  return { count: cases.length, problems };
}

function problemOf({ statuses }: SocketCase, answered: string): string | undefined {
  const answers = readAnswers(answered);
  const seen = answers.map(({ status }) => status);
  if (seen.join() !== statuses.join()) {
    return `expected ${statuses.join(' and ') || 'no answer'}, got ${seen.join(' and ') || 'no answer'}: ${answered.slice(0, 300)}`;
  }
  const strange = answers.find((one) => one.status >= 400 && !isFailure(one));
  return strange === undefined ? undefined : `not in the shape of every failure: ${strange.body.slice(0, 200)}`;
}

/** Splits what came on a connection into answers; each says how long it is. */
function readAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = Buffer.from(text, 'latin1');
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    const head = rest.subarray(0, end).toString('latin1');
    const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
    if (end < 0 || status === undefined) return answers;
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    const body = rest.subarray(end + 4, end + 4 + length).toString('utf8');
    answers.push({ status: Number(status), headers: head, body });
    rest = rest.subarray(end + 4 + length);
  }
}

function isFailure({ status, headers, body }: RawAnswer): boolean {
  try {
    const failure = JSON.parse(body) as { status_code?: unknown; type?: unknown; request_id?: unknown };
    const named = /^x-request-id: (\S+)/im.exec(headers)?.[1];
    return failure.status_code === status && typeof failure.type === 'string' && failure.request_id === named;
  } catch {
    return false;
  }
}

/** Everything that a connection says to some bytes, until it is closed or has nothing more to say. */
async function exchange(port: number, bytes: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answered = '';
  socket.on('data', (chunk: Buffer) => {
    answered += chunk.toString('latin1');
    socket.setTimeout(SILENT_MS);
  });
  // A connection that is cut has said what it had to say.
  socket.on('error', () => socket.destroy());
  socket.setTimeout(ANSWER_MS, () => socket.destroy());
  socket.write(bytes);
  await once(socket, 'close');
  return answered;
}

/** Bytes for the service's socket, and the statuses of the answers that must come, in their order; 0 for none at all. */
interface SocketCase {
  what: string;
  bytes: Buffer;
  statuses: readonly number[];
}

/** Takes a body from anybody, of 16 KiB at most; all others want a key before they read one. */
const LOG_IN = '/admin/api/session/';
const TOKEN = `${BASE}/token/`;
const LIVE = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
/** `{}` is no log-in. */
const READ = 400;
const KEY_MISSING = 400;
/** Packed they are 12 KiB. */
const BOMB_BYTES = 12 * 1_048_576;

/** Everything that only a raw socket can send. A smuggled request would be answered as a second one. */
function socketCases(): SocketCase[] {
  return [...lengths(), ...chunks(), ...heads(), ...addresses(), ...bodies()];
}

/** Lengths that a proxy in front may read differently. RFC 9112, section 6.3. */
function lengths(): SocketCase[] {
  const smuggled = `0\r\n\r\n${LIVE}`;
  return [
    refused(
      'Content-Length and Transfer-Encoding',
      post(['Content-Length: 3', 'Transfer-Encoding: chunked'], smuggled),
    ),
    refused(
      'Transfer-Encoding and Content-Length',
      post(['Transfer-Encoding: chunked', 'Content-Length: 3'], smuggled),
    ),
    refused('two Content-Lengths', post(['Content-Length: 2', 'Content-Length: 41'], `{}${LIVE}`)),
    refused('the same Content-Length twice', post(['Content-Length: 2', 'Content-Length: 2'], '{}')),
    ...['+2', '-2', '0x2', '2, 2', '2 2', '2.0', '', '9'.repeat(30), '２'].map((length) =>
      refused(`Content-Length: ${length}`, post([`Content-Length: ${length}`], '{}')),
    ),
    ...['xchunked', 'identity', 'chunked, identity', 'gzip', 'chunked\u000b'].map((coding) =>
      refused(`Transfer-Encoding: ${coding}`, post([`Transfer-Encoding: ${coding}`], smuggled)),
    ),
    refused('two Transfer-Encodings', post(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], smuggled)),
    refused('a space before the colon', post(['Transfer-Encoding : chunked'], smuggled)),
    refused('a folded Transfer-Encoding', post(['X: y', ' Transfer-Encoding: chunked', 'Content-Length: 2'], '{}')),
    refused(
      'Transfer-Encoding in HTTP/1.0',
      `POST ${LOG_IN} HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${smuggled}`,
    ),
    ok('a second request in the body of the first', post([`Content-Length: ${LIVE.length}`], LIVE), [READ]),
    ok('two requests at once', `${LIVE}${LIVE}`, [200, 200]),
    refused('more bytes than announced', post(['Content-Length: 2'], '{}NONSENSE\r\n\r\n')),
  ];
}

/** Chunks that are not what their sizes say. RFC 9112, section 7.1. */
function chunks(): SocketCase[] {
  const chunked = (body: string): string => post(['Transfer-Encoding: chunked'], body);
  return [
    ok('good chunks', chunked('2\r\n{}\r\n0\r\n\r\n'), [READ]),
    ok('a chunk with an extension, and trailers', chunked('2;a=b\r\n{}\r\n0\r\nX: y\r\n\r\n'), [READ]),
    ...['zz', '-1', '+2', '0x2', ' 2', '', 'f'.repeat(17), '2 '].map((size) =>
      refused(`a chunk size of "${size}"`, chunked(`${size}\r\n{}\r\n0\r\n\r\n${LIVE}`)),
    ),
    refused('a chunk that is longer than its size', chunked(`1\r\n{}\r\n0\r\n\r\n${LIVE}`)),
    refused('a chunk size that ends with a line feed alone', chunked(`2\n{}\r\n0\r\n\r\n${LIVE}`)),
    refused('a chunk that ends with a line feed alone', chunked(`2\r\n{}\n0\r\n\r\n${LIVE}`)),
    refused('an extension without end', chunked(`2;${'a'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`)),
  ];
}

/** Request lines and headers that are none. */
function heads(): SocketCase[] {
  const get = (...headers: string[]): string =>
    ['GET /health/live HTTP/1.1', 'Host: x', ...headers, '', ''].join('\r\n');
  return [
    refused('no request line', '\r\n\r\n\r\nNONSENSE\r\n\r\n'),
    one('HTTP/0.9', 'GET /\r\n\r\n', 302),
    refused('HTTP/3.0', 'GET / HTTP/3.0\r\nHost: x\r\n\r\n'),
    refused('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    refused('a TLS handshake', Buffer.from('16030100a5010000a10303', 'hex')),
    refused('an unknown method', 'SPLIT /health/live HTTP/1.1\r\nHost: x\r\n\r\n'),
    refused('a method in small letters', 'get /health/live HTTP/1.1\r\nHost: x\r\n\r\n'),
    refused('lines that end with a line feed alone', 'GET /health/live HTTP/1.1\nHost: x\n\n'),
    refused('a carriage return within a header', get('X: a\rb')),
    refused('a NUL within a header', get('X: a\u0000b')),
    refused('a header without a name', get(': x')),
    refused('a header name with a space', get('A B: x')),
    refused('a header name of UTF-8', get('Ä: x')),
    refused('no Host', 'GET /health/live HTTP/1.1\r\n\r\n'),
    refused('two Hosts', get('Host: y')),
    refused('a Host that is none', 'GET /health/live HTTP/1.1\r\nHost: a b/c@d\r\n\r\n'),
    one('headers of 20,000 bytes', get(`X: ${'a'.repeat(20_000)}`), 431),
    one('4,000 headers', get(...Array.from({ length: 4_000 }, () => 'X: y')), 431),
    one('an id of a request in UTF-8', get('X-Request-Id: ä\u{1f375}'), 200),
    one('an Upgrade', get('Connection: Upgrade', 'Upgrade: websocket'), 200),
    one('an Upgrade to HTTP/2', get('Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AA'), 200),
    one('an expectation', get('Expect: 200-ok'), 200),
    one('a key in UTF-8', post(['apikey: ä\u{1f375}', 'Content-Length: 2'], '{}', TOKEN), 401),
    one('two keys', post(['apikey: a', 'apikey: b', 'Content-Length: 2'], '{}', TOKEN), 401),
    one('a token in UTF-8', 'GET /admin/api/users/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ä\r\n\r\n', 401),
    one(
      'two tokens',
      'GET /admin/api/users/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n',
      401,
    ),
  ];
}

/** Targets of requests, as bytes. */
function addresses(): SocketCase[] {
  const get = (target: string | Buffer): Buffer =>
    Buffer.concat([Buffer.from('GET '), Buffer.from(target), Buffer.from(' HTTP/1.1\r\nHost: x\r\n\r\n')]);
  return [
    refused('a NUL in the path', get('/health/live\u0000')),
    refused('bytes in the path that are no UTF-8', get(Buffer.from([0x2f, 0xff, 0xfe]))),
    refused('UTF-8 in the path', get('/ä')),
    refused('a space in the path', get('/health/live x')),
    refused('a path that does not begin with a slash', get('health/live')),
    one('an encoded NUL', get('/health/live%00'), 404),
    one('an encoded surrogate', get('/health/live%ED%A0%80'), 400),
    one('a slash in too many bytes', get('/health%C0%AFlive'), 400),
    one('half an encoding', get('/health/live%'), 400),
    one('a path with dots', get('/metrics/../health/live'), 404),
    one('a path with encoded dots', get('/metrics/%2e%2e/health/live'), 404),
    one('a path with two slashes', get('//health/live'), 404),
    one('a path with a backslash', get('/health\\live'), 404),
    one('a whole URL', get('http://other.example.com/health/live'), 200),
    one('an id of 4,000 letters', get(`${BASE}/get/states/${'x'.repeat(4_000)}/`), 414),
    one('an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', 405),
    ok('a tunnel', 'CONNECT other.example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', []),
  ];
}

/** Bodies that are packed, or written in other letters. */
function bodies(): SocketCase[] {
  const json = (headers: readonly string[], body: string | Buffer): Buffer => {
    const bytes = Buffer.from(body);
    return Buffer.concat([Buffer.from(post([...headers, `Content-Length: ${bytes.length}`], '')), bytes]);
  };
  const bomb = Buffer.alloc(BOMB_BYTES);
  const type = (value: string): string => `Content-Type: ${value}`;
  return [
    one('a gzip bomb', json(['Content-Encoding: gzip'], gzipSync(bomb)), 415),
    one('a deflate bomb', json(['Content-Encoding: deflate'], deflateRawSync(bomb)), 415),
    ...['br', 'zstd', 'gzip, identity', 'GZIP', 'x-gzip', 'unknown'].map((coding) =>
      one(`Content-Encoding: ${coding}`, json([`Content-Encoding: ${coding}`], gzipSync('{}')), 415),
    ),
    one('Content-Encoding: identity', json(['Content-Encoding: identity'], '{}'), READ),
    ...['utf-16', 'iso-8859-1', 'utf-7', 'windows-1252', '"UTF-16"'].map((charset) =>
      one(`charset=${charset}`, json([type(`application/json; charset=${charset}`)], '{}'), 415),
    ),
    ...['utf-8', 'UTF-8', '"utf-8"', 'us-ascii'].map((charset) =>
      one(`charset=${charset}`, json([type(`application/json; charset=${charset}`)], '{}'), READ),
    ),
    one('a form in another charset', json([type('application/x-www-form-urlencoded; charset=latin1')], 'a=%E4'), 415),
    one('UTF-16 that says nothing', json([], Buffer.from('{"a":1}', 'utf16le')), 400),
    one('a surrogate in three bytes', json([], Buffer.from('7b2261223a22eda080227d', 'hex')), 400),
    one('a byte order mark of UTF-16', json([], Buffer.from('fffe7b007d00', 'hex')), 400),
    one('gzip that says nothing', json([], gzipSync('{}')), 400),
    one('no media type', post(['Content-Length: 2'], '{}').replace(/Content-Type: .*\r\n/, ''), 415),
    one('two media types', json([type('text/plain'), type('application/json')], '{}'), 415),
    one('a media type that is none', json([type('json')], '{}'), 415),
    one('a multipart without a boundary', json([type('multipart/form-data')], '--x--'), 400),
    one('5,000 levels', json([], `${'['.repeat(5_000)}${']'.repeat(5_000)}`), 400),
    one('10,000 open brackets', json([], '['.repeat(10_000)), 400),
    // The answer comes while the body does not.
    one('a large body without a key', post(['Content-Length: 2097152'], 'x'.repeat(100), TOKEN), KEY_MISSING),
    one('chunks without a key', post(['Transfer-Encoding: chunked'], '200000\r\nx', TOKEN), KEY_MISSING),
    one('a large body for no address', post(['Content-Length: 2097152'], 'x'.repeat(100), `${BASE}/nothing/`), 404),
    one('a large log-in', post(['Content-Length: 2097152'], 'x'.repeat(100)), 413),
    one('a large log-in in chunks', post(['Transfer-Encoding: chunked'], `8000\r\n${'x'.repeat(20_000)}`), 413),
  ];
}

/** A POST of JSON, unless a header says what it is of. */
function post(headers: readonly string[], body: string, path = LOG_IN): string {
  const isTyped = headers.some((header) => /^content-type/i.test(header));
  const type = isTyped ? [] : ['Content-Type: application/json'];
  return [`POST ${path} HTTP/1.1`, 'Host: x', ...type, ...headers, '', body].join('\r\n');
}

function refused(what: string, bytes: string | Buffer): SocketCase {
  return one(what, bytes, 400);
}

function one(what: string, bytes: string | Buffer, status: number): SocketCase {
  return ok(what, bytes, [status]);
}

function ok(what: string, bytes: string | Buffer, statuses: readonly number[]): SocketCase {
  return { what, bytes: Buffer.from(bytes), statuses };
}
