import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('it');

export const documentTags: AppWords['documentTags'] = {
  tagsDialog: {
    tagsOfAll: counted({ one: 'Tag', other: 'Tag di tutti i documenti' }),
    otherTags: 'I tag presenti solo in alcuni documenti non cambiano.',
    saveTags: 'Salva tag',
    tagsOf: counted({ one: 'Tag di 1 documento', other: 'Tag di # documenti' }),
  },
  tagFilter: {
    filterByTag: 'Filtra per tag',
    tag: 'Tag',
    showThese: 'Applica',
  },
};
