import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type DatabaseNode = {
  readonly name: string;
  /** The ports of PostgreSQL and of Patroni's REST API. */
  readonly port: number;
  readonly restPort: number;
};

export type ClusterPorts = {
  readonly etcd: number;
  readonly etcdPeer: number;
  /** HAProxy's ports for the primary database and for the API nodes. */
  readonly primary: number;
  readonly web: number;
  readonly pooler: number;
  readonly nodes: readonly number[];
};

export type Place = {
  readonly folder: string;
  readonly password: string;
  readonly ports: ClusterPorts;
  readonly databases: readonly DatabaseNode[];
};

/** With a shorter lease, Patroni would treat a pause of a busy machine as a lost primary. */
const LEASE_SECONDS = 10;

/** Writes Patroni's settings of one database, as JSON, which is YAML too. */
export function writePatroni(place: Place, node: DatabaseNode, binaries: string): string {
  const { folder, password, ports } = place;
  const settings = {
    scope: 'bursar',
    name: node.name,
    restapi: { listen: local(node.restPort), connect_address: local(node.restPort) },
    etcd3: { hosts: local(ports.etcd) },
    bootstrap: {
      dcs: {
        ttl: LEASE_SECONDS,
        loop_wait: 1,
        retry_timeout: 3,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          // A lost primary whose log cannot be rewound is cloned from the new one.
          remove_data_directory_on_rewind_failure: true,
          remove_data_directory_on_diverged_timelines: true,
          parameters: { max_connections: 120, wal_keep_size: '256MB' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      listen: local(node.port),
      connect_address: local(node.port),
      data_dir: join(folder, node.name),
      bin_dir: join(binaries, 'bin'),
      pgpass: join(folder, `${node.name}.pgpass`),
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
      },
      parameters: { unix_socket_directories: folder },
    },
  };
  return write(folder, `${node.name}.yml`, JSON.stringify(settings));
}

/**
 * Writes HAProxy's settings, with the node names of `deploy/haproxy.cfg` but without TLS. A second
 * listener forwards to the primary database, which that file does not have.
 */
export function writeProxy({ folder, ports, databases }: Place): string {
  const lines = [
    'defaults',
    '  timeout connect 1s',
    '  timeout client 65s',
    '  timeout server 65s',
    '  timeout check 2s',
    '  timeout queue 2s',
    'frontend bursar',
    '  mode http',
    `  bind ${local(ports.web)}`,
    '  default_backend nodes',
    'backend nodes',
    '  mode http',
    '  balance roundrobin',
    '  option httpchk GET /readyz',
    '  option redispatch',
    '  default-server check inter 500ms fall 2 rise 1',
    ...ports.nodes.map((port, at) => `  server node${at + 1} ${local(port)}`),
    'listen primary',
    '  mode tcp',
    `  bind ${local(ports.primary)}`,
    '  option httpchk GET /primary',
    '  http-check expect status 200',
    '  default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...databases.map(
      ({ name, port, restPort }) => `  server ${name} ${local(port)} port ${restPort}`,
    ),
  ];
  return write(folder, 'haproxy.cfg', `${lines.join('\n')}\n`);
}

/**
 * Writes PgBouncer's settings. If no primary answers, PgBouncer refuses clients within seconds, so
 * that they can try again.
 */
export function writePooler({ folder, password, ports }: Place): string {
  const users = write(folder, 'users', `"bursar_app" "${password}"\n`);
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${ports.primary}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ports.pooler}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'default_pool_size = 20',
    'max_client_conn = 200',
    'query_wait_timeout = 3',
    'server_connect_timeout = 2',
    'server_login_retry = 0.3',
  ];
  return write(folder, 'pgbouncer.ini', `${lines.join('\n')}\n`);
}

function write(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o644 });
  return path;
}

export const local = (port: number): string => `127.0.0.1:${port}`;
