import { figuresIn } from '../../figures.ts';

const { number, counted } = figuresIn('en');

export const backups = {
  backupsPage: {
    inProgress: 'In progress',
    notVerified: 'Not verified',
    missing: 'Missing',
    beingVerified: 'Being verified',
    verified: 'Verified',
    damaged: 'Damaged',
    manual: 'Manual',
    bySchedule: 'Scheduled',
    byCommand: 'Command line',
    noLongerInBackupStorage: 'The backup is no longer in backup storage.',
    storedFilesMissingOrDamaged: counted({
      one: 'One stored file was missing or damaged when the backup was created. The backup contains everything else.',
      other: '# stored files were missing or damaged when the backup was created. The backup contains everything else.',
    }),
    rows: counted({ one: '# row', other: '# rows' }),
    files: counted({ one: '# file', other: '# files' }),
    backupDeleted: 'Backup deleted',
    verify: 'Verify',
    deleteBackup: 'Delete this backup?',
    cannotUndo: 'You cannot undo this. Files that only this backup contains are lost. Other backups are not affected.',
    tableOf: (done: number, total: number): string => `Table ${number(done)} of ${number(total)}`,
    fileOf: (done: number, total: number): string => `File ${number(done)} of ${number(total)}`,
    tablesCopied: 'Tables copied',
    filesCopied: 'Files copied',
    backup: 'Backup',
    contents: 'Contents',
    backupStarted: 'Backup started',
    peopleCanKeepWorking: 'Everyone can keep working during the backup.',
    backupCreatedAndVerifiedEvery: (at: string): string => `A backup is created and verified every day at ${at} UTC.`,
    noBackupSchedule: 'There is no backup schedule.',
    location: (when: string, place: string): string => `${when} Location: ${place}.`,
    databaseAndFilesOfWhole: 'Encrypted backups of the database and files of this installation.',
    backUpNow: 'Back up now',
    noBackupsYet: 'No backups yet',
    createBackupToSee: 'Backups and their progress appear here.',
  },
};
