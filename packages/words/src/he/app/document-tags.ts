import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('he');

export const documentTags: AppWords['documentTags'] = {
  tagsDialog: {
    tagsOfAll: counted({ one: 'תגיות', two: 'התגיות של שני המסמכים', other: 'התגיות של כל המסמכים' }),
    otherTags: 'תגיות שיש רק לחלק מהמסמכים אינן משתנות.',
    saveTags: 'שמירת התגיות',
    tagsOf: counted({ one: 'התגיות של מסמך אחד', two: 'התגיות של שני מסמכים', other: 'התגיות של # מסמכים' }),
  },
  tagFilter: {
    filterByTag: 'סינון לפי תגית',
    tag: 'תגית',
    showThese: 'החלה',
  },
};
