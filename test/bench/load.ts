import autocannon from 'autocannon';
import type { Client, Job } from './clients.js';

/** What one measurement gives. */
export interface Load {
  requests: number;
  seconds: number;
  /** Milliseconds of each answer, ascending. */
  latencies: number[];
  /** Answers that were not right, and requests without an answer. */
  errors: number;
}

/**
 * Lets clients ask as fast as they are answered.
 * @param headersOf the headers by which a side knows who asks
 */
export async function load(
  url: string,
  { wrong }: Pick<Job, 'wrong'>,
  makeClient: (index: number) => Client,
  connections: number,
  seconds: number,
  headersOf: (uid: number) => Readonly<Record<string, string>>,
): Promise<Load> {
  let errors = 0;
  let started = 0;
  const latencies: number[] = [];
  const begun = performance.now();
  const options: autocannon.Options = {
    url,
    connections,
    duration: seconds,
    // One for each connection, for as long as it lasts: the context that autocannon has is a new one for each request.
    setupClient: (connection) => {
      const client = makeClient(started++);
      connection.setRequests([
        {
          setupRequest: (request) => {
            const { method, path, body } = client.next();
            const headers = { ...headersOf(client.uid), ...wrong };
            if (body === undefined) return { ...request, method, path, headers };
            return {
              ...request,
              method,
              path,
              headers: { ...headers, 'content-type': 'application/json' },
              body: JSON.stringify(body),
            };
          },
          onResponse: (status, body) => {
            if (!client.check(status, body)) errors += 1;
          },
        },
      ]);
    },
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(options, (error, outcome) => (error === null ? resolve(outcome) : reject(error as Error)));
    run.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds));
  });
  return {
    requests: latencies.length,
    seconds: (performance.now() - begun) / 1000,
    latencies: latencies.sort((a, b) => a - b),
    errors: errors + result.errors + result.timeouts,
  };
}
