import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('pl');

export const documentPlaces: AppWords['documentPlaces'] = {
  places: {
    viewsAndFolders: 'Widoki i foldery',
    views: 'Widoki',
    folders: 'Foldery',
    allDocuments: 'Wszystkie dokumenty',
    saveView: 'Zapisz ten widok',
    newFolder: 'Nowy folder',
    noViews: 'Przefiltruj listę, a potem zapisz tu widok.',
    noFolders: 'Foldery trzymają dokumenty razem. Możesz je udostępniać.',
    shared: 'Udostępniony',
    actionsFor: (name: string): string => `Działania: ${name}`,
    viewsFailed: 'Nie udało się wczytać widoków.',
    foldersFailed: 'Nie udało się wczytać folderów.',
    tryAgain: 'Spróbuj ponownie',
  },
  menu: {
    rename: 'Zmień nazwę…',
    replaceFilters: 'Zastąp bieżącymi filtrami',
    share: 'Udostępnij organizacji',
    stopSharing: 'Przestań udostępniać',
    moveUp: 'Przesuń w górę',
    moveDown: 'Przesuń w dół',
    newInside: 'Nowy folder wewnątrz…',
    moveFolder: 'Przenieś do innego folderu…',
  },
  dialog: {
    saveView: 'Zapisz ten widok',
    renameView: 'Zmień nazwę widoku',
    newFolder: 'Nowy folder',
    renameFolder: 'Zmień nazwę folderu',
    shareView: 'Udostępnij organizacji. Każdy widzi tylko te dokumenty, do których i tak ma dostęp.',
    shareFolder: 'Udostępnij organizacji. Każdy widzi tylko te dokumenty, do których i tak ma dostęp.',
    deleteFolder: (name: string): string => `Usunąć folder „${name}”?`,
    documentsStay: 'Dokumenty z folderu pozostaną. Foldery wewnątrz przejdą poziom wyżej. Tego nie można cofnąć.',
    deleteFolderButton: 'Usuń folder',
  },
  done: {
    viewSaved: 'Widok zapisany',
    filtersReplaced: 'Filtry zastąpione',
    viewDeleted: 'Widok usunięty',
    folderDeleted: 'Folder usunięty',
  },
  picker: {
    title: counted({
      one: 'Dodaj 1 dokument do folderu',
      few: 'Dodaj # dokumenty do folderu',
      many: 'Dodaj # dokumentów do folderu',
      other: 'Dodaj # dokumentów do folderu',
    }),
    titleMove: counted({
      one: 'Przenieś 1 dokument do innego folderu',
      few: 'Przenieś # dokumenty do innego folderu',
      many: 'Przenieś # dokumentów do innego folderu',
      other: 'Przenieś # dokumentów do innego folderu',
    }),
    moveFolder: (name: string): string => `Przenieś „${name}” do`,
    folder: 'Folder',
    search: 'Szukaj folderów',
    top: 'Najwyższy poziom',
    noneYet: 'Nie ma jeszcze folderów.',
    noOther: 'Nie ma innego folderu.',
    nothingFound: 'Żaden folder nie ma tej nazwy.',
    add: 'Dodaj',
    move: 'Przenieś',
  },
};
