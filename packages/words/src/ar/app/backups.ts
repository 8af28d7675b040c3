import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('ar');

export const backups: AppWords['backups'] = {
  backupsPage: {
    inProgress: 'قيد التنفيذ',
    notVerified: 'لم يُتحقق منها',
    missing: 'مفقودة',
    beingVerified: 'يجري التحقق منها',
    verified: 'تم التحقق منها',
    damaged: 'تالفة',
    manual: 'يدوية',
    bySchedule: 'مجدولة',
    byCommand: 'سطر الأوامر',
    noLongerInBackupStorage: 'لم تعد النسخة الاحتياطية في مكان تخزين النسخ.',
    storedFilesMissingOrDamaged: counted({
      zero: 'لم يكن أي ملف مفقودًا أو تالفًا. تحتوي النسخة على كل شيء.',
      one: 'كان ملف محفوظ واحد مفقودًا أو تالفًا حينها. تحتوي النسخة على كل ما عداه.',
      two: 'كان ملفان محفوظان مفقودين أو تالفين حينها. تحتوي النسخة على كل ما عداهما.',
      few: 'كانت # ملفات محفوظة مفقودة أو تالفة حينها. تحتوي النسخة على كل ما عداها.',
      many: 'كان # ملفًا محفوظًا مفقودًا أو تالفًا حينها. تحتوي النسخة على كل ما عداها.',
      other: 'كان # ملف محفوظ مفقودًا أو تالفًا حينها. تحتوي النسخة على كل ما عداها.',
    }),
    rows: counted({ zero: '# صف', one: 'صف واحد', two: 'صفان', few: '# صفوف', many: '# صفًا', other: '# صف' }),
    files: counted({ zero: '# ملف', one: 'ملف واحد', two: 'ملفان', few: '# ملفات', many: '# ملفًا', other: '# ملف' }),
    backupDeleted: 'حُذفت النسخة الاحتياطية',
    verify: 'التحقق',
    deleteBackup: 'حذف هذه النسخة الاحتياطية؟',
    cannotUndo: 'لا يمكن التراجع عن ذلك. تُفقد الملفات التي لا توجد إلا في هذه النسخة. ولا تتأثر النسخ الأخرى.',
    tableOf: (done: number, total: number): string => `الجدول ${number(done)} من ${number(total)}`,
    fileOf: (done: number, total: number): string => `الملف ${number(done)} من ${number(total)}`,
    tablesCopied: 'الجداول المنسوخة',
    filesCopied: 'الملفات المنسوخة',
    backup: 'النسخة الاحتياطية',
    contents: 'المحتويات',
    backupStarted: 'بدأ النسخ الاحتياطي',
    peopleCanKeepWorking: 'يمكن مواصلة العمل.',
    backupCreatedAndVerifiedEvery: (at: string): string =>
      `تُنشأ نسخة احتياطية ويُتحقق منها كل يوم في الساعة ${isolate(at)} بتوقيت UTC.`,
    noBackupSchedule: 'لا يوجد جدول للنسخ الاحتياطي.',
    location: (when: string, place: string): string => `${isolate(when)} المكان: ${isolate(place)}.`,
    databaseAndFilesOfWhole: 'قاعدة البيانات وملفات النظام كله، مشفّرة.',
    backUpNow: 'نسخ احتياطي الآن',
    noBackupsYet: 'لا نسخ احتياطية بعد',
    createBackupToSee: 'أنشئ نسخة احتياطية لتراها هنا مع تقدمها.',
  },
};
