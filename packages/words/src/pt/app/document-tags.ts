import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('pt');

export const documentTags: AppWords['documentTags'] = {
  tagsDialog: {
    tagsOfAll: counted({ one: 'Etiquetas', other: 'Etiquetas de todos os documentos' }),
    otherTags: 'As etiquetas que só alguns dos documentos têm não mudam.',
    saveTags: 'Salvar etiquetas',
    tagsOf: counted({ one: 'Etiquetas de 1 documento', other: 'Etiquetas de # documentos' }),
  },
  tagFilter: {
    filterByTag: 'Filtrar por etiqueta',
    tag: 'Etiqueta',
    showThese: 'Aplicar',
  },
};
