export interface SettingsInput {
  socketFolder: string;
  maxConnections: number;
  durable: boolean;
  /** What was archived is played back before connections are taken. */
  recovery?: Recovery | undefined;
}

/** Up to which moment; without one, all of it. The log itself lies in `pg_wal` already. */
export type Recovery = { until: Date | undefined };

/**
 * The `-c name=value` arguments of the postmaster. They stand on the command
 * line, not in postgresql.conf, so that an upgrade of the server brings its own
 * settings and no folder ever runs with those of an older version.
 */
export function postmasterArguments(input: SettingsInput): string[] {
  const settings = {
    ...REACH,
    ...MEMORY,
    ...(input.durable ? DURABLE : FORGETFUL),
    unix_socket_directories: input.socketFolder,
    max_connections: input.maxConnections,
    ...(input.recovery ? recoverySettings(input.recovery) : {}),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** For an earlier version, for as long as its rows are read: only what each of them has. */
export function olderArguments(socketFolder: string): string[] {
  const settings = {
    ...REACH,
    ...DURABLE,
    unix_socket_directories: socketFolder,
    max_connections: 40,
    // A slot of the archive in the folder must have its place.
    max_replication_slots: 1,
    autovacuum: 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** PostgreSQL insists on a command that fetches what it needs; `false` says that there is nothing but what lies there. */
function recoverySettings({ until }: Recovery): Record<string, string> {
  return {
    restore_command: 'false',
    recovery_target_timeline: 'current',
    ...(until
      ? {
          recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00'),
          recovery_target_action: 'promote',
        }
      : {}),
    hot_standby: 'off',
  };
}

/** Reached over the socket alone: there is no port that anything else on the machine or the network could try. */
const REACH = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Our own logger adds time and process; a prefix here would only repeat them.
  log_line_prefix: '',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
};

/** Sized for a server beside its database on one small machine: no parallel query, no I/O workers, no replication. */
const MEMORY = {
  shared_buffers: '32MB',
  huge_pages: 'off',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  effective_cache_size: '512MB',
  // Compiling a plan costs more than any of our statements take.
  jit: 'off',
  // The default keeps three I/O worker processes for reads that fit in memory here.
  io_method: 'sync',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  max_logical_replication_workers: '0',
  // For the archive (ADR 74): what it has not copied yet stays, up to so much, and never fills the disk.
  max_replication_slots: '1',
  max_slot_wal_keep_size: '8GB',
  max_wal_senders: '0',
  autovacuum_max_workers: '1',
  autovacuum_worker_slots: '2',
  // A queue table turns over quickly; waiting for the default fifth of its rows to die would slow every claim.
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.05',
  autovacuum_naptime: '30s',
  random_page_cost: '1.1',
  min_wal_size: '80MB',
  // Bounds what a start after a kill has to replay.
  max_wal_size: '256MB',
};

/**
 * An acknowledged commit survives a power cut. `wal_level` stays at `replica`
 * although nothing is replicated: `minimal` saves nothing measurable for small
 * transactions and would rule out online backups (pg_backup_start) for good.
 */
const DURABLE = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'replica',
  // On macOS a plain fsync leaves data in the drive's cache.
  ...(process.platform === 'darwin' ? { wal_sync_method: 'fsync_writethrough' } : {}),
  // Before it replays its log, PostgreSQL syncs its whole folder: one call for the file system, where there is one, not a thousand for its files, which take seconds.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
};

/** For test runs whose data nobody keeps. */
const FORGETFUL = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal' };
