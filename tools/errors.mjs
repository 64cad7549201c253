/**
 * Writes `docs/errors.md` from the tables of messages (`src/messages.ts`); with `--check` it fails when the committed page is not what
 * they say.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { CAUSES } from '../src/common/errors/error-causes.js';
import { ERROR_CODES } from '../src/common/errors/error-codes.js';
import { MESSAGES } from '../src/messages.js';

const PAGE = new URL('../docs/errors.md', import.meta.url);

/** The headings of problems of fields, by parts of the table. */
const PARTS = {
  common: 'Any field',
  people: 'Users and approvals',
  platform: 'Log-in, single sign-on and imports',
  applications: 'Applications, webhooks and encryption',
  sales: 'Bundles, carts, orders and wishlists',
  network: 'Network and volumes',
  plans: 'Commission plans',
  commissions: 'Runs, earnings and payouts',
};

const messages = Object.values(MESSAGES).flatMap((part) => Object.entries(part));
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('*', '\\*');

/** A table of messages; with a column of remedies if one of them has its own. */
function tableOf(rows) {
  const hasRemedies = rows.some(([, { remedy }]) => remedy !== undefined);
  const line = (cells) => `| ${(hasRemedies ? cells : cells.slice(0, -1)).join(' | ')} |`;
  return [
    line(['`code`', 'Message', 'Remedy']),
    line(['-', '-', '-']),
    ...rows.map(([code, { en, remedy = '' }]) => line([`\`${code}\``, cell(en), cell(remedy)])),
  ].join('\n');
}

/** The section of an error: its status and type, what causes it, what to do, and its messages. */
function sectionOf([name, { status, type }]) {
  const own = name.toLowerCase();
  const of = messages.filter(([, message]) => message.of === name);
  const { cause, remedy } = CAUSES[name];
  return [
    `### ${status} ${type}: \`${own}\``,
    `**Cause:** ${cause} **Remedy:** ${remedy}`,
    ...(of.length > 0 ? [tableOf(of)] : []),
  ].join('\n\n');
}

function fieldsOf([part, heading]) {
  return [`### ${heading}`, tableOf(Object.entries(MESSAGES[part]).filter(([, { of }]) => of === undefined))].join(
    '\n\n',
  );
}

async function currentPage() {
  const introduction = (await readFile(PAGE, 'utf8')).split('\n## Errors\n')[0].trimEnd();
  const page = [
    introduction,
    '## Errors',
    ...Object.entries(ERROR_CODES)
      .toSorted(([, one], [, other]) => one.status - other.status)
      .map(sectionOf),
    '## Problems of fields',
    'They are in `errors`, in a 400 `Validation Error` unless another error says more. The message says what to change.',
    ...Object.entries(PARTS).map(fieldsOf),
  ].join('\n\n');
  return format(page, { ...(await resolveConfig(PAGE)), filepath: PAGE.pathname });
}

const current = await currentPage();
if (process.argv.includes('--check')) {
  if ((await readFile(PAGE, 'utf8')) !== current) throw new Error('docs/errors.md: run npm run errors');
} else await writeFile(PAGE, current);
console.log(`docs/errors.md: ${messages.length} messages`);
