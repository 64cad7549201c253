/**
 * Sends the service what nobody should: requests made from its OpenAPI document, allowed and beside what is allowed, from
 * everybody who may send any. `npm run prove -- fuzz --requests 100000 --seed 1`.
 * Ends with 0 when every answer was as documented, no refusal changed anything, and every operation was reached.
 */
import 'reflect-metadata';
import { defineProof } from '#test/support/proof.js';
import { line, listOf, type Report } from '#test/support/report.js';
import { type Failure, Tally } from './checker.js';
import { Lane, OPTIONS, type RunOfFuzz } from './lane.js';

/** Most characters of a body that are shown. */
const SHOWN = 2_000;

/** What a run leaves: what all lanes have seen, and the lanes. */
interface Outcome {
  tally: Tally;
  lanes: readonly Lane[];
}

async function fuzz(run: RunOfFuzz): Promise<Outcome> {
  const tally = new Tally();
  const lanes = Array.from({ length: run.options.lanes }, (_, number) => new Lane(run, number, tally));
  await Promise.all(
    lanes.map((lane) =>
      lane.carryOut().catch((error: unknown) => {
        run.giveUp(error);
        lane.troubles.push(String(error));
      }),
    ),
  );
  return { tally, lanes };
}

function report({ tally, lanes }: Outcome): Report {
  const classes = new Map<string, number>();
  for (const [status, count] of tally.statuses) {
    const name = status === 0 ? 'no answer' : `${Math.floor(status / 100)}xx`;
    classes.set(name, (classes.get(name) ?? 0) + count);
  }
  const { known: operations, sockets } = tally;
  const reached = operations.filter((id) => tally.hasSucceeded(id)).length;
  const pairs = [...tally.operations.values()].reduce((sum, statuses) => sum + statuses.size, 0);
  const memory = lanes.map((lane) => lane.memory.map((bytes) => `${(bytes / 1_048_576).toFixed(0)} MiB`));
  const troubles = lanes.flatMap((lane) => lane.troubles);
  return {
    lines: [
      ...operations.map((id) => line(id, listOf(tally.operations.get(id) ?? []))),
      line('requests', tally.requests),
      line('answers', listOf(classes)),
      line('statuses', listOf(tally.statuses)),
      line('senders', listOf(tally.roles)),
      line('operations', `${reached} of ${operations.length} succeeded; ${pairs} pairs of operation and status seen`),
      line('at the socket', `${sockets} cases`),
      line('slowest', tally.slowest.map(({ operationId, ms }) => `${ms.toFixed(0)} ms ${operationId}`).join(', ')),
      line('memory', memory.map(([before, after]) => `${before} before, ${after} after`).join('; ')),
      line('failures', `${tally.failures.size} kinds`),
      ...[...tally.failures.values()].flatMap(describeFailure),
      ...troubles,
    ],
    isProved: tally.failures.size === 0 && troubles.length === 0,
  };
}

/** A failure, with the request that shows it; its credentials are those of the role. */
function describeFailure({ problem, operationId, index, role, wire, count }: Failure): string[] {
  const { method, address, headers, body } = wire;
  const sent = headers.map(([name, value]) => `${name}: ${value.slice(0, 200)}`).join('; ');
  return [
    `${problem.kind} (${count} times, first at request ${index}): ${operationId}: ${problem.what}`,
    `    ${method} ${address.slice(0, SHOWN)}`,
    `    as ${role}${sent === '' ? '' : `; ${sent}`}`,
    ...(body === undefined ? [] : [`    ${textOf(body)}`]),
  ];
}

function textOf(body: Buffer): string {
  const text = body.toString('utf8');
  const isText = Buffer.from(text).equals(body);
  return isText ? text.slice(0, SHOWN) : `base64 ${body.toString('base64').slice(0, SHOWN)}`;
}

export default defineProof({
  claim: 'every answer was as documented, and no refusal changed anything',
  options: OPTIONS,
  minutes: ({ requests }) => 5 + Math.ceil(requests / 1000),
  run: fuzz,
  report,
});
