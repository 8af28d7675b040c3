import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('nl');

export const documentTags: AppWords['documentTags'] = {
  tagsDialog: {
    tagsOfAll: counted({ one: 'Tags', other: 'Tags van alle documenten' }),
    otherTags: 'Tags die alleen sommige documenten hebben, veranderen niet.',
    saveTags: 'Tags opslaan',
    tagsOf: counted({ one: 'Tags van 1 document', other: 'Tags van # documenten' }),
  },
  tagFilter: {
    filterByTag: 'Filteren op tag',
    tag: 'Tag',
    showThese: 'Toepassen',
  },
};
