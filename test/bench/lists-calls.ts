import { readFileSync } from 'node:fs';
import { FIRST_ORDER, FIRST_UID } from './lists-rows.js';

/** A parameter of the OpenAPI document. */
interface Parameter {
  readonly in?: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: { readonly enum?: readonly string[]; readonly type?: string; readonly maximum?: number };
}

/** A list or a page that is asked for, without its page. */
export interface Asked {
  readonly path: string;
  /** Null for what has no pages. */
  readonly mostSkipped: number | null;
}

type Values = Readonly<Record<string, readonly (string | number)[]>>;

/** Answers that are files, that a list of nothing would not tell apart, or that only what is not decided has. */
const LEFT_OUT = ['bank-file', '/account/', '/session', '/sessions/', '/delete-impact/', '/approvals/forecast/'];

/** Choices of a parameter that are asked for; of events there are too many to ask for each. */
const MOST_CHOICES = 12;

/** How long an access token is good for. */
export const TOKEN_MS = 900_000;
const DAY_MS = 86_400_000;

const instant = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

const day = (days: number): string => instant(days).slice(0, 10);

/** What is asked for, by parameter and by the end of the path that it is of; that of any path, for what has no choices. */
function valuesOf(known: Known): readonly (readonly [path: string, values: Values])[] {
  const { rows, runId, applicationId } = known;
  const middle = FIRST_UID + Math.floor(rows / 2);
  const people = [`member-${middle}`, 'Schmidt 77', 'Schmidt', 'nobody at all'];
  return [
    ['/users/', { search: [`member-${middle}`, 'member-', 'Schmidt 77', 'Schmidt', 'ma', 'nobody at all', 'bench-7'] }],
    [
      '/orders/',
      {
        search: [
          `${new Date().getUTCFullYear()}-`,
          '00000077',
          '-0000',
          'nothing',
          `member-${middle}`,
          'Schmidt 77',
          'Maria',
        ],
        least: [100],
        most: [200],
      },
    ],
    ['/bundles/', { search: ['aloe', 'no77x', 'bench-77', 'BENCH-77', 'zz'] }],
    [
      '/deliveries/',
      {
        search: [known.eventId, 'order:1', String(FIRST_ORDER + 7)],
        event_type: ['order.placed', 'user.created', 'payout.created'],
      },
    ],
    [
      '/audit/',
      {
        search: ['admin-7', 'order', 'nothing at all'],
        actor: ['admin-7', 'nobody'],
        about: [FIRST_UID + 1 + 7],
        action: ['order.create', 'order', 'run.post'],
        entity_type: ['order', 'nothing'],
        entity_id: [FIRST_ORDER + 7],
      },
    ],
    ['/members/', { search: [`member-${middle}`, 'Schmidt 77', 'nobody'], rank: ['silver', 'ruby'] }],
    [
      '/lines/',
      { bonus: ['levels', 'legs', 'cap', 'nothing'], source_uid: [FIRST_UID + 7], uid: [FIRST_UID + 1, middle] },
    ],
    ['/downline/', { search: [`member-${middle}`, 'Schmidt 77'], levels: [3], level: [5], rank: ['silver'] }],
    [
      '/earnings/',
      {
        search: people,
        kind: ['commission', 'adjustment', 'payout', 'reward'],
        period: ['2026-11', '2026-06'],
        reward: ['loyalty'],
        reward_key: ['2026-11'],
      },
    ],
    ['/balances/', { search: [`member-${middle}`, 'Schmidt 77', 'nobody'], least: [1, 100_000] }],
    ['/requests/', { code: ['conflict', 'nothing'], route: ['orders', 'nothing'], request_id: ['nothing'] }],
    ['/imports/', { kind: ['members', 'volumes', 'nothing'] }],
    ['/items/', { search: people }],
    ['/payout-holds/', { search: people }],
    ['/volumes/', { search: people, order_id: [FIRST_ORDER + 7] }],
    ['/explain/', { order: [`${new Date().getUTCFullYear()}-00000077`] }],
    [
      '/search/',
      { q: [`member-${middle}`, 'Maria', 'Schmidt 77', 'aloe', '2026', '00000077', 'no such thing', 'BENCH-77', '7'] },
    ],
    ['/home/', { from: [day(30), day(365)], to: [day(7)] }],
    ['/views/', { list: ['orders'] }],
    ['/compliance/', { period: ['2026-11'] }],
    [
      '',
      {
        id: [runId],
        uid: [middle, FIRST_UID + 1],
        uids: [`${middle},${FIRST_UID + 1}`],
        sponsor_uid: [FIRST_UID + 1],
        child_uid: [FIRST_UID + 2],
        application_id: [applicationId],
        from: [instant(30), instant(1)],
        since: [instant(7)],
        until: [instant(7)],
        to: [instant(7), instant(300)],
        search: ['bench', 'nothing'],
        country_code: ['DE', 'FR'],
        period: ['2026-11'],
        plan_id: [1],
        corrects_run_id: [runId],
        product_type: ['external-api-product'],
        product_sku: ['BENCH-7'],
        kind: ['run.approve'],
        active: ['true', 'false'],
      },
    ],
  ];
}

/** What the paths name. */
export interface Known {
  readonly rows: number;
  readonly runId: number;
  readonly applicationId: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly importId: string;
  readonly approvalId: number;
  readonly line: number;
  /** The process of PostgreSQL that started the others. */
  readonly postmaster: number;
}

/** All that the admin module answers to GET, by the OpenAPI document: each parameter alone, with each of its values. */
export function asked(known: Known): Asked[] {
  const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
    paths: Record<string, { get?: { parameters?: readonly Parameter[] } }>;
  };
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (get === undefined || !path.startsWith('/admin/api/') || LEFT_OUT.some((part) => path.includes(part))) return [];
    const parameters = (get.parameters ?? []).filter((one) => one.in === 'query');
    const offset = parameters.find(({ name }) => name === 'offset');
    return pathsOf(path, known).flatMap((filled) => {
      const required = parameters.filter((one) => one.required);
      const optional = parameters.filter(
        (one) => !one.required && !['limit', 'offset', 'format', 'texts'].includes(one.name),
      );
      const queries = required.reduce<string[]>(
        (all, one) => all.flatMap((query) => values(path, one, known).map((value) => `${query}&${one.name}=${value}`)),
        [''],
      );
      return queries.flatMap((base) =>
        ['', ...optional.flatMap((one) => values(path, one, known).map((value) => `&${one.name}=${value}`))].map(
          (more) => ({
            path: `${filled}?${`${base}${more}`.slice(1)}`.replace(/\?$/, ''),
            mostSkipped: offset === undefined ? null : (offset.schema.maximum ?? Number.MAX_SAFE_INTEGER),
          }),
        ),
      );
    });
  });
}

function values(path: string, { name, schema }: Parameter, known: Known): string[] {
  const all = valuesOf(known).filter(([end, of]) => path.endsWith(end) && name in of);
  const own = all.find(([end]) => end !== '');
  const choices = own?.[1][name] ?? schema.enum?.slice(0, MOST_CHOICES) ?? all[0]?.[1][name];
  if (choices === undefined) throw new Error(`nothing is known to ask ${path} for by ${name}`);
  return choices.map((value) => encodeURIComponent(value));
}

/** The path with the ids of what was filled in. */
function pathsOf(path: string, known: Known): string[] {
  const { rows, runId, applicationId } = known;
  const ids: readonly (readonly [part: string, ids: readonly (string | number)[]])[] = [
    ['/applications/{id}', [applicationId]],
    ['/approvals/{id}', [known.approvalId]],
    ['/imports/{id}', [known.importId]],
    ['/orders/{id}', [FIRST_ORDER + Math.floor(rows / 2) + 5]],
    ['/commission-runs/{id}', [runId]],
    ['/payouts/{id}', [runId]],
    ['/plans/{id}', [1]],
    ['{delivery_id}', [known.deliveryId]],
    ['{number}', [known.line]],
    ['{bundle_id}', ['bench-77']],
    ['{uid}', [FIRST_UID + 1, FIRST_UID + Math.floor(rows / 2)]],
    ['{period}', ['2026-11']],
    ['/product-types/{name}', ['external-api-product']],
  ];
  const filled = ids.reduce<string[]>(
    (all, [part, some]) =>
      path.includes(part)
        ? all.flatMap((one) => some.map((id) => one.replace(part, part.replace(/\{\w+\}/, String(id)))))
        : all,
    [path],
  );
  // Of what is left there is none, such as corrections.
  return filled.filter((one) => !one.includes('{'));
}
