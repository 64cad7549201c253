import type { OpenAPIObject, PathItemObject } from '@nestjs/swagger';
import { operationsOf } from '#common/api-document/index.js';
import { escape } from '#common/http/markup.js';
import { markdown } from './markdown.js';
import { TITLE } from './introduction.js';
import { anchor, renderOperation, type Described } from './operation.js';

/** The content security policy: only resources of this service, and requests to it. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The credentials to try requests with. */
export interface Credentials {
  apikey: string;
  username: string;
  password: string;
}

/** The path of the admin module. */
const ADMIN = '/admin/api/';

/** The two pages: client API and admin module. */
export type Part = 'client' | 'admin';

const PARTS = {
  client: {
    title: TITLE,
    other: '<a href="/docs/admin">The admin module</a>',
    document: 'openapi.client.json',
    fields: { apikey: 'Application key', username: 'Username', password: 'Password' },
  },
  admin: {
    title: `${TITLE}: admin module`,
    other: '<a href="/docs">The client API</a>',
    document: 'openapi.json',
    fields: { username: 'Username of a super admin', password: 'Password' },
  },
};

/** The placeholder of the login form in the result of {@link renderPage}. */
export const LOG_IN = '<!-- log in -->';

/** Renders a page: an index, the operations, the events and, collapsed at the end, the introduction. */
export function renderPage(document: OpenAPIObject, part: Part): string {
  const groups = operationsByTag(document, part);
  const about = part === 'client' ? (document.info.description ?? '') : '';
  const index = groups.map(([title, operations]) => indexOf(title, operations));
  const sections = groups.map(
    ([title, operations]) =>
      `<h2>${escape(title)}</h2>${operations.map((one) => renderOperation(document, one)).join('')}`,
  );
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escape(PARTS[part].title)}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/page.css">
  </head>
  <body>
    <header>
      <h1>${escape(PARTS[part].title)}</h1>
      <p>${about === '' ? '' : '<a href="#about">How it works</a> · '}${PARTS[part].other} · <a href="/${PARTS[part].document}">${PARTS[part].document}</a> · <a href="/admin/">Console</a></p>
      ${LOG_IN}
    </header>
    <nav aria-label="Operations"><details open><summary>Operations</summary>${index.join('')}</details></nav>
    <main>
      ${sections.join('\n')}
      ${about === '' ? '' : `<details id="about"><summary>How it works</summary>${markdown(about)}</details>`}
    </main>
    <script src="/docs/page.js" defer></script>
  </body>
</html>
`;
}

/** The login form for trying requests, with the demo's credentials in a demo. */
export function renderLogIn(part: Part, demo: Credentials | undefined, tokenAddress: string): string {
  const given = part === 'client' ? demo : undefined;
  const inputs = Object.entries(PARTS[part].fields).map(([name, label]) => {
    const value = given?.[name as keyof Credentials];
    const type = name === 'password' ? 'password' : 'text';
    return `<label for="in-${name}">${label}</label><input id="in-${name}" name="${name}" type="${type}" autocomplete="off"${value === undefined ? '' : ` value="${escape(value)}"`}>`;
  });
  const said =
    given === undefined
      ? 'Log in to try it out'
      : `Log in to try it out: the demo's user ${given.username} is prefilled`;
  const address = part === 'client' ? tokenAddress : `${ADMIN}session/`;
  return `<details id="log-in"><summary>${escape(said)}</summary><form data-address="${escape(address)}">${inputs.join('\n')}
<button type="submit">Log in</button><p role="status"></p></form></details>`;
}

function operationsByTag(document: OpenAPIObject, part: Part): [string, Described[]][] {
  const all = describedIn(document.paths)
    .filter(({ path }) => path.startsWith(ADMIN) === (part === 'admin'))
    .sort((one, other) => rank(one) - rank(other));
  const groups = (document.tags ?? []).map(({ name }): [string, Described[]] => [
    name,
    all.filter(({ operation }) => operation.tags?.includes(name)),
  ]);
  if (part === 'client') groups.push(['Webhooks', describedIn(document.webhooks ?? {})]);
  return groups.filter(([, operations]) => operations.length > 0);
}

/** Login first, machine-readable endpoints last. */
function rank({ path, operation }: Described): number {
  if (path.startsWith('/.well-known/')) return 2;
  return operation.security?.some((one) => 'bearer' in one) === true ? 1 : 0;
}

function describedIn(paths: object): Described[] {
  return Object.entries(paths as Record<string, PathItemObject>).flatMap(([path, item]) =>
    operationsOf(item).map(([method, operation]) => ({ method, path, operation })),
  );
}

function indexOf(title: string, operations: readonly Described[]): string {
  const items = operations.map(
    (one) => `<li><a href="#${anchor(one)}">${escape(one.operation.summary ?? one.path)}</a></li>`,
  );
  return `<p>${escape(title)}</p><ul>${items.join('')}</ul>`;
}
