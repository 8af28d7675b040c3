/** Backups of the installation, managed by one of its processes. */
export { type ArchiveKeeper, type ArchiveState } from './archive-keeper.ts';
export type { BackupTrouble, Keep, Schedule } from './domain.ts';
export type { BackupState } from './health.ts';
export { BackupKeeper } from './keeper.ts';
export { openArchive, openBackups } from './open-keepers.ts';
export type { VerifyOptions } from './verify.ts';
