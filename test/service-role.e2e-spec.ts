import { afterAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { migrate } from '#common/migrate.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';

const NAME = `commerce_role_${randomBytes(6).toString('hex')}`;
const PASSWORD = 'service-role';

/** The statements of the file under another name; what concerns the server of all tests is left out. */
function statements(): string[] {
  const file = readFileSync('deploy/service-role.sql', 'utf8').replaceAll(/^(?:--|\\).*$/gm, '');
  const own = file.replaceAll('commerce', NAME).replaceAll(`:'password'`, `'${PASSWORD}'`);
  return own.split(';').filter((sql) => sql.trim() !== '' && !/\bpostgres\b/.test(sql));
}

describe('the role that deploy/compose.yaml gives the service', () => {
  const adminUrl = process.env.TEST_ADMIN_URL!;
  let app: TestApp | undefined;

  async function asAdmin(...sql: string[]): Promise<pg.QueryResult[]> {
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    try {
      const results: pg.QueryResult[] = [];
      for (const one of sql) results.push(await client.query(one));
      return results;
    } finally {
      await client.end();
    }
  }

  afterAll(async () => {
    await app?.stop();
    await asAdmin(`DROP DATABASE IF EXISTS ${NAME} WITH (FORCE)`, `DROP ROLE IF EXISTS ${NAME}`);
  });

  it('migrates and serves, and is no superuser', async () => {
    await asAdmin(...statements());
    const url = new URL(adminUrl);
    Object.assign(url, { username: NAME, password: PASSWORD, pathname: `/${NAME}` });
    await migrate(url.href);
    const pool = new pg.Pool({ connectionString: url.href, max: 2 });
    const query = async <Row extends object>(sql: string, values?: unknown[]): Promise<Row[]> =>
      (await pool.query<Row>(sql, values)).rows;
    app = await startTestApp({ database: { url: url.href, query, drop: () => pool.end() } });
    const member = await app.make.member();
    const { id: product_id } = await app.make.catalogue.product();
    expect((await member.post('commerce/add-cart-item/', { product_id })).status).toBe(200);
    expect((await member.post('commerce/create-order/', {})).status).toBe(200);
    expect((await app.send('GET', '/health/ready')).status).toBe(200);
    const rights = await query(
      'SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls FROM pg_roles WHERE rolname = current_user',
    );
    expect(Object.values(rights[0]!)).toEqual([false, false, false, false, false]);
  });
});
