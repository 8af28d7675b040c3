import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('it');

export const backups: AppWords['backups'] = {
  backupsPage: {
    inProgress: 'In corso',
    notVerified: 'Non verificato',
    missing: 'Mancante',
    beingVerified: 'In verifica',
    verified: 'Verificato',
    damaged: 'Danneggiato',
    manual: 'Manuale',
    bySchedule: 'Programmato',
    byCommand: 'Riga di comando',
    noLongerInBackupStorage: 'Il backup non è più nell’archivio dei backup.',
    storedFilesMissingOrDamaged: counted({
      one: 'Al momento del backup un file mancava o era danneggiato. Il backup contiene tutto il resto.',
      other: 'Al momento del backup # file mancavano o erano danneggiati. Il backup contiene tutto il resto.',
    }),
    rows: counted({ one: '# riga', other: '# righe' }),
    files: counted({ one: '# file', other: '# file' }),
    backupDeleted: 'Backup eliminato',
    verify: 'Verifica',
    deleteBackup: 'Eliminare questo backup?',
    cannotUndo:
      'L’operazione non può essere annullata. I file contenuti solo in questo backup vanno persi. Gli altri backup non cambiano.',
    tableOf: (done: number, total: number): string => `Tabella ${number(done)} di ${number(total)}`,
    fileOf: (done: number, total: number): string => `File ${number(done)} di ${number(total)}`,
    tablesCopied: 'Tabelle copiate',
    filesCopied: 'File copiati',
    backup: 'Backup',
    contents: 'Contenuto',
    backupStarted: 'Backup avviato',
    peopleCanKeepWorking: 'Si può continuare a lavorare.',
    backupCreatedAndVerifiedEvery: (at: string): string =>
      `Ogni giorno alle ${at} UTC viene creato e verificato un backup.`,
    noBackupSchedule: 'Non ci sono backup programmati.',
    location: (when: string, place: string): string => `${when} Posizione: ${place}.`,
    databaseAndFilesOfWhole: 'Database e file dell’intera installazione, cifrati.',
    backUpNow: 'Esegui backup ora',
    noBackupsYet: 'Ancora nessun backup',
    createBackupToSee: 'Crei un backup per vederlo qui con il suo avanzamento.',
  },
};
