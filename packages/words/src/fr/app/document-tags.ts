import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('fr');

export const documentTags: AppWords['documentTags'] = {
  tagsDialog: {
    tagsOfAll: counted({ one: 'Étiquettes', other: 'Étiquettes de tous les documents' }),
    otherTags: 'Les étiquettes que seuls certains documents portent ne changent pas.',
    saveTags: 'Enregistrer les étiquettes',
    tagsOf: counted({ one: 'Étiquettes de # document', other: 'Étiquettes de # documents' }),
  },
  tagFilter: {
    filterByTag: 'Filtrer par étiquette',
    tag: 'Étiquette',
    showThese: 'Appliquer',
  },
};
