import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { counted } = figuresIn('he');

export const commands: AppWords['commands'] = {
  palette: {
    title: 'חיפוש ופקודות',
    searchOrJump: 'חיפוש במסמכים, בדפים ובפעולות',
    close: 'סגירה',
    results: 'תוצאות',
    thisDocument: 'מסמך זה',
    recentDocuments: 'מסמכים אחרונים',
    pages: 'דפים',
    actions: 'פעולות',
    documents: 'מסמכים',
    searching: 'החיפוש מתבצע …',
    found: counted({ one: 'תוצאה אחת', two: 'שתי תוצאות', other: '# תוצאות' }),
    nothingFound: (text: string): string => `לא נמצא דבר עבור „${isolate(text)}”.`,
    searchFailed: 'חיפוש המסמכים נכשל.',
    showAllWith: (text: string): string => `הצגת כל המסמכים עם „${isolate(text)}”`,
    settingsPage: (name: string): string => `הגדרות: ${isolate(name)}`,
    keyboardShortcuts: 'קיצורי מקלדת',
  },
  keys: {
    keyboardShortcuts: 'קיצורי מקלדת',
    names: {
      palette: 'חיפוש ופקודות',
      newDocument: 'מסמך חדש',
      search: 'חיפוש ברשימת המסמכים',
      next: 'השורה הבאה ברשימת המסמכים',
      previous: 'השורה הקודמת ברשימת המסמכים',
      select: 'בחירת השורה או ביטול בחירתה',
      selectTo: 'בחירת כל השורות עד כאן',
      keys: 'קיצורי מקלדת',
    },
    open: 'פתיחת השורה',
    ctrlK: 'Ctrl+K',
    shiftX: 'Shift+X',
    enter: 'Enter',
    canBeTurnedOff: <T>(link: (text: string) => T): Phrase<T> => [
      'המקשים אינם פועלים בזמן הקלדה. אפשר לכבות קיצורים של מקש יחיד בדף: ',
      link('פרופיל'),
      '.',
    ],
    areTurnedOff: <T>(link: (text: string) => T): Phrase<T> => [
      'קיצורים של מקש יחיד כבויים. אפשר להפעיל אותם בדף: ',
      link('פרופיל'),
      '.',
    ],
  },
};
