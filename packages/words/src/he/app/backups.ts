import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('he');

export const backups: AppWords['backups'] = {
  backupsPage: {
    inProgress: 'בתהליך',
    notVerified: 'לא אומת',
    missing: 'חסר',
    beingVerified: 'באימות',
    verified: 'אומת',
    damaged: 'פגום',
    manual: 'ידני',
    bySchedule: 'מתוזמן',
    byCommand: 'שורת פקודה',
    noLongerInBackupStorage: 'הגיבוי כבר אינו באחסון הגיבויים.',
    storedFilesMissingOrDamaged: counted({
      one: 'קובץ שמור אחד היה חסר או פגום באותו זמן. הגיבוי מכיל את כל השאר.',
      two: 'שני קבצים שמורים היו חסרים או פגומים באותו זמן. הגיבוי מכיל את כל השאר.',
      other: '# קבצים שמורים היו חסרים או פגומים באותו זמן. הגיבוי מכיל את כל השאר.',
    }),
    rows: counted({ one: 'שורה אחת', two: 'שתי שורות', other: '# שורות' }),
    files: counted({ one: 'קובץ אחד', two: 'שני קבצים', other: '# קבצים' }),
    backupDeleted: 'הגיבוי נמחק',
    verify: 'אימות',
    deleteBackup: 'למחוק את הגיבוי?',
    cannotUndo: 'אי אפשר לבטל זאת. קבצים שנמצאים רק בגיבוי זה יאבדו. גיבויים אחרים לא יושפעו.',
    tableOf: (done: number, total: number): string => `טבלה ${number(done)} מתוך ${number(total)}`,
    fileOf: (done: number, total: number): string => `קובץ ${number(done)} מתוך ${number(total)}`,
    tablesCopied: 'טבלאות שהועתקו',
    filesCopied: 'קבצים שהועתקו',
    backup: 'גיבוי',
    contents: 'תוכן',
    backupStarted: 'הגיבוי התחיל',
    peopleCanKeepWorking: 'אפשר להמשיך לעבוד.',
    backupCreatedAndVerifiedEvery: (at: string): string => `גיבוי נוצר ומאומת בכל יום בשעה ${isolate(at)} UTC.`,
    noBackupSchedule: 'אין לוח זמנים לגיבוי.',
    location: (when: string, place: string): string => `${when} מיקום: ${isolate(place)}.`,
    databaseAndFilesOfWhole: 'מסד הנתונים והקבצים של ההתקנה כולה, מוצפנים.',
    backUpNow: 'גיבוי עכשיו',
    noBackupsYet: 'עדיין אין גיבויים',
    createBackupToSee: 'גיבוי שייווצר יופיע כאן עם התקדמותו.',
  },
};
