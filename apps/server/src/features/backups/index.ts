/** Backups of the installation, managed by one of its processes. */
export { ArchiveKeeper, type ArchiveState } from './archive-keeper.ts';
export type { BackupTrouble, Keep, Schedule } from './domain.ts';
export type { BackupState } from './health.ts';
export { BackupKeeper } from './keeper.ts';
export { ledgerOf, ledgerSize } from './ledger-copy.ts';
