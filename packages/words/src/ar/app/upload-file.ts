import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('ar');

export const uploadFile: AppWords['uploadFile'] = {
  upload: {
    document: 'المستند',
    nothingUploaded: 'لم يُرفع أي شيء.',
    fileEmpty: 'هذا الملف فارغ',
    hasNoContent: (name: string, kept: string): string =>
      `الملف «${isolate(name)}» بلا محتوى. ${kept} احفظ المستند بصيغة PDF مجددًا، ثم اختر ذلك الملف.`,
    fileTooLarge: 'هذا الملف كبير جدًا',
    hasMb: (name: string, size: number, kept: string): string =>
      `حجم الملف «${isolate(name)}» ${number(size)} ميغابايت. الحد 50 ميغابايت. ${kept} صغّر صوره أو قسّم الملف.`,
    notPdf: 'ليس هذا ملف PDF',
    cannotBeSigned: (name: string, kept: string): string =>
      `الملف «${isolate(name)}» بصيغة أخرى. ${kept} احفظه أو اطبعه بصيغة PDF، ثم اختر ذلك الملف.`,
    pdfProtectedByPassword: 'ملف PDF هذا محمي بكلمة مرور',
    passwordDoesNotOpenPdf: 'لا تفتح كلمة المرور هذه ملف PDF',
    pdfEncryptedInWay: 'ملف PDF هذا مشفّر بطريقة غير مدعومة',
    pdfSignedAndEncrypted: 'ملف PDF هذا موقّع ومشفّر',
    pdfListsPageTwice: 'يذكر ملف PDF هذا صفحة مرتين',
    pdfCannotBeRepairedWithout: 'لا يمكن إصلاح ملف PDF هذا من دون تغييره',
    pageOfPdfCannot: 'لا يمكن عرض إحدى صفحات ملف PDF هذا',
    pdfTooLongTo: 'ملف PDF هذا أطول من أن يُصلح',
    pdfDynamicForm: 'ملف PDF هذا نموذج ديناميكي',
    pdfLockedByCertification: 'ملف PDF هذا مقفل بتصديق',
    pdfDoesNotAllowNew: 'لا يسمح ملف PDF هذا بحقول توقيع جديدة',
    pdfHasActiveContent: 'في ملف PDF هذا محتوى نشط',
    pdfDamaged: 'ملف PDF هذا تالف',
    formFieldOfPdfCannot: 'لا يمكن عرض أحد حقول النموذج في ملف PDF هذا',
    pdfCannotBeRead: 'لا يمكن قراءة ملف PDF هذا',
    theFile: (message: string): string => `الملف: ${isolate(message)}.`,
    fileNotAccepted: 'لم يُقبل هذا الملف',
    notStored: (ofTheFile: string): string => `${isolate(ofTheFile)} لم يُحفظ.`,
  },
};
