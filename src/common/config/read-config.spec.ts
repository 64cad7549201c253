import { describe, expect, it } from '@jest/globals';
import { hostUrls } from '@commerce/postgres';
import { readConfig } from './read-config.js';

describe('settings', () => {
  it('have the documented defaults', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      apiPrefix: 'api',
      demo: true,
      logLevel: 'info',
      currency: 'USD',
      trustedProxies: [],
      webhookAllowPrivate: false,
      requireSecondFactor: false,
      webhookConcurrency: 16,
      jobConcurrency: 4,
      cartTtlDays: 30,
      superAdminUsername: 'admin',
    });
  });

  it('name a bucket for pictures, and what opens it as Amazon does', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' };
    expect(readConfig(keys).picturesBucket).toBeUndefined();
    const PICTURES_BUCKET = 'https://objects.example.com/shop-pictures/production/';
    expect(readConfig({ ...keys, PICTURES_BUCKET, AWS_REGION: 'eu-central-1' }).picturesBucket).toEqual({
      url: 'https://objects.example.com/shop-pictures/production',
      region: 'eu-central-1',
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'secret',
    });
    expect(() => readConfig({ ...keys, AWS_ACCESS_KEY_ID: '', PICTURES_BUCKET })).toThrow(
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set for PICTURES_BUCKET',
    );
  });

  it.each([{ NODE_ENV: 'production' }, { DATABASE_URL: 'postgres://u:p@db/commerce' }])(
    'switch the demo off with %j',
    (env) => {
      expect(readConfig(env).demo).toBe(false);
      expect(readConfig({ ...env, DEMO: 'true' }).demo).toBe(true);
    },
  );

  it('name a collector of traces as OpenTelemetry does', () => {
    expect(readConfig({ OTEL_SERVICE_NAME: 'shop' }).traces).toBeUndefined();
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://collector.example.com/otlp/';
    const url = 'https://collector.example.com/otlp/v1/traces';
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).traces).toEqual({
      url,
      headers: {},
      service: 'commerce-api',
      attributes: {},
      ratio: 1,
    });
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%3Db, x-tenant=shop',
      OTEL_SERVICE_NAME: 'shop',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    };
    expect(readConfig(settings).traces).toEqual({
      url,
      headers: { authorization: 'Bearer a=b', 'x-tenant': 'shop' },
      service: 'shop',
      attributes: { 'deployment.environment.name': 'test' },
      ratio: 0.25,
    });
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:geheim@collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318/?key=geheim'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer geheim'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=%geheim'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=geheim\nb'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'geheim'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', '-1'],
  ])('refuse a wrong %s without showing what may be secret', (name, value) => {
    const read = (): unknown => readConfig({ [name]: value });
    expect(read).toThrow(name);
    expect(read).not.toThrow('geheim');
  });

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
    ['PICTURES_BUCKET', 's3://shop-pictures'],
    ['PICTURES_BUCKET', 'https://key:secret@objects.example.com/shop-pictures'],
    ['PICTURES_BUCKET', 'https://objects.example.com/shop-pictures?X-Amz-Signature=1'],
    ['CURRENCY', 'usd'],
    ['CURRENCY', 'DOLLAR'],
    ['WEBHOOK_ALLOW_PRIVATE', '1'],
    ['WEBHOOK_CONCURRENCY', '-1'],
    ['WEBHOOK_CONCURRENCY', '201'],
    ['JOB_CONCURRENCY', '201'],
    ['CART_TTL_DAYS', '0'],
    ['AUDIT_KEEP_MONTHS', '0'],
    ['AUDIT_KEEP_MONTHS', 'forever'],
    ['SUPER_ADMIN_USERNAME', 'a b'],
    ['SUPER_ADMIN_PASSWORD', 'short'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgres://localhost'],
    ['DATABASE_URL', 'postgres://u:p@h1,h2:5433/db'],
    ['DATABASE_URL', 'postgres://u:p@h1,,h2/db?target_session_attrs=read-write'],
    ['DATABASE_URL', 'postgres://u:p@h1:x,h2/db?target_session_attrs=read-write'],
    ['DATABASE_URL', 'postgres://u:p@h1,h2/?target_session_attrs=read-write'],
    ['DATABASE_URL', 'postgres://u:p@h1,h2/db?target_session_attrs=any'],
    ['DATABASE_URL', 'postgres://u:p@h1,h2/db?target_session_attrs=read-write&target_session_attrs=any'],
    ['DATABASE_URL', 'postgres://u:p@h1,h2/db?target_session_attrs=read-write&host=h3'],
    ['DATABASE_URL', `postgres://u:p@${'h,'.repeat(8)}h/db?target_session_attrs=read-write`],
    ['DATABASE_REPLICA_URL', 'postgres://u:p@h1,h2/db?target_session_attrs=read-write'],
    ['DATABASE_REPLICA_URL', 'postgres://u:p@h1,h1/db'],
    ['DATABASE_REPLICA_URL', 'postgres://u:p@h1,/db'],
    ['DATABASE_REPLICA_URL', `postgres://u:p@${'h,'.repeat(8)}h/db`],
    ['DATABASE_REPLICA_URL', 'mysql://localhost/x'],
    ['DATABASE_DIRECT_URL', 'mysql://localhost/x'],
    ['DATABASE_DIRECT_URL', 'postgres://localhost/x'],
    ['DATABASE_DIRECT_URL', 'postgres://u:p@h1,h2/db'],
    ['DATABASE_REPLICA_URL', 'postgres://u:p@standby/commerce'],
    ['DATABASE_POOL_SIZE', '1'],
    ['REQUEST_TIMEOUT_MS', '5'],
  ])('refuse %s=%s in one line that names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must [^\\n]+$`));
  });

  it.each(['postgres://u:p@standby/commerce', 'postgres://u:p@s1:5432,s2/commerce'])('take replicas: %s', (url) => {
    const [databaseUrl, databaseReplicaUrl] = ['postgres://u:p@db/commerce', url];
    const env = { DATABASE_URL: databaseUrl, DATABASE_REPLICA_URL: databaseReplicaUrl };
    expect(readConfig(env)).toMatchObject({ databaseUrl, databaseReplicaUrl });
  });

  it('take a way past the pooler', () => {
    const several = 'h1,h2/db?target_session_attrs=read-write';
    const [databaseUrl, databaseDirectUrl] = [`postgres://u:p@pooler/db`, `postgres://u:p@${several}`];
    const env = { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseDirectUrl };
    expect(readConfig(env)).toMatchObject({ databaseUrl, databaseDirectUrl });
    expect(() => readConfig({ ...env, DATABASE_URL: databaseDirectUrl })).toThrow(
      /^DATABASE_DIRECT_URL must lead past the pooler/,
    );
  });

  it('take several hosts, of which one accepts writes', () => {
    const databaseUrl = 'postgres://u:p@h1:5432,[::1]:5433,h3/db?target_session_attrs=read-write';
    expect(readConfig({ DATABASE_URL: databaseUrl }).databaseUrl).toBe(databaseUrl);
    expect(hostUrls(databaseUrl).map((url) => new URL(url).host)).toEqual(['h1:5432', '[::1]:5433', 'h3']);
  });

  it.each(['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'])(
    'do not show the password of a wrong %s',
    (name) => {
      expect(() => readConfig({ [name]: 'mysql://user:hunter2@db/x' })).not.toThrow(/hunter2/);
    },
  );
});
