import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that are at work at the same time. */
const AT_WORK = 4;

/** Requests of one connection that wait, from which on nothing more is read of it, and down to which they must come again. */
const MOST_WAITING = 200;
const FEW_WAITING = 50;

/** Of the end of a response. */
const MOST_LISTENERS = 20;

interface Line {
  running: number;
  readonly waiting: [IncomingMessage, ServerResponse][];
}

/**
 * Lets the requests of one connection take turns with those of others, however many a client sends without waiting for
 * answers: a few are at work, and each further one begins when others had a turn.
 */
export function takeTurns(server: Server): void {
  const [handle] = server.listeners('request') as RequestListener[];
  const lines = new WeakMap<Socket, Line>();
  const begin = (line: Line, request: IncomingMessage, response: ServerResponse): void => {
    line.running += 1;
    // Node warns of more than ten, and a streamed answer has as many without this one.
    response.setMaxListeners(MOST_LISTENERS);
    response.once('close', () => {
      line.running -= 1;
      setImmediate(next, line, request.socket);
    });
    handle!(request, response);
  };
  const next = (line: Line, socket: Socket): void => {
    if (socket.destroyed) line.waiting.length = 0;
    const [first] = line.running < AT_WORK ? line.waiting.splice(0, 1) : [];
    if (first === undefined) return;
    if (line.waiting.length === FEW_WAITING) socket.resume();
    begin(line, ...first);
  };
  server.removeListener('request', handle!);
  server.on('request', (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? { running: 0, waiting: [] };
    lines.set(socket, line);
    if (line.running < AT_WORK && line.waiting.length === 0) return begin(line, request, response);
    line.waiting.push([request, response]);
    if (line.waiting.length >= MOST_WAITING) socket.pause();
  });
}
