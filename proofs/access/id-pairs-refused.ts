import { COLUMNS, verdictOf, type Column } from './columns.js';
import type { Pair } from './comparison.js';
import type { Named } from './id-names.js';
import { address, requestTo, type Parts } from './requests.js';
import { rowOf } from './rows.js';
import type { Method } from './service.js';
import type { Stage } from './stage.js';
import { NOBODYS_UID } from './world.js';

/** Who must learn nothing of an id, where they are refused: strangers, and those who have some right but not this one. */
const CALLERS = [
  'nobody',
  'key only',
  'member, bearer',
  'api_admin, bearer',
  'super_admin, bearer',
  'demoted super admin',
];

const NO_UUID = '00000000-0000-4000-8000-000000000000';
const UUID = /^[0-9a-f-]{36}$/;

/**
 * Pairs of refused callers: each id of a valid request, as it is and as nobody has it. So nobody can ask a route that is
 * closed to him whether something exists.
 */
export async function refusedPairs(stage: Stage, ids: readonly Named[]): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const { operationId, route, place } of ids) {
    const refused = refusedAt(stage, route, place);
    const parts = await partsWith(stage, route, place);
    const nobodys = withNobodys(parts, place);
    if (nobodys === undefined) continue;
    for (const column of refused) {
      pairs.push({
        of: `${operationId} ${place}`,
        what: `to: ${column.name}`,
        ...both(stage, route, column, parts, nobodys),
      });
    }
  }
  return pairs;
}

/** `?uid=` is refused to everybody but API admins, also where they may call the route. */
function refusedAt(stage: Stage, route: string, place: string): Column[] {
  const row = rowOf(route);
  if (row === undefined) return [];
  const method = route.split(' ')[0] as Method;
  const ofClientApi = row.who === 'user' || row.who === 'api_admin';
  return COLUMNS.filter(({ name }) => CALLERS.includes(name)).filter((column) =>
    place === 'query:uid' && ofClientApi
      ? column.credentials.token !== 'api_admin'
      : verdictOf(column, stage.type, row, method) !== 'allowed',
  );
}

function both(
  stage: Stage,
  route: string,
  { credentials }: Column,
  theirs: Parts,
  nobodys: Parts,
): Pick<Pair, 'theirs' | 'nobodys'> {
  const sent = (parts: Parts) => ({ ...address(route, parts, {}), ...stage.sent(credentials) });
  return { theirs: sent(theirs), nobodys: sent(nobodys) };
}

/** A valid request, made of another user's things; `?uid=` is in none by itself. */
async function partsWith(stage: Stage, route: string, place: string): Promise<Parts> {
  const parts = await requestTo(route)(stage, stage.anotherUid);
  return place === 'query:uid' ? { ...parts, query: { ...parts.query, uid: String(stage.anotherUid) } } : parts;
}

/** The same with an id that nobody has; undefined when the request has no such id. */
function withNobodys(parts: Parts, place: string): Parts | undefined {
  const [where, name] = place.split(':') as [string, string];
  const part = { path: 'params', query: 'query', body: 'body' }[where] as keyof Parts | undefined;
  const values = part === undefined ? undefined : (parts[part] as Readonly<Record<string, unknown>> | undefined);
  if (part === undefined || values?.[name] === undefined) return undefined;
  return { ...parts, [part]: { ...values, [name]: nobodys(values[name]) } };
}

function nobodys(value: unknown): string | number {
  if (typeof value === 'number') return NOBODYS_UID;
  const text = String(value);
  if (/^\d+$/.test(text)) return String(NOBODYS_UID);
  return UUID.test(text) ? NO_UUID : 'nobody-has-this';
}
