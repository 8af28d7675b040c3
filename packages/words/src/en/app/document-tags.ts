import { figuresIn } from '../../figures.ts';

const { counted } = figuresIn('en');

export const documentTags = {
  tagsDialog: {
    tagsOfAll: counted({ one: 'Tags', other: 'Tags that all documents have' }),
    otherTags: 'Tags that only some of the documents have are not changed.',
    saveTags: 'Save tags',
    tagsOf: counted({ one: 'Tags of 1 document', other: 'Tags of # documents' }),
  },
  tagFilter: {
    filterByTag: 'Filter by tag',
    tag: 'Tag',
    showThese: 'Apply',
  },
};
