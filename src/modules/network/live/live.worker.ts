import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { LiveState } from './live-state.js';
import type { FromThread, ThreadData, ToThread } from './live-thread.js';
import type { OpenPlan } from './open-plan.js';
import { answer, ASKED_NOW, isKnown } from './requests.js';
import { RankEvaluation } from './tree/rank-evaluation.js';
import type { Evaluator } from './tree/standings.js';

/** Group volumes show within 5 seconds of an order. */
const FOLLOW_MS = 1_000;

/** After failures it waits longer, up to this. */
const MOST_MS = 30_000;

type Request = Extract<ToThread, { id: number }>;

const port = parentPort!;
const { url, program } = workerData as ThreadData;
const told = Promise.withResolvers<void>();
let following: Promise<void> | undefined;
let failures = 0;
let isStopping = false;

const tell = (message: FromThread): void => port.postMessage(message);

const evaluation = new RankEvaluation(await evaluatorOf(program), (message) => tell({ log: 'warn', message }));
const state = new LiveState(url, evaluation);
/** The plan in force; nothing is loaded before it arrives. */
let plan: OpenPlan | undefined;

async function evaluatorOf(url: string | undefined): Promise<Evaluator | undefined> {
  if (url === undefined) return undefined;
  return ((await import(url)) as { evaluate: Evaluator }).evaluate;
}

async function follow(): Promise<void> {
  const [before, began] = [state.network, performance.now()];
  try {
    await told.promise;
    await state.follow(plan!);
    failures = 0;
    const { network } = state;
    if (network === undefined || network === before) return;
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    tell({ log: 'info', message: `loaded the network: ${network.size} members in ${seconds} s` });
  } catch (error) {
    if (isStopping) return;
    failures += 1;
    const reason = error instanceof Error ? error.message : String(error);
    if (failures === 1) tell({ log: 'warn', message: `the live network cannot follow the database: ${reason}` });
    throw error;
  }
}

/** Follows once, beginning after this call. */
async function followAnew(): Promise<void> {
  await following?.catch(() => undefined);
  following ??= follow().finally(() => (following = undefined));
  await following;
}

let last = '';

/** Tells what is known, if that is another thing than before. */
function tellHealth(): void {
  const health = { isLoaded: state.network !== undefined, leftOut: [...(state.network?.volumes.leftOut ?? [])] };
  const text = JSON.stringify(health);
  if (text !== last) tell(health);
  last = text;
}

async function keepFollowing(): Promise<void> {
  while (!isStopping) {
    await followAnew().catch(() => undefined);
    tellHealth();
    await sleep(Math.min(MOST_MS, FOLLOW_MS * 2 ** failures));
  }
}

async function respond({ id, name, request, isHurried }: Request): Promise<void> {
  try {
    if (isHurried && (state.network === undefined || state.isLoading)) throw new Error('it is being loaded');
    // Somebody may have come a moment ago; before the first load, it is waited for.
    const isNow = ASKED_NOW.has(name) || ('isNow' in request && request.isNow === true);
    if (isNow || state.network === undefined || !isKnown(state.network, request)) await followAnew();
    if (state.network === undefined) throw new Error('nothing is loaded');
    const { network } = state;
    const answered =
      name === 'ranks' ? await evaluation.forecast(network, plan!, request) : answer(network, name, request as never);
    tell({ id, answer: answered, measured: state.measured! });
  } catch (error) {
    tell({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

port.on('message', (message: ToThread) => {
  if ('stop' in message) {
    isStopping = true;
    void state.end().finally(() => process.exit());
  } else if ('plan' in message) {
    plan = message.plan;
    told.resolve();
  } else if ('renamed' in message) state.rename(message.renamed);
  else void respond(message);
});
void keepFollowing();
