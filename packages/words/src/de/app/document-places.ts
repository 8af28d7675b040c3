import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('de');

export const documentPlaces: AppWords['documentPlaces'] = {
  places: {
    viewsAndFolders: 'Ansichten und Ordner',
    views: 'Ansichten',
    folders: 'Ordner',
    allDocuments: 'Alle Dokumente',
    saveView: 'Ansicht speichern',
    newFolder: 'Neuer Ordner',
    noViews: 'Filtern Sie die Liste, und speichern Sie die Ansicht hier.',
    noFolders: 'Ordner halten Dokumente zusammen. Sie können sie teilen.',
    shared: 'Geteilt',
    actionsFor: (name: string): string => `Aktionen für ${name}`,
    viewsFailed: 'Die Ansichten konnten nicht geladen werden.',
    foldersFailed: 'Die Ordner konnten nicht geladen werden.',
    tryAgain: 'Noch einmal versuchen',
  },
  menu: {
    rename: 'Umbenennen …',
    replaceFilters: 'Durch jetzige Filter ersetzen',
    share: 'Mit der Organisation teilen',
    stopSharing: 'Nicht mehr teilen',
    moveUp: 'Nach oben',
    moveDown: 'Nach unten',
    newInside: 'Neuer Unterordner …',
    moveFolder: 'In anderen Ordner verschieben …',
  },
  dialog: {
    saveView: 'Ansicht speichern',
    renameView: 'Ansicht umbenennen',
    newFolder: 'Neuer Ordner',
    renameFolder: 'Ordner umbenennen',
    shareView: 'Mit der Organisation teilen. Alle sehen nur die Dokumente, die sie ohnehin sehen dürfen.',
    shareFolder: 'Mit der Organisation teilen. Alle sehen nur die Dokumente, die sie ohnehin sehen dürfen.',
    deleteFolder: (name: string): string => `Ordner „${name}“ löschen?`,
    documentsStay:
      'Seine Dokumente bleiben. Seine Unterordner rücken eine Ebene nach oben. Das lässt sich nicht rückgängig machen.',
    deleteFolderButton: 'Ordner löschen',
  },
  done: {
    viewSaved: 'Ansicht gespeichert',
    filtersReplaced: 'Filter ersetzt',
    viewDeleted: 'Ansicht gelöscht',
    folderDeleted: 'Ordner gelöscht',
  },
  picker: {
    title: counted({ one: '1 Dokument in einen Ordner legen', other: '# Dokumente in einen Ordner legen' }),
    titleMove: counted({
      one: '1 Dokument in einen anderen Ordner verschieben',
      other: '# Dokumente in einen anderen Ordner verschieben',
    }),
    moveFolder: (name: string): string => `„${name}“ verschieben nach`,
    folder: 'Ordner',
    search: 'Ordner suchen',
    top: 'Oberste Ebene',
    noneYet: 'Es gibt noch keine Ordner.',
    noOther: 'Es gibt keinen anderen Ordner.',
    nothingFound: 'Kein Ordner hat diesen Namen.',
    add: 'Hinzufügen',
    move: 'Verschieben',
  },
};
