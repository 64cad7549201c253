import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Who } from '../support/calls/calls.js';
import { LESSER_ROLES, roleMayCall, type LesserRole } from '../support/calls/roles.js';
import type { Row, Rows } from './rows.js';

const PAGE = join(process.cwd(), 'docs/access-table.md');

/** Columns of the page, and for whom a route is that each of them may call. */
const ROLES: readonly (readonly [role: string, may: readonly Who[]])[] = [
  ['nobody', ['anyone', 'entrance']],
  ['key alone', ['anyone', 'entrance', 'application']],
  ['member', ['anyone', 'entrance', 'application', 'user']],
  ['API admin', ['anyone', 'entrance', 'application', 'user', 'api_admin']],
  ['super admin', ['anyone', 'entrance', 'super_admin']],
  ...LESSER_ROLES.map((role): [string, readonly Who[]] => [role, ['anyone', 'entrance', 'super_admin']]),
];

/**
 * Writes the page of the table, or holds the one that there is against it.
 * @returns what is wrong
 */
export async function keepPage(rows: Rows, write: boolean): Promise<string[]> {
  const text = pageOf(rows);
  if (write) {
    await writeFile(PAGE, text);
    return [];
  }
  const present = await readFile(PAGE, 'utf8').catch(() => '');
  return present === text ? [] : ['docs/access-table.md is not current: npm run prove -- access --write'];
}

/** Roles by routes. */
function pageOf(rows: Rows): string {
  const lines = rows.routes.sort(byAddress).map((route) => {
    const row = rows.of(route);
    const cells = ROLES.map(([role, may]) =>
      row !== undefined && may.includes(row.who) && !isBeyond(role, row, route) ? 'yes' : '',
    );
    return [`\`${route}\``, ...cells];
  });
  return [
    '# Who may call which route',
    '',
    '<!-- Written by `npm run prove -- access --write`; do not edit. -->',
    '',
    'The routes are those of the running service. `npm run prove -- access` tries each of them with every caller of [trust.md](trust.md#2-who-may-do-what), and fails for a route that is not here. "Key alone" is an application key without a user; member and API admin send one as well. Super admins, and the roles after them, have a session of the admin module; with a token of an application they are members. What answers GET answers HEAD.',
    '',
    ...table([['Route', ...ROLES.map(([role]) => role)], ...lines]),
    '',
  ].join('\n');
}

/** Whether a route of the admin module is not for a role. */
function isBeyond(role: string, { who, operationId = '' }: Row, route: string): boolean {
  const lesser = LESSER_ROLES.find((one): one is LesserRole => one === role);
  if (who !== 'super_admin' || lesser === undefined) return false;
  return !roleMayCall(lesser, operationId, route.split(' ')[0]!);
}

function byAddress(one: string, other: string): number {
  const key = (route: string): string => route.split(' ').reverse().join(' ');
  return key(one) < key(other) ? -1 : 1;
}

/** In the form that the formatter gives to tables. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => (row[index] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(line)];
}
