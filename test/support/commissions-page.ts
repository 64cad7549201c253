import {
  OWN_BONUS_TYPES,
  planOf,
  type SmallMember,
  type SmallPeriod,
  type SmallRow,
} from '@commerce/commission-engine';

const DAY_MS = 86_400_000;
const UNIT = 10_000;

/** A row of a table by the words of its heading. */
type Row = Readonly<Record<string, string>>;

/** A line as a table of the page has it: with names, and the amount as it is printed. */
export interface PrintedLine {
  readonly payee: string;
  readonly bonus: string;
  readonly from: string;
  readonly level: string;
  readonly rank: string;
  readonly gets: string;
}

/** An example of docs/commissions.md. */
export interface PageExample {
  /** The heading below which it stands. */
  readonly title: string;
  readonly names: readonly string[];
  /** The picture before it. */
  readonly picture: string;
  readonly period: SmallPeriod;
  readonly lines: readonly PrintedLine[];
  /** What a table says is carried out, by name. */
  readonly carried: Readonly<Record<string, string>>;
  /** Calculations that are a percentage of something and nothing else, with the amount beside them. */
  readonly products: readonly { readonly percent: number; readonly of: number; readonly gets: number }[];
}

/** All examples of the page: a plan, its tables, and the picture above. */
export function examplesOf(page: string): PageExample[] {
  return page.split(/^## /m).flatMap((section) => {
    const [title = ''] = section.split('\n', 1);
    const picture = /^```mermaid\n(.*?)^```/ms.exec(section)?.[1] ?? '';
    const [, ...parts] = section.split(/^```json\n/m);
    return parts.map((part) => exampleOf(title, picture, part));
  });
}

function exampleOf(title: string, picture: string, part: string): PageExample {
  const [json = '', rest = ''] = part.split(/^```$/m);
  const plan = planOf(JSON.parse(json) as Record<string, unknown>);
  const tables = tablesIn(rest);
  const tableWith = (...headings: string[]): readonly Row[] =>
    tables.find(([first]) => first !== undefined && headings.every((heading) => heading in first)) ?? [];
  const members = tableWith('Member', 'Bought');
  const names = members.map((row) => row.Member!);
  const uid = (name: string): number => {
    const at = names.indexOf(name);
    if (at < 0) throw new Error(`${title}: nobody is called ${name}`);
    return at + 1;
  };
  const [carrier] = OWN_BONUS_TYPES.carriers(plan);
  const carried = Object.fromEntries(
    members.filter((row) => row['Carried in']).map((row) => [uid(row.Member!), legsOf(row['Carried in']!)]),
  );
  const given = tableWith('Payee in October');
  const returns = tableWith('Came back');
  const lines = tableWith('Payee', 'Gets');
  return {
    title,
    names,
    picture,
    period: {
      plan,
      members: members.map((row) => memberOf(row, uid)),
      rows: members.flatMap((row) => rowsOf(row, uid)),
      ...(carrier === undefined ? {} : { carried: { [carrier]: carried } }),
      ...(given.length === 0 ? {} : { earlier: [earlierOf(plan, given, returns, uid)] }),
    },
    lines: lines.map((row) => ({
      payee: row.Payee!,
      bonus: row.Bonus!,
      from: row.From ?? '',
      level: row.Level ?? '',
      rank: row.Rank ?? '',
      gets: row.Gets!,
    })),
    carried: Object.fromEntries(tableWith('Carried out').map((row) => [row.Member!, row['Carried out']!])),
    products: lines.flatMap(({ Calculation = '', Gets = '' }) => {
      const [, percent, of] = /^([\d.]+) % of ([\d,.]+)$/.exec(Calculation) ?? [];
      return percent === undefined ? [] : [{ percent: Number(percent), of: numberOf(of!), gets: Number(Gets) }];
    }),
  };
}

/** The tables of a text, each as its rows. */
function tablesIn(text: string): Row[][] {
  return [...text.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) => {
    const [heading = [], , ...rows] = table
      .trim()
      .split('\n')
      .map((line) =>
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      );
    return rows.map((cells) => Object.fromEntries(heading.map((word, at) => [word, cells[at] ?? ''])));
  });
}

function memberOf(row: Row, uid: (name: string) => number): SmallMember {
  const [, side, below] = /^(left|right) below (\w+)$/.exec(row.Placed ?? '') ?? [];
  const days = /^(\d+) days before$/.exec(row.Joined ?? '')?.[1];
  return {
    uid: uid(row.Member!),
    ...(row.Sponsor ? { sponsor: uid(row.Sponsor) } : {}),
    ...(row.Kind ? { kind: row.Kind as 'customer' | 'preferred' } : {}),
    ...(row.Status ? { status: row.Status as 'terminated' | 'suspended' } : {}),
    ...(row['Title before'] ? { title: row['Title before'] } : {}),
    ...(days === undefined ? {} : { enrolledDaysBefore: Number(days) }),
    ...(row.Placed === 'root' ? { placed: 'root' as const } : {}),
    ...(side === undefined ? {} : { placed: { below: uid(below!), leg: side === 'left' ? 1 : 2 } }),
  };
}

function rowsOf(row: Row, uid: (name: string) => number): SmallRow[] {
  return row.Bought!.split(', ').map((sale) => {
    const [, volume, day = '1'] = /^([\d.]+)(?: on day (\d+))?$/.exec(sale) ?? [];
    if (volume === undefined) throw new Error(`${row.Member} cannot have bought "${sale}"`);
    const amount = Math.round(Number(volume) * UNIT);
    return {
      member: uid(row.Member!),
      at: (Number(day) - 1) * DAY_MS,
      qualifying: amount,
      commissionable: amount,
      price: Number(row.Paid || 0) * UNIT,
      wholesale: Number(row.Wholesale || 0) * UNIT,
    };
  });
}

function legsOf(text: string): { left: number; right: number } {
  const [, left, right] = /^(\d+) left, (\d+) right$/.exec(text) ?? [];
  if (right === undefined) throw new Error(`"${text}" says nothing of two legs`);
  return { left: Number(left) * UNIT, right: Number(right) * UNIT };
}

function earlierOf(
  plan: SmallPeriod['plan'],
  given: readonly Row[],
  returns: readonly Row[],
  uid: (name: string) => number,
): NonNullable<SmallPeriod['earlier']>[number] {
  const lines = given.map((row) => ({
    bonus: row.Bonus!,
    payee: uid(row['Payee in October']!),
    source: uid(row.From!),
    level: Number(row.Level),
    base: Math.round(numberOf(row.Of!) * UNIT),
    amount: Math.round(Number(row.Got) * 100),
  }));
  return {
    plan,
    lines,
    returns: returns.map((row) => ({
      source: uid(row.From!),
      soldAt: -DAY_MS,
      margin: 0,
      posted: row['Came back'] === 'before',
      commissionable: Math.round(Number(row.Volume) * UNIT),
    })),
    paid: Object.fromEntries(lines.map(({ payee, amount }) => [payee, { before: amount, left: amount }])),
  };
}

function numberOf(text: string): number {
  return Number(text.replaceAll(',', ''));
}
