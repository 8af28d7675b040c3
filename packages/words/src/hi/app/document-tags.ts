import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('hi');

export const documentTags: AppWords['documentTags'] = {
  tagsDialog: {
    tagsOfAll: counted({ one: 'टैग', other: 'सभी दस्तावेज़ों के टैग' }),
    otherTags: 'केवल कुछ दस्तावेज़ों के टैग नहीं बदलते।',
    saveTags: 'टैग सहेजें',
    tagsOf: counted({ one: '# दस्तावेज़ के टैग', other: '# दस्तावेज़ों के टैग' }),
  },
  tagFilter: { filterByTag: 'टैग से फ़िल्टर करें', tag: 'टैग', showThese: 'लागू करें' },
};
