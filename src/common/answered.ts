import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The status of a request whose client hung up before it was answered, as proxies count it. */
const CLIENT_CLOSED_REQUEST = 499;

type Answered = (request: FastifyRequest, reply: FastifyReply, status: number) => void;

/** Who hears of the requests of an application. */
const told = new WeakMap<FastifyInstance, Answered[]>();

/**
 * Calls `then` once for each request: when it is answered, or when its client hangs up before, with status 499. Fastify's
 * `onResponse` alone does not tell the latter.
 */
export function onceAnswered(fastify: FastifyInstance, then: Answered): void {
  const all = told.get(fastify) ?? watch(fastify);
  all.push(then);
}

/** With one listener for all: Node warns of a response that has more than ten, and a streamed one has most of them. */
function watch(fastify: FastifyInstance): Answered[] {
  const all: Answered[] = [];
  told.set(fastify, all);
  const over = new WeakSet<FastifyRequest>();
  const tell: Answered = (request, reply, status) => {
    if (over.has(request)) return;
    over.add(request);
    for (const then of all) then(request, reply, status);
  };
  fastify.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply;
    // Of a whole answer `onResponse` tells, perhaps later: other hooks may take their time.
    raw.once('close', () => {
      if (!raw.writableFinished) tell(request, reply, CLIENT_CLOSED_REQUEST);
    });
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    tell(request, reply, reply.statusCode);
    done();
  });
  return all;
}
