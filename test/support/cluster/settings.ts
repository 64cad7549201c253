import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, POSTGRES_BIN } from '../debian.js';

/** The database of the service, and its role. */
export const DATABASE = 'commerce';
export const ROLE = 'service';
export const SUPERUSER = 'postgres';
export const SCOPE = 'commerce';

/** What the service sets on its own connections. Those of PgBouncer need it too, so the role has it. */
export const ROLE_SETTINGS = ['jit = off', `statement_timeout = '20s'`, `idle_in_transaction_session_timeout = '20s'`];

/**
 * Seconds. A leader that has not renewed its key for `ttl` is no leader any more; it steps down by itself when it cannot
 * renew for `retry_timeout`. Patroni asks for loop_wait + 2 * retry_timeout <= ttl.
 */
const PATIENCE = { ttl: 10, loop_wait: 2, retry_timeout: 4 };

const PARAMETERS = {
  max_connections: 200,
  shared_buffers: '64MB',
  // A commit is acknowledged when a standby has it on its disk too.
  synchronous_commit: 'on',
  // One that crashed must not come back without its standbys, which Patroni would then take off the list of successors.
  restart_after_crash: 'off',
  wal_log_hints: 'on',
  min_wal_size: '64MB',
  max_wal_size: '128MB',
  wal_keep_size: '64MB',
  max_slot_wal_keep_size: '256MB',
  // A standby that has fallen silent is given up as soon as a leader would be.
  wal_sender_timeout: '5s',
  wal_receiver_timeout: '5s',
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 1,
  tcp_keepalives_count: 3,
  tcp_user_timeout: '5s',
  // What a client has left behind is given up, and its locks with it.
  client_connection_check_interval: '2s',
};

/** Patroni's configuration of a node, as JSON, which is YAML too. */
export function patroniSettings(index: number, directory: string, ports: Ports, passwords: Passwords): object {
  const name = nodeName(index);
  const address = `127.0.0.1:${ports.postgres[index]}`;
  return {
    scope: SCOPE,
    name,
    restapi: { listen: `127.0.0.1:${ports.patroni[index]}`, connect_address: `127.0.0.1:${ports.patroni[index]}` },
    // The v2 API: with v3 this version of Patroni loses changes when a frozen leader goes on (its pull request 2689).
    etcd: { host: `127.0.0.1:${ports.gates[index]}`, use_proxies: true },
    bootstrap: {
      dcs: {
        ...PATIENCE,
        // A leader that crashes is replaced at once, not started again.
        primary_start_timeout: 0,
        master_start_timeout: 0,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: PARAMETERS },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: `${directory}/data`,
      bin_dir: POSTGRES_BIN,
      pgpass: `${directory}/pgpass`,
      authentication: {
        superuser: { username: SUPERUSER, password: passwords.superuser },
        replication: { username: 'replicator', password: passwords.replication },
      },
      parameters: { unix_socket_directories: '' },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
    watchdog: { mode: 'automatic' },
  };
}

/** The name of a node, by its index. */
export const nodeName = (index: number): string => `node${index + 1}`;

/** The arguments of a member of etcd. */
export function etcdArguments(index: number, directory: string, ports: Ports): string[] {
  const client = `http://127.0.0.1:${ports.etcd[index]}`;
  const peer = (of: number): string => `http://127.0.0.1:${ports.etcdPeers[of]}`;
  const settings = {
    name: `etcd${index + 1}`,
    'data-dir': directory,
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer(index),
    'initial-advertise-peer-urls': peer(index),
    'initial-cluster': ports.etcdPeers.map((_, of) => `etcd${of + 1}=${peer(of)}`).join(','),
    'initial-cluster-token': SCOPE,
    'initial-cluster-state': 'new',
    'enable-v2': 'true',
  };
  return Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
}

/** HAProxy sends everybody to the node that calls itself the primary, and cuts off whoever is at another one. */
export function haproxySettings(ports: Ports): string {
  const servers = ports.postgres.map(
    (port, index) => `  server ${nodeName(index)} 127.0.0.1:${port} check port ${ports.patroni[index]}`,
  );
  return `global
  maxconn 1000

defaults
  mode tcp
  timeout connect 2s
  timeout check 1s
  timeout client 1d
  timeout server 1d
  option clitcpka
  option srvtcpka

listen primary
  bind 127.0.0.1:${ports.haproxy}
  option httpchk
  http-check send meth OPTIONS uri /primary
  http-check expect status 200
  default-server inter 1s fastinter 500ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}

/** What a PgBouncer is to do. */
interface PoolerPlan {
  readonly directory: string;
  readonly account: Account;
  readonly port: number;
  /** The database on the server, at 127.0.0.1. */
  readonly database: string;
  readonly serverPort: number;
  /** Without passwords, everybody may come. */
  readonly hasPasswords: boolean;
  /** To the server, of each role. */
  readonly connections: number;
}

/** PgBouncer lends each transaction one of a few connections. */
export function pgbouncerSettings(plan: PoolerPlan): string {
  const { directory, account, port, database, serverPort, hasPasswords, connections } = plan;
  return `[databases]
${database} = host=127.0.0.1 port=${serverPort} dbname=${database}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
user = ${account.name}
auth_type = ${hasPasswords ? 'scram-sha-256' : 'trust'}
auth_file = ${directory}/users.txt
pool_mode = transaction
max_client_conn = 500
default_pool_size = ${connections}
; Without a primary, say so soon, and try again soon.
server_connect_timeout = 2
server_login_retry = 1
query_wait_timeout = 4
server_check_delay = 1
tcp_keepalive = 1
tcp_keepidle = 5
tcp_keepintvl = 1
tcp_keepcnt = 3
tcp_user_timeout = 5000
log_connections = 0
log_disconnections = 0
`;
}

/** How many nodes of PostgreSQL there are, and of etcd: an odd number, so that one side of a cut has the majority. */
export const NODES = 3;

/** The ports of a cluster at 127.0.0.1; of lists, one for each node. */
export interface Ports {
  readonly etcd: readonly number[];
  readonly etcdPeers: readonly number[];
  /** Ways of each node to etcd. */
  readonly gates: readonly number[];
  readonly postgres: readonly number[];
  /** Where Patroni tells what each node is. */
  readonly patroni: readonly number[];
  readonly haproxy: number;
  readonly pgbouncer: number;
}

/** How many ports a cluster needs. */
export const PORT_COUNT = 5 * NODES + 2;

/** Deals out ports. */
export function portsOf(ports: readonly number[]): Ports {
  const row = (index: number): readonly number[] => ports.slice(index * NODES, (index + 1) * NODES);
  return {
    etcd: row(0),
    etcdPeers: row(1),
    gates: row(2),
    postgres: row(3),
    patroni: row(4),
    haproxy: ports[5 * NODES]!,
    pgbouncer: ports[5 * NODES + 1]!,
  };
}

/** The passwords of a cluster's roles, drawn once for each directory. */
export interface Passwords {
  readonly superuser: string;
  readonly replication: string;
  readonly service: string;
}

/** Reads the passwords of a directory, or draws them. */
export async function readPasswords(directory: string): Promise<Passwords> {
  const path = join(directory, 'passwords.json');
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Passwords;
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error;
  }
  const draw = (): string => randomBytes(18).toString('base64url');
  const passwords = { superuser: draw(), replication: draw(), service: draw() };
  await writeFile(path, JSON.stringify(passwords), { mode: 0o600 });
  return passwords;
}
