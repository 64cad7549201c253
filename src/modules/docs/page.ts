import type { OpenAPIObject, PathItemObject } from '@nestjs/swagger';
import { operationsOf, TITLE } from '../../common/openapi/index.js';
import { escape, markdown } from './html.js';
import { anchor, renderOperation, type Described } from './operation.js';

/** What the reference page may do: nothing but show what this service sends, and try requests at this service. */
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

/** Who logs in at a try. */
export interface Credentials {
  apikey: string;
  username: string;
  password: string;
}

/** Where the admin module is. */
const ADMIN = '/admin/api/';

/** The two pages: for client applications, and for the admin module. */
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

/** Says where the form to log in stands in what {@link renderPage} gives. */
export const LOG_IN = '<!-- log in -->';

/** A page of the reference: an index, the operations, the events, and, closed at the end, what holds everywhere. */
export function renderPage(document: OpenAPIObject, part: Part): string {
  const tagged = operationsByTag(document, part);
  const events = part === 'client' ? eventsOf(document) : [];
  const about = part === 'client' ? (document.info.description ?? '') : '';
  const index = tagged.map(([tag, operations]) => indexOf(tag, operations));
  const sections = tagged.map(
    ([tag, operations]) => `<h2>${escape(tag)}</h2>${operations.map((one) => renderOperation(document, one)).join('')}`,
  );
  if (events.length > 0) {
    index.push(indexOf('Webhooks', events));
    const rendered = events.map((one) => renderOperation(document, one, false));
    sections.push(`<h2>Webhooks</h2>${rendered.join('')}`);
  }
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

/** The form to log in for the tries, with the demo's credentials where there is a demo. */
export function renderLogIn(part: Part, demo: Credentials | undefined, tokenAddress: string): string {
  const given = part === 'client' ? demo : undefined;
  const inputs = Object.entries(PARTS[part].fields).map(([name, label]) => {
    const value = given?.[name as keyof Credentials];
    const type = name === 'password' ? 'password' : 'text';
    return `<label for="in-${name}">${label}</label><input id="in-${name}" name="${name}" type="${type}" autocomplete="off"${value === undefined ? '' : ` value="${escape(value)}"`}>`;
  });
  const said =
    given === undefined ? 'Log in to try it out' : `Log in to try it out: ${given.username}, of the demo, is filled in`;
  const address = part === 'client' ? tokenAddress : `${ADMIN}session/`;
  return `<details id="log-in"><summary>${escape(said)}</summary><form data-address="${escape(address)}">${inputs.join('\n')}
<button type="submit">Log in</button><p role="status"></p></form></details>`;
}

function operationsByTag(document: OpenAPIObject, part: Part): [string, Described[]][] {
  const all = Object.entries(document.paths)
    .filter(([path]) => path.startsWith(ADMIN) === (part === 'admin'))
    .flatMap(([path, item]) => describedOf(path, item));
  return (document.tags ?? [])
    .map(({ name }): [string, Described[]] => {
      const own = all.filter(({ operation }) => operation.tags?.includes(name));
      return [name, own.sort((one, other) => rank(one) - rank(other))];
    })
    .filter(([, operations]) => operations.length > 0);
}

/** Logging in comes before all that needs it, and last what programs alone read. */
function rank({ path, operation }: Described): number {
  if (path.startsWith('/.well-known/')) return 2;
  return operation.security?.some((one) => 'bearer' in one) === true ? 1 : 0;
}

function eventsOf({ webhooks = {} }: OpenAPIObject): Described[] {
  return Object.entries(webhooks as Record<string, PathItemObject>).flatMap(([type, item]) => describedOf(type, item));
}

function describedOf(path: string, item: PathItemObject): Described[] {
  return operationsOf(item).map(([method, operation]) => ({ method, path, operation }));
}

function indexOf(title: string, operations: readonly Described[]): string {
  const items = operations.map(
    (one) => `<li><a href="#${anchor(one)}">${escape(one.operation.summary ?? one.path)}</a></li>`,
  );
  return `<p>${escape(title)}</p><ul>${items.join('')}</ul>`;
}
