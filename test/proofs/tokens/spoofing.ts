import type { Checks } from '#test/support/report.js';
import { sendExact, type ExactAnswer, type ExactRequest } from '#test/support/http.js';
import { BASE, bundleBody } from '#test/support/shop.js';
import { bearer, type Headers, told, type World } from './world.js';

const EVIL = 'evil.example';
const SECTION = 'spoofed hosts and addresses';

/** Ways to say that the service has another name than its own. */
const SPOOFS: readonly Headers[] = [
  { host: EVIL },
  { host: `${EVIL}:443` },
  { host: `shop.example@${EVIL}` },
  { host: `shop.example.${EVIL}` },
  { 'x-forwarded-host': EVIL },
  { 'x-forwarded-proto': EVIL },
  { 'x-forwarded-port': EVIL },
  { 'x-forwarded-prefix': `//${EVIL}` },
  { 'x-forwarded-server': EVIL },
  { 'x-host': EVIL },
  { 'x-original-url': `http://${EVIL}/` },
  { 'x-rewrite-url': `http://${EVIL}/` },
  { 'x-original-host': EVIL },
  { forwarded: `for=10.0.0.1;host=${EVIL};proto=http` },
  { host: EVIL, 'x-forwarded-host': EVIL, 'x-forwarded-proto': 'http' },
];

/** Says other names than the service's own, and addresses that are not the client's: no link and no rule follows them. */
export async function proveSpoofing(world: World, checks: Checks): Promise<string> {
  const application = await world.register();
  const target = await world.register({ sso: { login_url: 'https://target.example/enter' } });
  const { access } = await world.member(application);
  const user = { apikey: application.apikey, ...bearer(access) };
  await makeBundles(world);
  const asked: { request: ExactRequest; links: boolean }[] = [
    { request: get(`${BASE}/commerce/product/list/?limit=1&offset=1`, user), links: true },
    { request: get(`${BASE}/commerce/product/list/api-products/?limit=1&offset=1`, user), links: true },
    { request: get('/admin/api/applications/?limit=1&offset=1', world.adminHeaders), links: true },
    { request: get('/admin/api/users/?limit=1&offset=1', world.adminHeaders), links: true },
    { request: get('/admin/api/audit/?limit=1&offset=1', world.adminHeaders), links: true },
    { request: get('/admin/api/service/', world.adminHeaders), links: false },
    { request: post(`${BASE}/sso/ticket/`, user, { application_id: target.id }), links: false },
    {
      request: post(`${BASE}/token/`, { apikey: application.apikey }, { username: 'nobody', password: 'x' }),
      links: false,
    },
    { request: get('/openapi.json', {}), links: false },
    { request: get('/docs', {}), links: false },
    { request: get('/admin/', {}), links: false },
    { request: get('/admin', {}), links: false },
    { request: get('/.well-known/jwks.json', {}), links: false },
    { request: get('/.well-known/oauth-authorization-server', {}), links: false },
    { request: get('/nowhere', {}), links: false },
    { request: get('//evil', {}), links: false },
  ];
  let answers = 0;
  let answered = 0;
  for (const at of [world.a, world.b]) {
    for (const { request, links } of asked) {
      for (const spoof of [...SPOOFS, undefined]) {
        const path = spoof === undefined ? `http://${EVIL}${request.path}` : request.path;
        // An address of its own, so that no limit on logins is reached; B does not believe it.
        const headers = { ...(at === world.a ? world.fromElsewhere() : {}), ...request.headers, ...spoof };
        const answer = await sendExact(at, { ...request, path, headers });
        answers += 1;
        const what = `${request.path} with ${spoof === undefined ? 'a whole address' : JSON.stringify(spoof)}`;
        const isFree = !JSON.stringify([answer.headers, answer.text]).includes(EVIL);
        checks.that(SECTION, `${what} names no other host`, isFree, told(answer));
        if (links && answer.status === 200) {
          checks.that(SECTION, `${what} links to PUBLIC_URL`, linksAreOwn(answer, world.publicUrl), told(answer));
        }
        // What is no host, and an address of another one, may be refused as a whole.
        const isExpected = answer.status === 200 || (links ? answer.status === 400 : answer.status < 500);
        checks.that(SECTION, `${what} is answered or refused`, isExpected || spoof === undefined, told(answer));
        if (answer.status === 200) answered += 1;
      }
    }
  }
  await proveAddressRules(world, checks);
  return `${answers} answers, ${answered} of them with 200`;
}

/** Rules on addresses check the address of the connection where no proxy is trusted. */
async function proveAddressRules(world: World, checks: Checks): Promise<void> {
  const allowed = '192.0.2.1';
  const application = await world.register({ access: { ips: { allow: [allowed] } } });
  const ask = (at: World['a'], headers: ExactRequest['headers']): Promise<ExactAnswer> =>
    sendExact(at, post(`${BASE}/token/`, { apikey: application.apikey, ...headers }, {}));
  const isBlocked = ({ status, json }: ExactAnswer): boolean => status === 403 && json.type === 'IP Not Whitelisted';
  for (const name of ['x-forwarded-for', 'x-real-ip', 'x-client-ip', 'true-client-ip']) {
    const answer = await ask(world.b, { [name]: allowed });
    checks.that(SECTION, `${name} of a stranger opens no allow list`, isBlocked(answer), told(answer));
  }
  const forwarded = await ask(world.b, { forwarded: `for=${allowed}` });
  checks.that(SECTION, 'nor does Forwarded', isBlocked(forwarded), told(forwarded));
  const left = await ask(world.a, { 'x-forwarded-for': `${allowed}, 198.51.100.7` });
  checks.that(SECTION, 'nor what stands before the proxy’s own entry', isBlocked(left), told(left));
  const right = await ask(world.a, { 'x-forwarded-for': allowed });
  // Admitted: what is wrong is now the empty body.
  checks.that(SECTION, 'but what a trusted proxy says does', right.status === 400, told(right));
}

async function makeBundles(world: World): Promise<void> {
  await world.admin('POST', 'product-types/', {
    name: 'external-api-product',
    label: 'Product',
    variant_fields: ['price', 'wholesale-price', 'product-name'],
    attributes: ['business-volume', 'points', 'cumulative-volume'],
  });
  const apiAdmin = await world.register();
  const { username } = await world.makeUser(['api_admin']);
  const { access } = await world.logIn(apiAdmin, username);
  for (const id of ['one', 'two', 'three']) {
    const bundle = bundleBody(id, id);
    await world.ask('POST', `${BASE}/commerce/product/create/`, { apikey: apiAdmin.apikey, ...bearer(access) }, bundle);
  }
}

function linksAreOwn({ data }: ExactAnswer, publicUrl: string): boolean {
  return [data.next, data.previous].every((link) => String(link).startsWith(`${publicUrl}/`));
}

function get(path: string, headers: Headers): ExactRequest {
  return { method: 'GET', path, headers };
}

function post(path: string, headers: ExactRequest['headers'], body: object): ExactRequest {
  return { method: 'POST', path, body, ...(headers ? { headers } : {}) };
}
