import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('ar');

export const uploadDialogs: AppWords['uploadDialogs'] = {
  passwordDialog: {
    enterPasswordOfPdf: 'أدخل كلمة مرور ملف PDF هذا',
    usedOnceToOpenFile: 'تُستخدم كلمة المرور مرة واحدة لفتح الملف ولا تُحفظ. ولا يحتاج المستلمون إلى كلمة مرور.',
    upload: 'رفع',
  },
  uploadDialog: {
    kb: (bytes: number): string => `${number(bytes)} كيلوبايت`,
    mb: (bytes: string): string => `${isolate(bytes)} ميغابايت`,
    uploading: 'جارٍ الرفع',
    uploadingOf: (index: number, all: number): string => `جارٍ رفع الملف ${number(index)} من ${number(all)}`,
    uploadProgress: 'تقدم الرفع',
    sent: 'أُرسل. يفحص الخادم ملف PDF…',
    sentText: (percent: number): string => `أُرسل ${number(percent)}٪`,
  },
  severalFiles: {
    uploaded: counted({
      zero: 'تم رفع # ملف',
      one: 'تم رفع ملف واحد',
      two: 'تم رفع ملفين',
      few: 'تم رفع # ملفات',
      many: 'تم رفع # ملفًا',
      other: 'تم رفع # ملف',
    }),
    refused: counted({
      zero: 'لم تُرفع الملفات (#)',
      one: 'لم يُرفع ملف واحد',
      two: 'لم يُرفع ملفان',
      few: 'لم تُرفع # ملفات',
      many: 'لم يُرفع # ملفًا',
      other: 'لم يُرفع # ملف',
    }),
    why: (name: string, why: string): string => `${isolate(name)}: ${isolate(why)}.`,
    tooMany: 'ملفات كثيرة جدًا',
    limit: (filesCount: number, most: number): string =>
      `عدد الملفات التي اخترتها: ${number(filesCount)}. الحد في المرة الواحدة: ${number(most)}. لم يُرفع أي شيء.`,
    needsPassword: 'محمي بكلمة مرور. ارفعه وحده',
    notTried: 'لم تجرِ محاولة',
    canceled: 'أُلغي',
    choose: 'عند إرسالها معًا تصل إلى المستلمين رسالة واحدة ويوقّعون كل المستندات دفعة واحدة.',
    separately: counted({
      zero: 'إبقاؤها مسودات منفصلة',
      one: 'فتح المسودة',
      two: 'إبقاؤهما مسودتين منفصلتين',
      few: 'إبقاؤها مسودات منفصلة',
      many: 'إبقاؤها مسودات منفصلة',
      other: 'إبقاؤها مسودات منفصلة',
    }),
    together: 'إرسالها معًا',
    close: 'إغلاق',
  },
  choosePdf: {
    pdfFile: 'ملف PDF',
  },
  newDocumentPage: {
    choosePdf: 'اختر ملف PDF',
    storedUnchangedByteForByte: 'يُحفظ كما هو، بايتًا بايتًا.',
    addRecipients: 'أضف المستلمين',
    namesEMailAddressesOrder: 'الأسماء وعناوين البريد الإلكتروني والترتيب والحقول.',
    send: 'أرسل',
    eachSignerGetsLink: 'يصل رابط إلى كل موقّع بالبريد الإلكتروني. ويمكنك متابعة التقدم.',
    dropPdf: 'أفلت ملفات PDF هنا',
    orAnywhereInWindow: 'أو في أي مكان من هذه النافذة. 50 ميغابايت على الأكثر لكل ملف.',
    nextSteps: 'الخطوات التالية',
  },
};
