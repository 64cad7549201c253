import { once } from 'node:events';
import { connect } from 'node:net';
import { socketCases, type SocketCase } from './socket-cases.js';

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
