import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number } = figuresIn('ar');

export const uiParts: AppWords['uiParts'] = {
  tagsField: {
    tags: 'الوسوم',
    pressEnterOrComma: 'اضغط Enter أو اكتب فاصلة لإضافة وسم.',
    addTag: 'إضافة وسم',
  },
  pagePictures: {
    pageFailed: (page: number): string => `تعذّر تحميل معاينة الصفحة ${number(page)}. المستند نفسه كامل.`,
    tryAgain: 'المحاولة مجددًا',
    pageOf: (page: number, title: string): string => `الصفحة ${number(page)} من ${isolate(title)}`,
    of: (index: number, count: number): string => `${number(index)} من ${number(count)}`,
    showMoreOfPages: (piece: number, count: number): string =>
      `عرض ${number(piece)} أخرى من أصل ${number(count)} من الصفحات`,
  },
  strip: {
    nextAction: 'الإجراء التالي',
  },
  undoToast: {
    undone: 'تم التراجع',
  },
  confirmWarnings: {
    iHaveCheckedPages: 'تحققت من الصفحات وأريد إرسال هذا الإصدار',
    fileEndsWithUnfinishedChange: 'ينتهي هذا الملف بتغيير غير مكتمل. تعرض الصفحات الإصدار السابق له.',
  },
  filterBar: {
    filters: (active: number): string => (active === 0 ? 'عوامل التصفية' : `عوامل التصفية (${number(active)})`),
  },
  barChart: {
    nothingInPeriod: 'لا شيء في هذه المدة',
    upTo: (say: string): string => `حتى ${isolate(say)}`,
    showAsTable: 'عرض كجدول',
  },
  secretValue: {
    copyNowAndKeep: (why: string): string => `انسخه الآن واحتفظ به في مكان آمن. ${why}`,
    iHaveSaved: 'حفظته',
  },
  sessionList: {
    withPassword: 'بكلمة المرور',
    withPasskey: 'بمفتاح مرور',
    throughSingleSignOn: 'عبر الدخول الموحّد',
    unknownBrowser: 'متصفح غير معروف',
    thisBrowser: 'هذا المتصفح',
    lastUsedSince: <T>(time: T, otherTime: T): Phrase<T> => ['آخر استخدام ', time, '، تسجيل الدخول ', otherTime],
    signOut: 'تسجيل الخروج',
    signOutAriaLabel: (device: string, address: string): string => `تسجيل خروج ${isolate(device)}، ${isolate(address)}`,
  },
  passwordFields: {
    showPassword: 'إظهار كلمة المرور',
  },
  password: {
    atLeastCharacters: (min: number): string => `الحد الأدنى لعدد الأحرف: ${number(min)}. يسهل تذكر بضع كلمات.`,
    ofAtLeastCharacters: (length: number, min: number): string =>
      `عدد الأحرف: ${number(length)}. الحد الأدنى: ${number(min)}`,
    characters: (length: number): string => `عدد الأحرف: ${number(length)}. جيدة. والأطول أقوى.`,
    charactersStrong: (length: number): string => `عدد الأحرف: ${number(length)}. قوية.`,
  },
  useKeepAccount: {
    deletionCanceled: 'أُلغي الحذف',
    accountWillNotBeDeleted: 'لن يُحذف حسابك.',
  },
  unsavedGuard: {
    title: 'المغادرة من دون حفظ؟',
    text: 'ستُفقد تغييراتك منذ آخر حفظ.',
    discard: 'تجاهل التغييرات',
    stay: 'متابعة التعديل',
    sections: (sections: string): string => `لم يُحفظ: ${isolate(sections)}.`,
  },
  saveForm: {
    unsavedChanges: 'تغييرات غير محفوظة',
    saving: 'جارٍ الحفظ…',
  },
  operatorSetting: {
    setByOperator: <T>(name: T, link: (text: string) => T): Phrase<T> => [
      'يضبطه مشغّل هذا الخادم: ',
      name,
      '. ',
      link('حول هذا الإعداد'),
      '.',
    ],
  },
};
