import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('es');

export const documentTags: AppWords['documentTags'] = {
  tagsDialog: {
    tagsOfAll: counted({ one: 'Etiquetas', other: 'Etiquetas de todos los documentos' }),
    otherTags: 'Las etiquetas que solo tienen algunos de los documentos no cambian.',
    saveTags: 'Guardar etiquetas',
    tagsOf: counted({ one: 'Etiquetas de 1 documento', other: 'Etiquetas de # documentos' }),
  },
  tagFilter: {
    filterByTag: 'Filtrar por etiqueta',
    tag: 'Etiqueta',
    showThese: 'Aplicar',
  },
};
