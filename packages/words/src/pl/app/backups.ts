import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('pl');

export const backups: AppWords['backups'] = {
  backupsPage: {
    inProgress: 'W toku',
    notVerified: 'Niesprawdzona',
    missing: 'Brak',
    beingVerified: 'Sprawdzanie',
    verified: 'Sprawdzona',
    damaged: 'Uszkodzona',
    manual: 'Ręczna',
    bySchedule: 'Zaplanowana',
    byCommand: 'Wiersz poleceń',
    noLongerInBackupStorage: 'Kopii zapasowej nie ma już w magazynie kopii.',
    storedFilesMissingOrDamaged: counted({
      one: 'Jednego zapisanego pliku wtedy brakowało lub był uszkodzony. Kopia zapasowa zawiera całą resztę.',
      few: '# zapisanych plików wtedy brakowało lub były uszkodzone. Kopia zapasowa zawiera całą resztę.',
      many: '# zapisanych plików wtedy brakowało lub były uszkodzone. Kopia zapasowa zawiera całą resztę.',
      other: '# zapisanych plików wtedy brakowało lub były uszkodzone. Kopia zapasowa zawiera całą resztę.',
    }),
    rows: counted({ one: '# wiersz', few: '# wiersze', many: '# wierszy', other: '# wierszy' }),
    files: counted({ one: '# plik', few: '# pliki', many: '# plików', other: '# plików' }),
    backupDeleted: 'Kopia zapasowa usunięta',
    verify: 'Sprawdź',
    deleteBackup: 'Usunąć tę kopię zapasową?',
    cannotUndo: 'Tego nie można cofnąć. Pliki, które są tylko w tej kopii, przepadną. Inne kopie pozostaną bez zmian.',
    tableOf: (done: number, total: number): string => `Tabela ${number(done)} z ${number(total)}`,
    fileOf: (done: number, total: number): string => `Plik ${number(done)} z ${number(total)}`,
    tablesCopied: 'Skopiowane tabele',
    filesCopied: 'Skopiowane pliki',
    backup: 'Kopia zapasowa',
    contents: 'Zawartość',
    backupStarted: 'Tworzenie kopii zapasowej rozpoczęte',
    peopleCanKeepWorking: 'Można dalej pracować.',
    backupCreatedAndVerifiedEvery: (at: string): string =>
      `Kopia zapasowa jest tworzona i sprawdzana codziennie o ${at} UTC.`,
    noBackupSchedule: 'Nie ma harmonogramu kopii zapasowych.',
    location: (when: string, place: string): string => `${when} Miejsce: ${place}.`,
    databaseAndFilesOfWhole: 'Baza danych i pliki całej instalacji, zaszyfrowane.',
    backUpNow: 'Utwórz kopię teraz',
    noBackupsYet: 'Nie ma jeszcze kopii zapasowych',
    createBackupToSee: 'Utwórz kopię zapasową, aby zobaczyć tu jej postęp.',
  },
};
