import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('he');

export const documents: AppWords['documents'] = {
  list: {
    drafts: 'טיוטות',
    trash: 'סל המחזור',
    newer: 'חדשים יותר',
    older: 'ישנים יותר',
  },
  nextStep: {
    andMore: (name: string, othersCount: number): string => `${isolate(name)} ועוד ${number(othersCount)}`,
    notSentYet: 'עדיין לא נשלח',
    sendsOn: (time: string): string => `מועד השליחה: ${isolate(time)}`,
    waitingFor: (named: string): string => `ממתין לחתימה של ${isolate(named)}`,
    waitingForSignatures: 'ממתין לחתימות',
    declinedBy: (named: string): string => `סורב מאת ${isolate(named)}`,
    didNotSignInTime: (named: string): string => `לא חתמו בזמן: ${isolate(named)}`,
    notSignedInTime: 'לא נחתם בזמן',
  },
  documentTable: {
    onlyDocumentsTagged: (tag: string): string => `רק מסמכים עם התגית „${isolate(tag)}”`,
    inTrashSince: <T>(time: T): Phrase<T> => ['בסל המחזור מאז ', '\u2068', time, '\u2069'],
    select: (title: string): string => `בחירת ${isolate(title)}`,
    selectAllOnPage: 'בחירת הכול בדף זה',
    expires: 'תפוגה',
    updated: 'עודכן',
  },
  searchBox: {
    searchTitlesAndRecipients: 'חיפוש בכותרות ובנמענים',
  },
  documentsPage: {
    nothingLeftOnPage: 'הדף הזה ריק',
    documentsOnPageMoved: 'המסמכים עברו לדף אחר או לרשימה אחרת.',
    goToFirstPage: 'מעבר לדף הראשון',
    trashEmpty: 'סל המחזור ריק',
    deletedDocumentsStayForThirty: 'מסמכים שנמחקו נשארים כאן 30 יום. מסמכים שהושלמו נשמרים עד תום תקופת השמירה שלהם.',
    showAllDocuments: 'הצגת כל המסמכים',
    nothingMatches: ({
      search,
      status,
      tag,
      isLimited,
    }: Record<'search' | 'status' | 'tag', string | undefined> & { isLimited: boolean }): string => {
      const under = status === undefined ? '' : ` תחת „${isolate(status)}”`;
      const tagged = tag === undefined ? '' : ` עם התגית „${isolate(tag)}”`;
      if (isLimited) return 'אין מסמך שמתאים לכל המסננים. הסרת מסנן תציג עוד.';
      if (search === undefined) return `אין מסמכים${under}${tagged}.`;
      const archived = status === undefined ? ' מסמכים בארכיון לא נכללו בחיפוש.' : '';
      return `אין מסמך${under}${tagged} עם „${isolate(search)}” בכותרת או בנמענים.${archived}`;
    },
    sendFirstDocument: 'שליחת המסמך הראשון שלך',
    dropPdfAnywhereInWindow:
      'אפשר לגרור PDF לכל מקום בחלון, או לבחור אחד. יש להוסיף נמענים, ואנחנו נדאג לשאר. אפשר לאמת כל חתימה.',
    loadingDocuments: 'המסמכים נטענים',
    pagesOfList: 'דפי הרשימה',
    documents: counted({ one: 'מסמך אחד', two: 'שני מסמכים', other: '# מסמכים' }),
    moreDocuments: (total: number): string => `יותר מ-${number(total)} מסמכים`,
    count: ({ total, totalIsExact }: { total: number; totalIsExact: boolean }): string =>
      totalIsExact ? number(total) : `${number(total)}+`,
    documentsOfStatus: 'מסמכים במצב זה',
  },
};
