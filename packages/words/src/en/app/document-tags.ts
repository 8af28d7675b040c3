import { figuresIn } from '../../figures.ts';

const { counted } = figuresIn('en');

export const documentTags = {
  tagsDialog: {
    tagsOfAll: counted({ one: 'Tags', other: 'Tags of all documents' }),
    otherTags: 'Tags of only some of the documents do not change.',
    saveTags: 'Save tags',
    tagsOf: counted({ one: 'Tags of 1 document', other: 'Tags of # documents' }),
  },
  tagFilter: {
    filterByTag: 'Filter by tag',
    tag: 'Tag',
    showThese: 'Apply',
  },
};
