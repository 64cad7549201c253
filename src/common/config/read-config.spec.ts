import { describe, expect, it } from '@jest/globals';
import { readConfig } from './read-config.js';

describe('settings', () => {
  it('have the documented defaults', () => {
    expect(readConfig({})).toMatchObject({
      instances: 1,
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      apiPrefix: 'api',
      demo: true,
      logLevel: 'info',
      currency: 'USD',
      trustedProxies: [],
      webhookAllowPrivate: false,
      webhookConcurrency: 16,
      jobConcurrency: 4,
      cartTtlDays: 30,
      superAdminUsername: 'admin',
    });
  });

  it.each([{ NODE_ENV: 'production' }, { DATABASE_URL: 'postgres://u:p@db/commerce' }])(
    'switch the demo off with %j',
    (env) => {
      expect(readConfig(env).demo).toBe(false);
      expect(readConfig({ ...env, DEMO: 'true' }).demo).toBe(true);
    },
  );

  it('follow PORT in PUBLIC_URL, and strip slashes', () => {
    expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
    expect(readConfig({ PUBLIC_URL: 'https://api.example.com/', API_PREFIX: '/shop/api/' })).toMatchObject({
      publicUrl: 'https://api.example.com',
      apiPrefix: 'shop/api',
    });
  });

  it('treat an empty value as not set', () => {
    expect(readConfig({ PORT: '', DEMO: ' ', CURRENCY: '' }).port).toBe(3000);
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['HOST', 'a b'],
    ['HOST', '999.1.1.1'],
    ['PUBLIC_URL', 'localhost:3000'],
    ['PUBLIC_URL', 'https://example.com/path'],
    ['PUBLIC_URL', 'ftp://example.com'],
    ['API_PREFIX', 'a b'],
    ['API_PREFIX', 'admin'],
    ['DEMO', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['TRUSTED_PROXIES', '10.0.0.0/99'],
    ['TRUSTED_PROXIES', 'proxy'],
    ['TRUSTED_PROXIES', '1.2.3'],
    ['TRUSTED_PROXIES', '10/8'],
    ['CURRENCY', 'usd'],
    ['CURRENCY', 'DOLLAR'],
    ['WEBHOOK_ALLOW_PRIVATE', '1'],
    ['WEBHOOK_CONCURRENCY', '-1'],
    ['WEBHOOK_CONCURRENCY', '201'],
    ['JOB_CONCURRENCY', '201'],
    ['CART_TTL_DAYS', '0'],
    ['SUPER_ADMIN_USERNAME', 'a b'],
    ['SUPER_ADMIN_PASSWORD', 'short'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgres://localhost'],
    ['DATABASE_REPLICA_URL', 'mysql://localhost/x'],
    ['DATABASE_REPLICA_URL', 'postgres://u:p@standby/commerce'],
    ['DATABASE_POOL_SIZE', '1'],
    ['INSTANCES', '0'],
    ['INSTANCES', '65'],
    ['INSTANCES', 'max'],
    ['REQUEST_TIMEOUT_MS', '5'],
  ])('refuse %s=%s in one line that names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must [^\\n]+$`));
  });

  it('take a replica of a server', () => {
    const [databaseUrl, databaseReplicaUrl] = ['postgres://u:p@db/commerce', 'postgres://u:p@standby/commerce'];
    const env = { DATABASE_URL: databaseUrl, DATABASE_REPLICA_URL: databaseReplicaUrl };
    expect(readConfig(env)).toMatchObject({ databaseUrl, databaseReplicaUrl });
  });

  it.each(['DATABASE_URL', 'DATABASE_REPLICA_URL'])('do not show the password of a wrong %s', (name) => {
    expect(() => readConfig({ [name]: 'mysql://user:hunter2@db/x' })).not.toThrow(/hunter2/);
  });
});
