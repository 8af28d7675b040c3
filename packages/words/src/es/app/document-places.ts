import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('es');

export const documentPlaces: AppWords['documentPlaces'] = {
  places: {
    viewsAndFolders: 'Vistas y carpetas',
    views: 'Vistas',
    folders: 'Carpetas',
    allDocuments: 'Todos los documentos',
    saveView: 'Guardar esta vista',
    newFolder: 'Nueva carpeta',
    noViews: 'Filtre la lista y guarde la vista aquí.',
    noFolders: 'Las carpetas reúnen documentos. Puede compartirlas.',
    shared: 'Compartida',
    actionsFor: (name) => `Acciones para ${name}`,
    viewsFailed: 'No se han podido cargar las vistas.',
    foldersFailed: 'No se han podido cargar las carpetas.',
    tryAgain: 'Reintentar',
  },
  menu: {
    rename: 'Renombrar…',
    replaceFilters: 'Sustituir por los filtros actuales',
    share: 'Compartir con la organización',
    stopSharing: 'Dejar de compartir',
    moveUp: 'Subir',
    moveDown: 'Bajar',
    newInside: 'Nueva carpeta dentro…',
    moveFolder: 'Mover a otra carpeta…',
  },
  dialog: {
    saveView: 'Guardar esta vista',
    renameView: 'Renombrar vista',
    newFolder: 'Nueva carpeta',
    renameFolder: 'Renombrar carpeta',
    shareView: 'Compartir con la organización. Cada persona ve solo los documentos que ya podía ver.',
    shareFolder: 'Compartir con la organización. Cada persona ve solo los documentos que ya podía ver.',
    deleteFolder: (name) => `¿Eliminar la carpeta «${name}»?`,
    documentsStay: 'Sus documentos se conservan. Las carpetas que contiene suben un nivel. No se puede deshacer.',
    deleteFolderButton: 'Eliminar carpeta',
  },
  done: {
    viewSaved: 'Vista guardada',
    filtersReplaced: 'Filtros sustituidos',
    viewDeleted: 'Vista eliminada',
    folderDeleted: 'Carpeta eliminada',
  },
  picker: {
    title: counted({ one: 'Añadir 1 documento a una carpeta', other: 'Añadir # documentos a una carpeta' }),
    titleMove: counted({ one: 'Mover 1 documento a otra carpeta', other: 'Mover # documentos a otra carpeta' }),
    moveFolder: (name) => `Mover «${name}» a`,
    folder: 'Carpeta',
    search: 'Buscar carpetas',
    top: 'Nivel superior',
    noneYet: 'Todavía no hay carpetas.',
    noOther: 'No hay otra carpeta.',
    nothingFound: 'Ninguna carpeta tiene este nombre.',
    add: 'Añadir',
    move: 'Mover',
  },
};
