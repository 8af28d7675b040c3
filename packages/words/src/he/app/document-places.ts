import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('he');

export const documentPlaces: AppWords['documentPlaces'] = {
  places: {
    viewsAndFolders: 'תצוגות ותיקיות',
    views: 'תצוגות',
    folders: 'תיקיות',
    allDocuments: 'כל המסמכים',
    saveView: 'שמירת תצוגה זו',
    newFolder: 'תיקייה חדשה',
    noViews: 'אפשר לסנן את הרשימה ולשמור כאן את התצוגה.',
    noFolders: 'תיקיות מרכזות מסמכים. אפשר לשתף אותן.',
    shared: 'משותף',
    actionsFor: (name: string): string => `פעולות עבור ${isolate(name)}`,
    viewsFailed: 'לא ניתן היה לטעון את התצוגות.',
    foldersFailed: 'לא ניתן היה לטעון את התיקיות.',
    tryAgain: 'ניסיון נוסף',
  },
  menu: {
    rename: 'שינוי שם …',
    replaceFilters: 'החלפה במסננים הנוכחיים',
    share: 'שיתוף עם הארגון',
    stopSharing: 'הפסקת השיתוף',
    moveUp: 'העברה למעלה',
    moveDown: 'העברה למטה',
    newInside: 'תיקייה חדשה בפנים …',
    moveFolder: 'העברה לתיקייה אחרת …',
  },
  dialog: {
    saveView: 'שמירת תצוגה זו',
    renameView: 'שינוי שם התצוגה',
    newFolder: 'תיקייה חדשה',
    renameFolder: 'שינוי שם התיקייה',
    shareView: 'שיתוף עם הארגון. כל אחד רואה רק את המסמכים שממילא מותר לו לראות.',
    shareFolder: 'שיתוף עם הארגון. כל אחד רואה רק את המסמכים שממילא מותר לו לראות.',
    deleteFolder: (name: string): string => `למחוק את התיקייה „${isolate(name)}”?`,
    documentsStay: 'המסמכים שבה נשארים. התיקיות שבה עולות רמה אחת. אי אפשר לבטל זאת.',
    deleteFolderButton: 'מחיקת התיקייה',
  },
  done: {
    viewSaved: 'התצוגה נשמרה',
    filtersReplaced: 'המסננים הוחלפו',
    viewDeleted: 'התצוגה נמחקה',
    folderDeleted: 'התיקייה נמחקה',
  },
  picker: {
    title: counted({ one: 'הוספת מסמך אחד לתיקייה', two: 'הוספת שני מסמכים לתיקייה', other: 'הוספת # מסמכים לתיקייה' }),
    titleMove: counted({
      one: 'העברת מסמך אחד לתיקייה אחרת',
      two: 'העברת שני מסמכים לתיקייה אחרת',
      other: 'העברת # מסמכים לתיקייה אחרת',
    }),
    moveFolder: (name: string): string => `העברת „${isolate(name)}” אל`,
    folder: 'תיקייה',
    search: 'חיפוש תיקיות',
    top: 'הרמה העליונה',
    noneYet: 'עדיין אין תיקיות.',
    noOther: 'אין תיקייה אחרת.',
    nothingFound: 'אין תיקייה בשם זה.',
    add: 'הוספה',
    move: 'העברה',
  },
};
