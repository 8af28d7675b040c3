import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('ar');

export const packages: AppWords['packages'] = {
  makePackageDialog: {
    documentsSignedInOneVisit: (documentsCount: number, documents: string): string =>
      `المستندات (${number(documentsCount)})، تُوقَّع دفعة واحدة بهذا الترتيب: ${isolate(documents)}.`,
    titleOfPackage: 'عنوان الحزمة',
    forExample: 'مثلًا: إيجار المكتب مع ملاحقه',
    enterTitle: 'أدخل عنوانًا. يراه المستلمون.',
    createPackage: 'إنشاء الحزمة',
    createPackageTitle: 'إنشاء حزمة',
  },
  packagesPage: {
    documentsByBy: <T>(count: number, name: T): Phrase<T> => [
      counted({
        zero: '# مستند · ',
        one: 'مستند واحد · ',
        two: 'مستندان · ',
        few: '# مستندات · ',
        many: '# مستندًا · ',
        other: '# مستند · ',
      })(count),
      name,
    ],
    of: (done: number, all: number): string => `${number(done)} من ${number(all)}`,
    changed: 'تغيّرت',
    noPackageHasStatus: (statuses: string): string => `لا حزمة حالتها «${isolate(statuses)}».`,
    noPackagesYet: 'لا حزم بعد',
    selectSeveralDraftsInList:
      'حدّد عدة مسودات في قائمة المستندات واختر «إنشاء حزمة». تصل إلى المستلمين رسالة واحدة ويوقّعون المستندات واحدًا تلو الآخر.',
    chooseDrafts: 'اختيار المسودات',
    severalDocumentsRecipientsSign: 'عدة مستندات يوقّعها المستلمون دفعة واحدة، برسالة واحدة.',
    allStatuses: 'كل الحالات',
  },
  cancelDialog: {
    packageCanceled: 'أُلغيت الحزمة',
    invitedRecipientsNotified: 'أُبلغ المستلمون المدعوون.',
    everyDocumentNotCompletedVoided:
      'يُسحب كل مستند غير مكتمل، وتصل رسالة إلى المستلمين المدعوين. لا يمكن التراجع عن ذلك.',
    completedDocumentsDoNotChange: (completedCount: number, documentCount: number): string =>
      `لا تتغيّر المستندات المكتملة: ${number(completedCount)} من ${number(documentCount)}.`,
    forExample: 'مثلًا: تغيّر السعر',
    enterReason: 'أدخل سببًا. سيراه المستلمون.',
    cancelPackage: 'إلغاء الحزمة',
    cancelPackageTitle: 'إلغاء هذه الحزمة؟',
  },
  assignment: {
    documentHasNoSigner: 'ليس لهذا المستند موقّع. حدّد له مستلمًا، أو أزله من الحزمة.',
    aRecipient: 'مستلم',
    hasNoDocumentToSign: (name: string): string => `ليس لدى ${isolate(name)} مستند ليوقّعه. حدّد له مستندًا، أو أزله.`,
    oneOfFieldsBelongs: 'أحد حقوله لشخص لا يوقّع هذا المستند.',
  },
  assignmentGrid: {
    person: (index: number): string => `الشخص ${number(index)}`,
    documentsByRecipient: 'المستندات حسب المستلم',
    eachRecipientSeesOnlyDocuments: 'لا يرى كل مستلم إلا المستندات المحددة له.',
    signsEveryDocument: (name: string): string => `${isolate(name)} يوقّع كل المستندات`,
    signs: (name: string, title: string): string => `${isolate(name)} يوقّع ${isolate(title)}`,
  },
  sendForm: {
    eachRecipientGetsOneE: 'تصل إلى كل مستلم رسالة واحدة لكل المستندات.',
    confirmWarningAboutDocumentsFirst: 'أكّد التحذير بشأن مستنداتك أولًا.',
    nothingSent: (reason: string): string => `${reason} لم يُرسل أي شيء.`,
    mayBeSent: 'انقطع الاتصال، ولذلك لا نعلم هل أُرسلت الحزمة. أعد تحميل الصفحة للتحقق. لا تُرسل الحزمة مرتين أبدًا.',
    signAll: (documents: number): string =>
      `تُرسل كل المستندات (${number(documents)}) معًا. يوقّع كل مستلم جميعها وتصله رسالة واحدة.`,
    signChecked: (documents: number): string =>
      `تُرسل كل المستندات (${number(documents)}) معًا. يوقّع كل مستلم المستندات المحددة له وتصله رسالة واحدة.`,
    sendDocuments: (documentCount: number): string =>
      counted({
        zero: 'إرسال # مستند',
        one: 'إرسال مستند واحد',
        two: 'إرسال مستندين',
        few: 'إرسال # مستندات',
        many: 'إرسال # مستندًا',
        other: 'إرسال # مستند',
      })(documentCount),
  },
  remindDialog: {
    title: counted({
      zero: 'تذكير # مستلم؟',
      one: 'تذكير مستلم واحد؟',
      two: 'تذكير مستلمين؟',
      few: 'تذكير # مستلمين؟',
      many: 'تذكير # مستلمًا؟',
      other: 'تذكير # مستلم؟',
    }),
    text: (names: string): string =>
      `${isolate(names)}. تصل إلى كل مستلم رسالة واحدة لكل المستندات. ويُتخطى من وصله تذكير خلال الساعة الماضية.`,
    send: 'إرسال التذكيرات',
  },
  preview: {
    show: (title: string): string => `عرض صفحات ${isolate(title)}`,
    loading: 'جارٍ تحميل الصفحات',
  },
  timeline: {
    title: 'المخطط الزمني',
    of: (title: string): string => `· ${isolate(title)}`,
    showAll: (count: number): string => `عرض كل القيود (${number(count)})`,
  },
  packagePage: {
    recipientsOf: (title: string): string => `مستلمو ${isolate(title)}`,
    moveUp: (title: string): string => `نقل ${isolate(title)} إلى الأعلى`,
    moveDown: (title: string): string => `نقل ${isolate(title)} إلى الأسفل`,
    removeFromPackage: (title: string): string => `إزالة ${isolate(title)} من الحزمة`,
    packageDeleted: 'حُذفت الحزمة',
    documentsSeparateDraftsAgain: 'عادت مستنداتها مسودات منفصلة.',
    ofDocumentsCompleted: (completedCount: number, documentCount: number): string =>
      `المستندات المكتملة: ${number(completedCount)} من ${number(documentCount)}`,
    cancelPackage: 'إلغاء الحزمة',
    remind: 'تذكير',
    waitingFor: (names) => `بانتظار ${names}`,
    package: 'الحزمة',
    goToPackages: 'الانتقال إلى الحزم',
  },
};
