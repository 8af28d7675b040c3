import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('nl');

export const backups: AppWords['backups'] = {
  backupsPage: {
    inProgress: 'Bezig',
    notVerified: 'Niet gecontroleerd',
    missing: 'Ontbreekt',
    beingVerified: 'Wordt gecontroleerd',
    verified: 'Gecontroleerd',
    damaged: 'Beschadigd',
    manual: 'Handmatig',
    bySchedule: 'Volgens schema',
    byCommand: 'Opdrachtregel',
    noLongerInBackupStorage: 'De back-up staat niet meer in de back-upopslag.',
    storedFilesMissingOrDamaged: counted({
      one: 'Eén opgeslagen bestand ontbrak toen of was beschadigd. De back-up bevat al het andere.',
      other: '# opgeslagen bestanden ontbraken toen of waren beschadigd. De back-up bevat al het andere.',
    }),
    rows: counted({ one: '# rij', other: '# rijen' }),
    files: counted({ one: '# bestand', other: '# bestanden' }),
    backupDeleted: 'Back-up verwijderd',
    verify: 'Controleren',
    deleteBackup: 'Deze back-up verwijderen?',
    cannotUndo:
      'Dit kan niet ongedaan worden gemaakt. Bestanden die alleen in deze back-up staan, gaan verloren. Andere back-ups worden niet geraakt.',
    tableOf: (done: number, total: number): string => `Tabel ${number(done)} van ${number(total)}`,
    fileOf: (done: number, total: number): string => `Bestand ${number(done)} van ${number(total)}`,
    tablesCopied: 'Tabellen gekopieerd',
    filesCopied: 'Bestanden gekopieerd',
    backup: 'Back-up',
    contents: 'Inhoud',
    backupStarted: 'Back-up gestart',
    peopleCanKeepWorking: 'Iedereen kan doorwerken.',
    backupCreatedAndVerifiedEvery: (at: string): string =>
      `Elke dag om ${at} UTC wordt een back-up gemaakt en gecontroleerd.`,
    noBackupSchedule: 'Er is geen back-upschema.',
    location: (when: string, place: string): string => `${when} Locatie: ${place}.`,
    databaseAndFilesOfWhole: 'Database en bestanden van de hele installatie, versleuteld.',
    backUpNow: 'Nu back-up maken',
    noBackupsYet: 'Nog geen back-ups',
    createBackupToSee: 'Maak een back-up. Hij verschijnt dan hier met de voortgang.',
  },
};
