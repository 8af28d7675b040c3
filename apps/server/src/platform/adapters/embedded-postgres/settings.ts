export interface SettingsInput {
  socketFolder: string;
  maxConnections: number;
  durable: boolean;
  /** If set, the archived log is replayed before connections are accepted. */
  recovery?: Recovery | undefined;
}

/** The time up to which to replay. If omitted, everything is replayed. The log itself is already in `pg_wal`. */
export type Recovery = { until: Date | undefined };

/**
 * Returns the `-c name=value` arguments of the postmaster. They are on the command line, not in postgresql.conf, so
 * that a server upgrade brings its own settings and no folder ever runs with settings of an earlier version.
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

/**
 * Returns the postmaster's arguments for an earlier version of PostgreSQL, which is started only to read its rows. The
 * arguments contain only settings that all versions support.
 */
export function olderArguments(socketFolder: string): string[] {
  const settings = {
    ...REACH,
    ...DURABLE,
    unix_socket_directories: socketFolder,
    max_connections: 40,
    // PostgreSQL does not start with fewer replication slots than the data folder contains, and an archive may have
    // created one.
    max_replication_slots: 1,
    autovacuum: 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * For recovery, PostgreSQL requires a command that fetches archived WAL. The command `false` always fails, so only the
 * local files are used.
 */
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

/**
 * The database is reachable only over the socket, so there is no port that other programs on the machine or network
 * could try.
 */
const REACH = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The server's logger adds the time and process ID, so a prefix would only repeat them.
  log_line_prefix: '',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
};

/**
 * Settings for a server that shares a small machine with its database: no parallel query, no I/O workers, no
 * replication.
 */
const MEMORY = {
  shared_buffers: '32MB',
  huge_pages: 'off',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  effective_cache_size: '512MB',
  // JIT is off, because compiling a plan would take longer than any of our statements.
  jit: 'off',
  // By default, PostgreSQL starts three I/O worker processes, which are not worth it for reads that fit in memory.
  io_method: 'sync',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  max_logical_replication_workers: '0',
  // The archive (ADR 74) uses one slot. WAL that is not copied yet is kept up to this limit, so it never fills the
  // disk.
  max_replication_slots: '1',
  max_slot_wal_keep_size: '8GB',
  max_wal_senders: '0',
  autovacuum_max_workers: '1',
  autovacuum_worker_slots: '2',
  // Queue tables change quickly. By default, vacuuming waits until a fifth of the rows are dead, which would slow down
  // every claim of a job.
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.05',
  autovacuum_naptime: '30s',
  random_page_cost: '1.1',
  min_wal_size: '80MB',
  // Limits how much of the log must be replayed at a start after a crash.
  max_wal_size: '256MB',
};

/**
 * An acknowledged commit survives a power cut. `wal_level` stays at `replica` although nothing is replicated: `minimal`
 * saves nothing measurable for small transactions and would rule out online backups (pg_backup_start).
 */
const DURABLE = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'replica',
  // On macOS, a plain fsync leaves data in the drive's cache.
  ...(process.platform === 'darwin' ? { wal_sync_method: 'fsync_writethrough' } : {}),
  // Before PostgreSQL replays its log, it flushes its whole data folder to disk. With syncfs, this takes one call for
  // the file system. Without it, PostgreSQL makes one call per file, which takes seconds for a thousand files.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
};

/** Only for test runs whose data is discarded. */
const FORGETFUL = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal' };
