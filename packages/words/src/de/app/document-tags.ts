import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('de');

export const documentTags: AppWords['documentTags'] = {
  tagsDialog: {
    tagsOfAll: counted({ one: 'Tags', other: 'Tags aller Dokumente' }),
    otherTags: 'Tags, die nur einige der Dokumente haben, ändern sich nicht.',
    saveTags: 'Tags speichern',
    tagsOf: counted({ one: 'Tags von 1 Dokument', other: 'Tags von # Dokumenten' }),
  },
  tagFilter: {
    filterByTag: 'Nach Tag filtern',
    tag: 'Tag',
    showThese: 'Anwenden',
  },
};
