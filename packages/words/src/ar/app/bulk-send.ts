import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('ar');

export const bulkSend: AppWords['bulkSend'] = {
  words: {
    rows: counted({ zero: '# صف', one: 'صف واحد', two: 'صفان', few: '# صفوف', many: '# صفًا', other: '# صف' }),
    documents: counted({
      zero: '# مستند',
      one: 'مستند واحد',
      two: 'مستندان',
      few: '# مستندات',
      many: '# مستندًا',
      other: '# مستند',
    }),
  },
  checkResult: {
    nothingHasBeenSentYet: 'لم يُرسل أي شيء بعد.',
    noProblems: (count: number, rows: string): string =>
      counted({
        zero: `بلا مشكلات: ${isolate(rows)}`,
        one: 'لا مشكلات في الصف',
        two: 'لا مشكلات في الصفين',
        few: `بلا مشكلات: ${isolate(rows)}`,
        many: `بلا مشكلات: ${isolate(rows)}`,
        other: `بلا مشكلات: ${isolate(rows)}`,
      })(count),
    problem: 'المشكلة',
    ofCannotBeSent: (wrong: number, rows: string): string =>
      `صفوف لا يمكن إرسالها: ${number(wrong)} (في الملف: ${isolate(rows)})`,
    nothingSent: 'لم يُرسل أي شيء. صحّح الملف واختره مجددًا.',
    nothingSentOrSkip: 'لم يُرسل أي شيء. صحّح الملف واختره مجددًا، أو تخطَّ هذه الصفوف.',
    row: 'الصف',
    column: 'العمود',
    firstShown: (faultsCount: number): string => `يُعرض أول ${number(faultsCount)} منها فقط.`,
    leaveOutAndSendOthers: (count: number): string =>
      counted({
        zero: 'تخطي هذه الصفوف وإرسال الباقي',
        one: 'تخطي هذا الصف وإرسال الباقي',
        two: 'تخطي هذين الصفين وإرسال الباقي',
        few: 'تخطي هذه الصفوف (#) وإرسال الباقي',
        many: 'تخطي هذه الصفوف (#) وإرسال الباقي',
        other: 'تخطي هذه الصفوف (#) وإرسال الباقي',
      })(count),
  },
  confirmDialog: {
    send: (documents: string): string => `إرسال ${isolate(documents)}؟`,
    sentAtOnceAndRecipients: counted({
      zero: 'تُرسل فورًا، وتصل الدعوات إلى مستلميها. بعد ذلك لا يمكنك إلا سحب كل مستند.',
      one: 'يُرسل فورًا، وتصل الدعوة إلى مستلميه. بعد ذلك لا يمكنك إلا سحبه.',
      two: 'يُرسلان فورًا، وتصل الدعوات إلى مستلميهما. بعد ذلك لا يمكنك إلا سحب كل منهما.',
      few: 'تُرسل فورًا، وتصل الدعوات إلى مستلميها. بعد ذلك لا يمكنك إلا سحب كل مستند.',
      many: 'تُرسل فورًا، وتصل الدعوات إلى مستلميها. بعد ذلك لا يمكنك إلا سحب كل مستند.',
      other: 'تُرسل فورًا، وتصل الدعوات إلى مستلميها. بعد ذلك لا يمكنك إلا سحب كل مستند.',
    }),
    titles: (count: number, titles: string): string =>
      counted({
        zero: `العناوين: ${isolate(titles)}`,
        one: `العنوان: ${isolate(titles)}`,
        two: `العنوانان: ${isolate(titles)}`,
        few: `العناوين: ${isolate(titles)}`,
        many: `العناوين: ${isolate(titles)}`,
        other: `العناوين: ${isolate(titles)}`,
      })(count),
    warningsAboutRows: 'تحذيرات بشأن الصفوف',
    moreWarningsNotShown: (warningsCount: number): string => `تحذيرات أخرى غير معروضة: ${number(warningsCount)}.`,
    sendText: (documents: string): string => `إرسال ${isolate(documents)}`,
  },
  columns: {
    eMailOf: (name: string): string => `البريد الإلكتروني: ${isolate(name)}`,
    nameOf: (name: string): string => `الاسم: ${isolate(name)}`,
    recipientAuthenticationOf: (name: string): string => `توثيق المستلم: ${isolate(name)}`,
    secondEMailOf: (name: string): string => `البريد الإلكتروني الثاني: ${isolate(name)}`,
    field: (label: string): string => `الحقل «${isolate(label)}»`,
    titleOfDocument: 'عنوان المستند',
    twoColumnsHaveSameMeaning: (twice: string): string => `لعمودين المعنى نفسه: ${isolate(twice)}.`,
    chooseColumnWithEMail: (name: string): string => `اختر العمود الذي فيه عناوين البريد الإلكتروني: ${isolate(name)}.`,
    chooseColumnWithSecondE: (name: string): string =>
      `اختر العمود الذي فيه عناوين البريد الإلكتروني الثانية: ${isolate(name)}. تُرسل الرموز إليها.`,
  },
  newBulkSendPage: {
    fileLargerThanMb: 'حجم الملف أكبر من 5 ميغابايت. أرسل الصفوف في عدة ملفات.',
    fileMustHaveHeaderRow: 'يجب أن يحتوي الملف على صف رأس فيه أسماء الأعمدة، وعلى صف واحد على الأقل تحته.',
    fileHasRows: (count: number, mostRows: number): string =>
      `عدد صفوف الملف: ${number(count)}. الحد الأقصى في المرة الواحدة: ${number(mostRows)}.`,
    leaveOut: 'تجاهل',
    whatHolds: (column: string): string => `محتوى «${isolate(column)}»`,
    chooseCsvFile: 'اختر ملف CSV.',
    theList: 'القائمة',
    csvFile: 'ملف CSV',
    headerRowWithColumnNames: (mostRows: number): string =>
      `صف رأس فيه أسماء الأعمدة، ثم صف لكل مستند. الحد الأقصى ${number(mostRows)}.`,
    chooseCsvFilePlaceholder: 'اختر ملف CSV',
    columns: 'الأعمدة',
    firstOfRows: (rowsCount: number, count: number): string =>
      `أول ${number(rowsCount)} من أصل ${number(count)} من الصفوف.`,
    allRows: (count: number): string => `كل الصفوف: ${number(count)}.`,
    fileRead: (encodingNames: string): string =>
      `قُرئ الملف بترميز ${isolate(encodingNames)}. إن بدت الأحرف خاطئة فاحفظ الملف بترميز UTF-8 واختره مجددًا.`,
    theDocuments: 'المستندات',
    titleOfEachDocument: 'عنوان كل مستند',
    canContainColumnsAs: `يمكن أن يحتوي على أعمدة، كما في «عقد ${isolate('{{name}}')}». ولعمود العنوان الأولوية.`,
    nothingSent: 'لم يُرسل أي شيء',
    checkRows: 'التحقق من الصفوف',
    check: (rows: string): string => `التحقق من ${isolate(rows)}`,
    send: (documents: string): string => `إرسال ${isolate(documents)}`,
    sendInBulk: 'إرسال جماعي',
    sendInBulkText: (name: string): string => `إرسال ${isolate(name)} جماعيًا`,
    oneDocumentOfForEach: <T>(link: T): Phrase<T> => ['مستند واحد من ', link, ' لكل صف في القائمة.'],
  },
  bulkPill: {
    sending: 'جارٍ الإرسال',
    done: 'تم',
  },
  bulkSendsPage: {
    by: <T>(template: T, name: T): Phrase<T> => [template, ' · ', name],
    of: (sent: number, total: number): string => `${number(sent)} من ${number(total)}`,
    begun: 'بدأ',
    goToTemplates: 'الانتقال إلى القوالب',
    oneDocumentForEachRow: 'مستند واحد لكل صف في القائمة.',
    noBulkSendsYet: 'لا عمليات إرسال جماعي بعد',
    chooseTemplateAndCsvFile: 'اختر قالبًا وملف CSV فيه صف لكل مستند.',
  },
  bulkSendPage: {
    sentDocumentsStaySent: 'تبقى المستندات المرسلة مرسلة. ولن تُرسل صفوف أخرى.',
    cancelBulkSend: 'إلغاء هذا الإرسال الجماعي؟',
    waitingRowsNotSent:
      'لن تُرسل الصفوف المنتظرة. وتبقى المستندات المرسلة مرسلة. اسحبها واحدًا تلو الآخر إن كان يجب ألا يوقّعها أحد.',
    keepSending: 'متابعة الإرسال',
    cancelBulkSendText: 'إلغاء الإرسال الجماعي',
    rows: 'الصفوف',
    progress: 'التقدم',
    ofSent: (sent: number, total: number): string => `أُرسل ${number(sent)} من ${number(total)}`,
    ofFailed: (failed: number, total: number): string => `فشل ${number(failed)} من ${number(total)}`,
    done: (percent: number): string => `تم ${number(percent)}٪. يمكنك مغادرة هذه الصفحة. يستمر الإرسال.`,
    allRowsDone: 'تمت كل الصفوف.',
    rowsFailed: 'الصفوف الفاشلة',
    downloadAsCsv: 'تنزيل بصيغة CSV',
    retry: 'إعادة المحاولة',
    fileContainsOnlyRows: 'لا يحتوي الملف إلا على هذه الصفوف. صحّحها وأرسل الملف. تُحفظ الصفوف 90 يومًا.',
    row: 'الصف',
    values: 'القيم',
    problem: 'المشكلة',
    bulkSendOfVersion: <T>(link: T, templateVersion: number): Phrase<T> => [
      'إرسال جماعي من ',
      link,
      `، الإصدار ${number(templateVersion)}`,
    ],
    viewDocuments: 'عرض المستندات',
    cancelDialog: 'إلغاء…',
    valuesStoredForNinetyDays: (day: string): string =>
      `حُفظت قيم الصفوف 90 يومًا، حتى ${isolate(day)}. لا تتأثر المستندات.`,
    rowsDeleted: 'حُذفت الصفوف',
    everyRowSentAndRecipients: 'أُرسل كل صف ودُعي مستلموه.',
    bulkSend: 'الإرسال الجماعي',
    goToBulkSends: 'الانتقال إلى الإرسال الجماعي',
  },
};
