import { figuresIn } from '../../figures.ts';

const { counted } = figuresIn('en');

export const documentTags = {
  tagsDialog: {
    tagsOfAll: counted({ one: 'Tags', other: 'Tags on all selected documents' }),
    otherTags: 'Tags on only some of the documents stay as they are.',
    saveTags: 'Save tags',
    tagsOf: counted({ one: 'Tags on 1 document', other: 'Tags on # documents' }),
  },
  tagFilter: {
    filterByTag: 'Filter by tag',
    tag: 'Tag',
    showThese: 'Apply',
  },
};
