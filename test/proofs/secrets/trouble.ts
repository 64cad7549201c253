import pg from 'pg';
import { bundleBody } from '#test/support/shop.js';
import { bearer, chosen, FORM, freshAccount, freshName, PERSON, type Cast } from './cast.js';

/** Tables whose rows fail to be written, one after the other; the error holds the row, as PostgreSQL's own do. */
const TABLES = [
  'users', 'sessions', 'refresh_tokens', 'applications', 'application_keys', 'webhook_secrets', 'encryption_keys', 'signing_keys',
  'sso_tickets', 'events', 'webhook_deliveries', 'audit_entries', 'idempotency_records', 'rate_limits', 'bundles', 'orders',
]; // prettier-ignore

/** What the messages of errors begin with that the run itself has brought about. */
export const OWN_ERROR = 'proof: ';

const FAIL = `
  CREATE SCHEMA proof;
  CREATE FUNCTION proof.fail() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '${OWN_ERROR}% cannot be written', TG_TABLE_NAME
      USING DETAIL = 'Failing row contains ' || NEW::text, HINT = NEW::text, ERRCODE = 'internal_error';
  END $$;`;

/** Makes each table fail in turn while requests with secrets are sent; half of them by a trigger, half by a constraint. */
export async function failEachTable(cast: Cast, pool: pg.Pool): Promise<number> {
  await pool.query(FAIL);
  let failed = 0;
  for (const [index, table] of TABLES.entries()) {
    const [make, end] =
      index % 2 === 0
        ? [
            `CREATE TRIGGER proof_fail BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION proof.fail()`,
            `DROP TRIGGER proof_fail ON ${table}`,
          ]
        : [
            `ALTER TABLE ${table} ADD CONSTRAINT proof_fail CHECK (false) NOT VALID`,
            `ALTER TABLE ${table} DROP CONSTRAINT proof_fail`,
          ];
    // On a slow machine, the session was confirmed too long ago for what needs that.
    const { access_token } = await cast.service.ok('adminLogIn', { body: cast.superAdmin });
    await pool.query(make);
    try {
      const statuses = await writeEverything({ ...cast, admin: bearer(access_token) });
      if (!statuses.includes(500)) throw new Error(`no request failed because of ${table}: ${statuses.join()}`);
      failed += statuses.filter((status) => status >= 500).length;
    } finally {
      await pool.query(end);
    }
  }
  return failed;
}

/** Takes the database away while requests with secrets are sent. */
export async function takeDatabaseAway(cast: Cast, databaseUrl: string): Promise<number> {
  const url = new URL(databaseUrl);
  const name = decodeURIComponent(url.pathname.slice(1));
  url.pathname = '/template1';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const allow = (isAllowed: boolean) =>
    client.query('UPDATE pg_database SET datallowconn = $2 WHERE datname = $1', [name, isAllowed]);
  try {
    await allow(false);
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    const statuses = await writeEverything(cast);
    if (!statuses.includes(503)) throw new Error('the service did not miss its database');
    return statuses.filter((status) => status >= 500).length;
  } finally {
    await allow(true);
    await client.end();
  }
}

/** One request with a secret to each operation that writes; gives the statuses of the answers. */
async function writeEverything({ service, secrets, ...cast }: Cast): Promise<number[]> {
  const { admin, apiAdmin, member, application, target, memberAccount, memberTokens, product, memberUid } = cast;
  const headers = { apikey: application.apikey };
  const path = { id: application.id };
  const account = freshAccount(secrets);
  const root = freshAccount(secrets);
  const key = () => ({ 'idempotency-key': chosen(secrets, 'idempotency key') });
  const password = () => chosen(secrets, 'password');
  const register = { name: freshName('shop'), api_version: 'v1', client_type: 'server' };
  const asForm = { 'content-type': FORM };
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
  const client = { client_id: application.id, client_secret: application.apikey };
  const webhook = { url: cast.receiver.url, events: ['user.created'] };
  const sends: [string, Parameters<typeof service.send>[1]][] = [
    ['getToken', { headers, body: memberAccount }],
    ['getToken', { headers: { ...headers, ...key() }, body: memberAccount }],
    ['getToken', { headers, body: { username: memberAccount.username, password: password() } }],
    ['getToken', { headers, body: { username: chosen(secrets, 'password in the wrong field'), password: 'x' } }],
    ['getToken', { headers, body: { refresh_token: memberTokens.refresh } }],
    ['getToken', { headers: { ...headers, ...key() }, body: { refresh_token: memberTokens.refresh } }],
    ['getToken', { headers, body: { ticket: `st_${password()}` } }],
    ['getOAuthToken', { headers: { ...headers, ...asForm }, body: form({ grant_type: 'password', ...memberAccount }) }],
    ['getOAuthToken', { headers: asForm, body: form({ grant_type: 'refresh_token', refresh_token: memberTokens.refresh, ...client }) }],
    ['revokeOAuthToken', { headers: asForm, body: form({ token: `rt_${password()}`, ...client }) }],
    ['createSsoTicket', { headers: member, body: { application_id: target.id } }],
    ['signUp', { headers: { ...apiAdmin, ...key() }, body: { ...account, ...PERSON } }],
    ['addCartItem', { headers: { ...member, ...key() }, body: { product_id: product } }],
    ['createOrder', { headers: { ...member, ...key() }, body: {} }],
    ['createBundle', { headers: apiAdmin, body: bundleBody(freshName('bundle'), 'Bundle') }],
    ['adminLogIn', { body: { username: 'proof-admin', password: password() } }],
    ['adminLogIn', { body: cast.superAdmin }],
    ['adminCreateUser', { headers: { ...admin, ...key() }, body: { ...root, roles: ['super_admin'] } }],
    ['adminCreateUser', { headers: admin, body: { ...root, username: freshName('person'), password: undefined } }],
    ['adminChangeUser', { headers: admin, path: { uid: memberUid }, body: { last_name: freshName('name') } }],
    ['adminRegisterApplication', { headers: { ...admin, ...key() }, body: { ...register, webhook, api_admin: freshAccount(secrets) } }],
    ['adminChangeApplication', { headers: admin, path, body: { name: freshName('shop') } }],
    ['adminRotateApplicationKey', { headers: admin, path, body: {} }],
    ['adminIssueEncryptionKey', { headers: { ...admin, ...key() }, path, body: { platform: 'android', overlap_seconds: 0 } }],
    ['adminListEncryptionKeys', { headers: admin, path }],
    ['adminRotateWebhookSecret', { headers: admin, path, body: { overlap_seconds: 0 } }],
    ['adminRotateSigningKey', { headers: admin }],
    ['adminTestWebhook', { headers: admin, path }],
    ['adminWhoAmI', { headers: bearer(cast.adminToken) }],
  ]; // prettier-ignore
  const statuses: number[] = [];
  for (const [id, call] of sends) statuses.push((await service.send(id, call)).status);
  return statuses;
}
