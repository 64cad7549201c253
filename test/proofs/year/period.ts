import type pg from 'pg';
import type {
  Plan,
  SmallEarlier,
  SmallEarlierLine,
  SmallMember,
  SmallPeriod,
  SmallRow,
} from '@commerce/commission-engine';

const DAY_MS = 86_400_000;
const UNIT = 10_000;

/** A month of the year. */
export interface Month {
  readonly name: string;
  readonly from: Date;
  readonly to: Date;
}

/** What of a posted month later ones need. */
export interface Posted {
  readonly month: Month;
  readonly plan: Plan;
  /** With bases in the engine's units. */
  readonly lines: readonly SmallEarlierLine[];
  /** In minor units, by payee: before caps, and what they left. */
  readonly paid: SmallEarlier['paid'];
  readonly carried: NonNullable<SmallPeriod['carried']>;
  readonly titles: ReadonlyMap<number, string>;
}

interface MemberRow {
  readonly uid: string;
  readonly came: number;
  readonly kind: 'distributor' | 'preferred' | 'customer';
  readonly status: 'active' | 'suspended' | 'terminated';
  readonly sponsor: string | null;
  readonly parent: string | null;
  readonly leg: number | null;
  readonly placed: boolean;
}

const MEMBERS = `
  SELECT m.uid, extract(epoch FROM m.enrolled_at)::float8 * 1000 AS came, s.kind, s.status, b.parent_uid AS sponsor,
         p.parent_uid AS parent, p.leg, p.uid IS NOT NULL AS placed
    FROM network_members m
    JOIN network_states s ON s.uid = m.uid AND s.from_at < $1 AND (s.to_at IS NULL OR s.to_at >= $1)
    LEFT JOIN network_edges b ON b.uid = m.uid AND b.tree = 'sponsor' AND b.from_at < $1 AND (b.to_at IS NULL OR b.to_at >= $1)
    LEFT JOIN network_edges p ON p.uid = m.uid AND p.tree = 'placement' AND p.from_at < $1 AND (p.to_at IS NULL OR p.to_at >= $1)
   WHERE m.enrolled_at < $1 ORDER BY m.uid`;

interface LedgerRow {
  readonly id: string;
  readonly uid: string;
  readonly at: number;
  readonly points: string;
  readonly business: string;
  readonly price: string | null;
  readonly wholesale: string | null;
  readonly takes: string | null;
  readonly takesAt: number | null;
}

const ROWS = `
  SELECT id, uid, extract(epoch FROM at)::float8 * 1000 AS at, points, business_volume AS business, price,
         wholesale_price AS wholesale, takes_back_id AS takes, extract(epoch FROM takes_back_at)::float8 * 1000 AS "takesAt"
    FROM volume_rows WHERE at < $1 ORDER BY id`;

/** Reads from the tables what a month has, in a way of its own. @param posted the months before */
export async function periodOf(
  pool: pg.Pool,
  month: Month,
  plan: Plan,
  posted: readonly Posted[],
): Promise<SmallPeriod> {
  const members = await pool.query<MemberRow>(MEMBERS, [month.to]);
  const { rows: ledger } = await pool.query<LedgerRow>(ROWS, [month.to]);
  const [from, to] = [month.from.getTime(), month.to.getTime()];
  const own = ledger.filter(({ at }) => at >= from && at < to);
  const last = posted.at(-1);
  const mapped = last === undefined || last.plan === plan ? {} : MAPPED;
  const day = (at: number): number => (from - at) / DAY_MS;
  return {
    plan,
    members: members.rows.map((row) => memberOf(row, day(row.came), titleOf(last, Number(row.uid), mapped))),
    rows: own.map((row): SmallRow => {
      const taken = own.findIndex(({ id }) => id === row.takes);
      return {
        member: Number(row.uid),
        at: row.at - from,
        qualifying: units(row.points),
        commissionable: units(row.business),
        price: units(row.price),
        wholesale: units(row.wholesale),
        ...(row.takes === null ? {} : { takesBack: taken < 0 ? 'earlier' : taken }),
      };
    }),
    carried: Object.fromEntries(Object.entries(last?.carried ?? {}).map(([id, legs]) => [mapped[id] ?? id, legs])),
    earlier: posted.flatMap((one) => earlierOf(one, ledger, month)),
  };
}

/** Names of the first plan's rank and binary bonus under the second. */
const MAPPED: Readonly<Record<string, string>> = { gold: 'ruby', team: 'legs' };

function titleOf(last: Posted | undefined, uid: number, mapped: Readonly<Record<string, string>>): string | undefined {
  const title = last?.titles.get(uid);
  return title === undefined ? undefined : (mapped[title] ?? title);
}

function memberOf(row: MemberRow, enrolledDaysBefore: number, title: string | undefined): SmallMember {
  const { kind, status, sponsor, parent, leg, placed } = row;
  return {
    uid: Number(row.uid),
    kind,
    status,
    enrolledDaysBefore,
    ...(sponsor === null ? {} : { sponsor: Number(sponsor) }),
    ...(placed ? { placed: parent === null ? ('root' as const) : { below: Number(parent), leg: leg! } } : {}),
    ...(title === undefined ? {} : { title }),
  };
}

/** What was taken back of a posted month, if anything was in this one. */
function earlierOf({ month, plan, lines, paid }: Posted, ledger: readonly LedgerRow[], now: Month): SmallEarlier[] {
  const [from, to] = [month.from.getTime(), month.to.getTime()];
  const begun = now.from.getTime();
  const taking = ledger.filter(({ at, takesAt }) => takesAt !== null && takesAt >= from && takesAt < to && at >= to);
  if (!taking.some(({ at }) => at >= begun)) return [];
  return [
    {
      plan,
      lines,
      paid,
      returns: taking.map((row) => ({
        source: Number(row.uid),
        // Instants of the small period are told from its own beginning.
        soldAt: row.takesAt! - begun,
        commissionable: -units(row.business),
        margin: -(units(row.price) - units(row.wholesale)),
        posted: row.at < begun,
      })),
    },
  ];
}

/** An amount of volume or money with four decimals, in ten-thousandths. */
export function units(value: string | number | null): number {
  return Math.round(Number(value ?? 0) * UNIT);
}
