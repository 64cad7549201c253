import type { Contract } from '#test/support/contract.js';
import { callOf, requestOf, type Requests } from '../support/calls/requests.js';
import { THINGS, type Values } from '../support/calls/things.js';
import type { Parts } from '../support/calls/shop-world.js';
import { COLUMNS, verdictOf, type Column, type Credentials } from './columns.js';
import type { Pair } from './comparison.js';
import type { Named } from './id-names.js';
import type { Method, Sent } from './service.js';
import { NOBODYS_UID, type Stage } from './stage.js';

/** Who must learn nothing of an id, where they are refused: strangers, and those who have some right but not this one. */
const REFUSED = [
  'nobody',
  'key only',
  'member, bearer',
  'api_admin, bearer',
  'super_admin, bearer',
  'demoted super admin',
];

const UUID = /^[0-9a-f-]{36}$/;
const SECRET = /^([rs]t_)/;

/** Who may call an operation, of those whom another's things are kept from. */
const CALLERS: Readonly<Partial<Record<string, Credentials>>> = {
  user: { key: 'own', token: 'member' },
  api_admin: { key: 'own', token: 'api_admin' },
  super_admin: { token: 'root' },
};

/** Makes pairs of requests from the list of calls. */
export class Pairs {
  constructor(
    private readonly stage: Stage,
    private readonly contract: Contract,
    private readonly requests: Requests,
    private readonly ids: readonly Named[],
  ) {}

  /** A request with its sender's credentials. */
  sent(operationId: string, parts: Parts, credentials: Credentials): Sent {
    return { ...requestOf(this.contract, operationId, parts), ...this.stage.sent(credentials) };
  }

  /**
   * Pairs of callers who may use an operation: all is their own but for one id, or all of them, which is another's or of
   * something deleted, and then nobody's.
   */
  async ofCallers(): Promise<Pair[]> {
    const pairs: Pair[] = [];
    const { uid } = this.stage.person('member');
    for (const { operation } of this.contract.operations) {
      const operationId = operation.operationId!;
      const { of, who, ofCaller } = callOf(operationId);
      const credentials = CALLERS[who];
      if (typeof of !== 'string' || credentials === undefined) continue;
      for (const [what, make] of Object.entries(THINGS[of].foreign ?? {})) {
        const own = await this.requests.values(operationId, ofCaller ? this.stage.person('root').uid : uid);
        const foreign = await make(this.stage.world, uid);
        const taken = this.ids.filter((id) => id.operationId === operationId && nameOf(id) in foreign);
        for (const named of taken.length > 1 ? [...taken.map((id) => [id]), taken] : taken.map((id) => [id])) {
          const filled = (value: (name: string) => unknown): Sent => {
            const others = Object.fromEntries(named.map((id) => [nameOf(id), value(nameOf(id))]));
            return this.sent(operationId, this.requests.with(operationId, { ...own, ...others }), credentials);
          };
          pairs.push({
            of: `${operationId} ${named[0]!.place}`,
            what: named.length > 1 ? `${what}, all of it` : what,
            theirs: filled((name) => foreign[name]),
            nobodys: filled((name) => nobodys(foreign[name])),
          });
        }
      }
    }
    return pairs;
  }

  /**
   * Pairs of refused callers: each id of a valid request, as it is and as nobody has it. So nobody can ask a route that is
   * closed to them whether something exists.
   */
  async ofRefused(): Promise<Pair[]> {
    const pairs: Pair[] = [];
    for (const { operationId, place } of this.ids) {
      const parts = await this.partsWith(operationId, place);
      const none = withNobodys(parts, place);
      if (none === undefined) continue;
      for (const { name, credentials } of this.refusedAt(operationId, place)) {
        pairs.push({
          of: `${operationId} ${place}`,
          what: `to: ${name}`,
          theirs: this.sent(operationId, parts, credentials),
          nobodys: this.sent(operationId, none, credentials),
        });
      }
    }
    return pairs;
  }

  /** `?uid=` is refused to everybody but API admins, also where they may call the route. */
  private refusedAt(operationId: string, place: string): Column[] {
    const call = callOf(operationId);
    const method = this.contract.find(operationId).method.toUpperCase() as Method;
    const ofClientApi = call.who === 'user' || call.who === 'api_admin';
    return COLUMNS.filter(({ name }) => REFUSED.includes(name)).filter((column) =>
      place === 'query:uid' && ofClientApi
        ? column.credentials.token !== 'api_admin'
        : verdictOf(column, this.stage.type, call, method) !== 'allowed',
    );
  }

  /** A valid request, made of another user's things; `?uid=` is in none by itself. */
  private async partsWith(operationId: string, place: string): Promise<Parts> {
    const { anotherUid } = this.stage;
    const parts = await this.requests.of(operationId, anotherUid);
    return place === 'query:uid' ? { ...parts, query: { ...parts.query, uid: anotherUid } } : parts;
  }
}

function nameOf({ place }: Named): string {
  return place.slice(place.indexOf(':') + 1);
}

/** The same with an id that nobody has; undefined when the request has no such id. */
function withNobodys(parts: Parts, place: string): Parts | undefined {
  const [where, name] = place.split(':') as [keyof Parts, string];
  const values = parts[where];
  if (values instanceof URLSearchParams) {
    const value = values.get(name);
    if (value === null) return undefined;
    return { ...parts, body: new URLSearchParams({ ...Object.fromEntries(values), [name]: String(nobodys(value)) }) };
  }
  const fields = values as Values | undefined;
  if (fields?.[name] === undefined) return undefined;
  return { ...parts, [where]: { ...fields, [name]: nobodys(fields[name]) } };
}

/** What nobody has, in the form of what somebody has. */
function nobodys(value: unknown): string | number {
  if (typeof value === 'number') return NOBODYS_UID;
  const text = String(value);
  if (/^\d+$/.test(text)) return String(NOBODYS_UID);
  if (SECRET.test(text)) return text.replace(/^(.t_).*/, `$1${'A'.repeat(43)}`);
  return UUID.test(text) ? '00000000-0000-4000-8000-000000000000' : 'nobody-has-this';
}
