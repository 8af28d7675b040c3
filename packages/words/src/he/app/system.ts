import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('he');

export const system: AppWords['system'] = {
  systemPage: {
    ok: 'תקין',
    warning: 'אזהרה',
    actionNeeded: 'נדרש טיפול',
    everythingInOrder: 'הכול תקין.',
    ofToLookAt: (open: number, checksCount: number): string =>
      `${number(open)} מתוך ${number(checksCount)} בדיקות דורשות טיפול.`,
    system: 'מערכת',
    checksForProductionReadiness: 'בדיקות מוכנות לעבודה ואבטחה. מתעדכן בכל 30 שניות.',
    checkNow: 'בדיקה עכשיו',
    productionReadiness: 'מוכנות לעבודה',
    checksMustPassBeforePeople: 'בדיקות שצריכות לעבור לפני שאנשים מסתמכים על התקנה זו.',
    security: 'אבטחה',
    agesOfKeysAndCertificates: 'גיל מפתחות ותעודות, הגדרות חלשות, אנשים ללא גורם אימות שני.',
    thisServer: 'שרת זה',
    version: 'גרסה',
    started: 'התחיל',
    database: 'מסד נתונים',
    postgresql: 'PostgreSQL',
    schema: 'סכמה',
    passed: counted({ one: 'בדיקה אחת עברה', two: 'שתי בדיקות עברו', other: '# בדיקות עברו' }),
  },
};
