import { compactDecrypt, importJWK, type JWK } from 'jose';
import type { Contract } from '#test/support/contract.js';
import type { Answer, Wire } from './http.js';
import { type Change, isExpected, isLapse } from './journal.js';
import type { Role } from './people.js';

/** Milliseconds that no answer may take. */
const SLOW_MS = 15_000;

/** The same for a replay, which waits for its job up to 25 seconds; no job runs here. */
const SLOW_REPLAY_MS = 30_000;

/** Failures that any address may answer with, as the document's introduction says. */
const ANYWHERE = [405, 408, 413, 414, 415, 431];

/** Words of libraries, of SQL and of our own files, which no client is told. */
const LEAKS =
  /node_modules|QueryFailedError|TypeORM|\bat [\w.<>]+ \(|\.(?:js|ts):\d+:\d+|syntax error at|violates .* constraint|relation "|column "|Cannot read prop|is not a function|ECONN|SELECT .* FROM|INSERT INTO|UPDATE \w+ SET|invalid input syntax|FST_ERR|argon2id\$|BEGIN PRIVATE KEY/;

/** Pages whose text is not about the request. */
const OWN_PAGES = new Set(['getDocs', 'getOpenApi', 'getClientOpenApi', 'getMetrics']);

/** Something that is wrong with an answer: of what kind, and what exactly. */
export interface Problem {
  kind:
    | 'accepted'
    | 'cut'
    | 'failed'
    | 'undocumented'
    | 'not as documented'
    | 'told too much'
    | 'changed something'
    | 'slow';
  what: string;
}

/** What the checker has to know. */
interface Case {
  wire: Wire;
  answer: Answer;
  changes: readonly Change[];
}

/** Holds answers against the OpenAPI document and against what must hold for any of them. */
export class Checker {
  /** @param keys what answers may be encrypted with */
  constructor(
    private readonly contract: Contract,
    private readonly keys: readonly (JWK & { kid: string })[],
  ) {}

  /** What is wrong with an answer; nothing when all is well. */
  async check({ wire, answer, changes }: Case): Promise<Problem[]> {
    const problems: Problem[] = [];
    if (answer.status >= 500) problems.push({ kind: 'failed', what: `${answer.status} ${answer.text.slice(0, 300)}` });
    problems.push(...(await this.checkForm(wire, answer)));
    if (!OWN_PAGES.has(wire.operationId)) {
      const leak = LEAKS.exec(answer.text)?.[0];
      if (leak !== undefined) problems.push({ kind: 'told too much', what: leak });
    }
    const most = wire.operationId === 'adminReplayCommissionRun' ? SLOW_REPLAY_MS : SLOW_MS;
    if (answer.ms > most) problems.push({ kind: 'slow', what: `${Math.round(answer.ms / 1000)} s` });
    problems.push(...checkChanges(wire, answer, changes), ...this.checkAcceptance(wire, answer));
    return problems;
  }

  private async checkForm(wire: Wire, answer: Answer): Promise<Problem[]> {
    const { operationId } = wire;
    const documented = this.contract.find(operationId);
    const isOther = documented.method.toUpperCase() !== wire.method;
    if (isOther) {
      const expected = isDecodable(wire.address) ? [405, 414, 431] : [400, 414, 431];
      return this.checkGeneral(wire, answer, expected);
    }
    if (documented.operation.responses[String(answer.status)] === undefined) {
      return this.checkGeneral(wire, answer, ANYWHERE);
    }
    const wrong = this.contract.problemsOf(operationId, answer);
    if (String(answer.headers['content-type']) === 'application/jose') {
      wrong.push(...(await this.checkEncrypted(operationId, answer)));
    }
    return [...wrong, ...headerProblems(answer)].map((what) => ({ kind: 'not as documented', what }));
  }

  /** Whether a body was accepted that the document forbids. */
  private checkAcceptance({ operationId, method, headers, body }: Wire, answer: Answer): Problem[] {
    const isJson = headers.some(([name, value]) => name === 'content-type' && value === 'application/json');
    const { operation, method: own } = this.contract.find(operationId);
    if (answer.status !== 200 || !isJson || body === undefined || own.toUpperCase() !== method) return [];
    // As the service reads it: without a byte order mark.
    const text = new TextDecoder().decode(body);
    if (operation.requestBody === undefined || text.trim() === '') return [];
    const sent = JSON.parse(text) as unknown;
    const setAside = setAsideIn(answer);
    const checked = Array.isArray(sent) ? sent.filter((_, index) => !setAside.includes(index)) : sent;
    const wrong = this.contract.requestProblems(operationId, checked);
    return wrong.map((what) => ({ kind: 'accepted', what }));
  }

  /** A failure that no operation lists. */
  private checkGeneral(wire: Wire, answer: Answer, allowed: readonly number[]): Problem[] {
    const { method, operationId } = wire;
    if (!allowed.includes(answer.status)) {
      return [
        { kind: 'undocumented', what: `${method} ${operationId}: ${answer.status} ${answer.text.slice(0, 200)}` },
      ];
    }
    if (answer.status === 405 && typeof answer.headers.allow !== 'string') {
      return [{ kind: 'not as documented', what: '405 without Allow' }];
    }
    const wrong = [...this.contract.schemaProblems('Failure', answer.body), ...headerProblems(answer)];
    return wrong.map((what) => ({ kind: 'not as documented', what: `${operationId} ${answer.status}: ${what}` }));
  }

  /** An encrypted answer must say what a plain one would. */
  private async checkEncrypted(operationId: string, answer: Answer): Promise<string[]> {
    const key = this.keys.find(({ kid }) => kid === kidOf(answer.text));
    // That of another application: a drawn key was used, which the run does not know.
    if (key === undefined) return [];
    const { plaintext } = await compactDecrypt(answer.text, await importJWK(key, 'A256GCM'));
    const text = Buffer.from(plaintext).toString('utf8');
    const headers = { ...answer.headers, 'content-type': 'application/json' };
    return this.contract.problemsOf(operationId, { ...answer, headers, text, body: JSON.parse(text) as unknown });
  }
}

/** What a request that was refused, or that only reads, may not have changed. */
function checkChanges(wire: Wire, answer: Pick<Answer, 'status'>, changes: readonly Change[]): Problem[] {
  const refused = answer.status >= 400;
  if (!refused && wire.method !== 'GET') return [];
  const occasion = {
    operationId: wire.operationId,
    method: wire.method,
    refused,
    hasLapsed: refused && changes.some(isLapse),
    hasIdempotencyKey: wire.headers.some(([name]) => name === 'idempotency-key'),
  };
  return changes
    .filter((change) => !isExpected(change, occasion))
    .map(({ op, table, columns }) => ({
      kind: 'changed something',
      what: `${answer.status}, but ${op} ${table} ${columns.join(' ')}`.trim(),
    }));
}

function headerProblems({ status, headers, body }: Answer): string[] {
  const id = headers['x-request-id'];
  if (typeof id !== 'string' || id === '') return ['there is no X-Request-Id'];
  if (headers['cache-control'] === undefined) return ['there is no Cache-Control'];
  if (typeof body !== 'object' || body === null) return [];
  const { status_code: code, request_id: named } = body as { status_code?: unknown; request_id?: unknown };
  if (code !== undefined && code !== status) return [`the body says ${JSON.stringify(code)}, the status is ${status}`];
  if (named !== undefined && named !== id) return ['request_id and X-Request-Id are not the same'];
  return [];
}

function kidOf(jwe: string): unknown {
  try {
    return (JSON.parse(Buffer.from(jwe.split('.', 1)[0]!, 'base64url').toString()) as { kid?: unknown }).kid;
  } catch {
    return undefined;
  }
}

/** Whether an address stands for text. */
function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address);
    return true;
  } catch {
    return false;
  }
}

/** Places of the bundles that a bulk create set aside: what else they hold is not checked (docs/spec/commerce-api.md#4.4). */
function setAsideIn({ body }: Answer): number[] {
  const { data } = (body ?? {}) as { data?: { Product_creation_failed?: Record<string, { index: number }[]> } };
  return Object.values(data?.Product_creation_failed ?? {}).flatMap((bundles) => bundles.map(({ index }) => index));
}

/** How many of the slowest answers are named. */
const SLOWEST = 3;

/** A kind of failure: the first request that had it, made small, and how often it was seen. */
export interface Failure {
  problem: Problem;
  operationId: string;
  /** Which of the drawn requests it was; with the seed it is drawn again. */
  index: number;
  role: Role;
  wire: Wire;
  count: number;
}

/** What was seen in a run. */
export class Tally {
  /** Requests that have been drawn, and those that were answered or cut. */
  drawn = 0;
  requests = 0;
  /** Cases that were tried at the raw socket. */
  sockets = 0;
  /** The ids of all operations of the document. */
  known: readonly string[] = [];
  readonly statuses = new Map<number, number>();
  /** Statuses by operation. */
  readonly operations = new Map<string, Map<number, number>>();
  readonly roles = new Map<Role, number>();
  readonly failures = new Map<string, Failure>();
  /** The slowest answers, the slowest first. */
  slowest: { operationId: string; status: number; ms: number }[] = [];

  /** The number of the next request, by which it can be drawn again. */
  next(): number {
    this.drawn += 1;
    return this.drawn - 1;
  }

  /** Counts an answer. */
  count(operationId: string, role: Role, status: number, ms: number): void {
    this.requests += 1;
    increase(this.statuses, status);
    increase(this.roles, role);
    let seen = this.operations.get(operationId);
    if (seen === undefined) this.operations.set(operationId, (seen = new Map<number, number>()));
    increase(seen, status);
    if (ms > (this.slowest.at(-1)?.ms ?? 0) || this.slowest.length < SLOWEST) {
      this.slowest = [...this.slowest, { operationId, status, ms }].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST);
    }
  }

  /** Whether an operation has succeeded. */
  hasSucceeded(operationId: string): boolean {
    return this.operations.get(operationId)?.has(200) === true;
  }
}

/** What makes two failures the same. */
export function signatureOf(operationId: string, { kind, what }: Problem): string {
  const plain = what.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4,}|"[^"]*"/g, '…');
  return `${operationId} ${kind} ${plain.slice(0, 160)}`;
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
