import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('ar');

export const documents: AppWords['documents'] = {
  list: {
    drafts: 'المسودات',
    trash: 'سلة المهملات',
    newer: 'الأحدث',
    older: 'الأقدم',
  },
  nextStep: {
    andMore: (name: string, othersCount: number): string => `${isolate(name)} و${number(othersCount)} غيره`,
    notSentYet: 'لم يُرسل بعد',
    sendsOn: (time: string): string => `يُرسل في ${isolate(time)}`,
    waitingFor: (named: string): string => `بانتظار ${isolate(named)}`,
    waitingForSignatures: 'بانتظار التوقيعات',
    declinedBy: (named: string): string => `رفضه ${isolate(named)}`,
    didNotSignInTime: (named: string): string => `لم يوقّع في الموعد: ${isolate(named)}`,
    notSignedInTime: 'لم يُوقَّع في الموعد',
  },
  documentTable: {
    onlyDocumentsTagged: (tag: string): string => `المستندات ذات الوسم «${isolate(tag)}» فقط`,
    inTrashSince: <T>(time: T): Phrase<T> => ['في سلة المهملات منذ ', time],
    select: (title: string): string => `تحديد ${isolate(title)}`,
    selectAllOnPage: 'تحديد كل ما في هذه الصفحة',
    expires: 'انتهاء المهلة',
    updated: 'آخر تحديث',
  },
  searchBox: {
    searchTitlesAndRecipients: 'البحث في العناوين والمستلمين',
  },
  documentsPage: {
    nothingLeftOnPage: 'هذه الصفحة فارغة',
    documentsOnPageMoved: 'انتقلت المستندات إلى صفحة أو قائمة أخرى.',
    goToFirstPage: 'الانتقال إلى الصفحة الأولى',
    trashEmpty: 'سلة المهملات فارغة',
    deletedDocumentsStayForThirty:
      'تبقى المستندات المحذوفة هنا 30 يومًا. وتبقى المستندات المكتملة إلى أن تنتهي مدة حفظها.',
    showAllDocuments: 'عرض كل المستندات',
    nothingMatches: ({
      search,
      status,
      tag,
      isLimited,
    }: Record<'search' | 'status' | 'tag', string | undefined> & { isLimited: boolean }): string => {
      const under = status === undefined ? '' : ` حالته «${isolate(status)}»`;
      const tagged = tag === undefined ? '' : ` بالوسم «${isolate(tag)}»`;
      if (isLimited) return 'لا يوجد مستند يطابق كل عوامل التصفية. أزل أحدها لترى المزيد.';
      if (search === undefined) return `لا يوجد مستند${under}${tagged}.`;
      const archived = status === undefined ? ' لم يشمل البحث المستندات المؤرشفة.' : '';
      return `لا يوجد مستند${under}${tagged} في عنوانه أو بين مستلميه «${isolate(search)}».${archived}`;
    },
    sendFirstDocument: 'أرسل أول مستند',
    dropPdfAnywhereInWindow:
      'أفلت ملف PDF في أي مكان من هذه النافذة، أو اختر ملفًا. أضف المستلمين، ونتولى نحن الباقي. ويمكنك التحقق من كل توقيع.',
    loadingDocuments: 'جارٍ تحميل المستندات',
    pagesOfList: 'صفحات القائمة',
    documents: counted({
      zero: '# مستند',
      one: 'مستند واحد',
      two: 'مستندان',
      few: '# مستندات',
      many: '# مستندًا',
      other: '# مستند',
    }),
    moreDocuments: (total: number): string => `أكثر من ${number(total)} من المستندات`,
    count: ({ total, totalIsExact }: { total: number; totalIsExact: boolean }): string =>
      totalIsExact ? number(total) : `${number(total)}+`,
    documentsOfStatus: 'مستندات بهذه الحالة',
  },
};
