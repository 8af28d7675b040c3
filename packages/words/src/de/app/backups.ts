import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('de');

export const backups: AppWords['backups'] = {
  backupsPage: {
    inProgress: 'Läuft',
    notVerified: 'Nicht geprüft',
    missing: 'Fehlt',
    beingVerified: 'Wird geprüft',
    verified: 'Geprüft',
    damaged: 'Beschädigt',
    manual: 'Manuell',
    bySchedule: 'Nach Zeitplan',
    byCommand: 'Befehlszeile',
    noLongerInBackupStorage: 'Die Sicherung liegt nicht mehr im Sicherungsspeicher.',
    storedFilesMissingOrDamaged: counted({
      one: 'Eine gespeicherte Datei fehlte damals oder war beschädigt. Die Sicherung enthält alles andere.',
      other: '# gespeicherte Dateien fehlten damals oder waren beschädigt. Die Sicherung enthält alles andere.',
    }),
    rows: counted({ one: '# Zeile', other: '# Zeilen' }),
    files: counted({ one: '# Datei', other: '# Dateien' }),
    backupDeleted: 'Sicherung gelöscht',
    verify: 'Prüfen',
    deleteBackup: 'Diese Sicherung löschen?',
    cannotUndo:
      'Das lässt sich nicht rückgängig machen. Dateien, die nur in dieser Sicherung sind, gehen verloren. Andere Sicherungen sind nicht betroffen.',
    tableOf: (done: number, total: number): string => `Tabelle ${number(done)} von ${number(total)}`,
    fileOf: (done: number, total: number): string => `Datei ${number(done)} von ${number(total)}`,
    tablesCopied: 'Tabellen kopiert',
    filesCopied: 'Dateien kopiert',
    backup: 'Sicherung',
    contents: 'Inhalt',
    backupStarted: 'Sicherung begonnen',
    peopleCanKeepWorking: 'Alle können weiterarbeiten.',
    backupCreatedAndVerifiedEvery: (at: string): string =>
      `Jeden Tag um ${at} UTC wird eine Sicherung erstellt und geprüft.`,
    noBackupSchedule: 'Es gibt keinen Zeitplan für Sicherungen.',
    location: (when: string, place: string): string => `${when} Speicherort: ${place}.`,
    databaseAndFilesOfWhole: 'Datenbank und Dateien der ganzen Installation, verschlüsselt.',
    backUpNow: 'Jetzt sichern',
    noBackupsYet: 'Noch keine Sicherungen',
    createBackupToSee: 'Erstellen Sie eine Sicherung. Sie erscheint dann hier mit ihrem Fortschritt.',
  },
};
