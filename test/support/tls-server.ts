import { chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedServer } from '@commerce/postgres/embedded';
import { Authority, type Identity } from './certificates.js';
import type { TestDatabase } from './test-database.js';

/** The role of the service, which has no password: it comes with its certificate. */
export const SERVICE = 'commerce';

/** A role that needs TLS, and nothing else. */
export const GUEST = 'guest';

/** The name in the server's certificate; its address is not in it. */
export const SERVER = 'localhost';

const ACCESS = `
host    all postgres   127.0.0.1/32 scram-sha-256
hostssl all ${SERVICE} 127.0.0.1/32 cert
hostssl all ${GUEST}   127.0.0.1/32 trust
`;

/** A PostgreSQL server that asks the service's role for a certificate, and the files of both sides. */
export class TlsServer {
  readonly authority = new Authority('authority');

  private constructor(
    private readonly root: string,
    private readonly server: EmbeddedServer,
    private readonly pool: pg.Pool,
  ) {}

  static async start(): Promise<TlsServer> {
    const root = await mkdtemp(join(tmpdir(), 'commerce-tls-'));
    const server = await startEmbeddedPostgres({
      dataDir: join(root, 'server'),
      database: 'commerce',
      settings: { fsync: 'off' },
    });
    const pool = new pg.Pool({ connectionString: server.url, max: 2 });
    pool.on('error', () => undefined);
    const tls = new TlsServer(root, server, pool);
    await mkdir(join(root, 'client'));
    await tls.secure();
    return tls;
  }

  /** The database for the superuser, without TLS. */
  get database(): TestDatabase {
    const query = async <Row extends object>(sql: string, values?: unknown[]): Promise<Row[]> =>
      (await this.pool.query<Row>(sql, values)).rows;
    return { url: this.server.url, query, drop: () => Promise.resolve() };
  }

  /**
   * The database for a role.
   * @param hosts the host that is named, or several with their ports; default: the one in the certificate
   */
  url(role: string, parameters: Readonly<Record<string, string>>, hosts = `${SERVER}:${this.port}`): string {
    return `postgres://${role}@${hosts}/commerce?${new URLSearchParams(parameters).toString()}`;
  }

  get port(): string {
    return new URL(this.server.url).port;
  }

  /** Writes a file of the client; its path. */
  async write(name: string, content: string): Promise<string> {
    const path = join(this.root, 'client', name);
    await writeFile(path, content);
    return path;
  }

  /** Writes a key and a certificate; the parameters that name them. */
  async identify(name: string, { key, cert }: Identity): Promise<{ sslcert: string; sslkey: string }> {
    return { sslcert: await this.write(`${name}.crt`, cert), sslkey: await this.write(`${name}.key`, key) };
  }

  async stop(): Promise<void> {
    await this.pool.end();
    await this.server.release();
    await rm(this.root, { recursive: true, force: true });
  }

  private async secure(): Promise<void> {
    const cluster = join(this.root, 'server', 'postgres');
    const { uid, gid } = await stat(cluster);
    const { key, cert } = this.authority.issue(SERVER);
    const files = { 'server.key': key, 'server.crt': cert, 'root.crt': this.authority.cert, 'pg_hba.conf': ACCESS };
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(cluster, name), content, { mode: 0o600 });
      await chown(join(cluster, name), uid, gid);
    }
    const query = (sql: string): Promise<unknown> => this.pool.query(sql);
    for (const role of [SERVICE, GUEST]) await query(`CREATE ROLE ${role} LOGIN`);
    await query(`ALTER DATABASE commerce OWNER TO ${SERVICE}`);
    await query(`ALTER SYSTEM SET ssl_ca_file = 'root.crt'`);
    await query('ALTER SYSTEM SET ssl = on');
    await query('SELECT pg_reload_conf()');
  }
}
