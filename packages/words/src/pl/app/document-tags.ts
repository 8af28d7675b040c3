import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('pl');

export const documentTags: AppWords['documentTags'] = {
  tagsDialog: {
    tagsOfAll: counted({
      one: 'Etykiety',
      few: 'Etykiety wszystkich dokumentów',
      many: 'Etykiety wszystkich dokumentów',
      other: 'Etykiety wszystkich dokumentów',
    }),
    otherTags: 'Etykiety, które mają tylko niektóre dokumenty, się nie zmienią.',
    saveTags: 'Zapisz etykiety',
    tagsOf: counted({
      one: 'Etykiety 1 dokumentu',
      few: 'Etykiety # dokumentów',
      many: 'Etykiety # dokumentów',
      other: 'Etykiety # dokumentów',
    }),
  },
  tagFilter: {
    filterByTag: 'Filtruj według etykiety',
    tag: 'Etykieta',
    showThese: 'Zastosuj',
  },
};
