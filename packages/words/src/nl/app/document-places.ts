import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('nl');

export const documentPlaces: AppWords['documentPlaces'] = {
  places: {
    viewsAndFolders: 'Weergaven en mappen',
    views: 'Weergaven',
    folders: 'Mappen',
    allDocuments: 'Alle documenten',
    saveView: 'Weergave opslaan',
    newFolder: 'Nieuwe map',
    noViews: 'Filter de lijst en sla de weergave hier op.',
    noFolders: 'Mappen houden documenten bij elkaar. U kunt ze delen.',
    shared: 'Gedeeld',
    actionsFor: (name: string): string => `Acties voor ${name}`,
    viewsFailed: 'De weergaven konden niet worden geladen.',
    foldersFailed: 'De mappen konden niet worden geladen.',
    tryAgain: 'Opnieuw proberen',
  },
  menu: {
    rename: 'Naam wijzigen…',
    replaceFilters: 'Vervangen door huidige filters',
    share: 'Delen met de organisatie',
    stopSharing: 'Niet meer delen',
    moveUp: 'Omhoog',
    moveDown: 'Omlaag',
    newInside: 'Nieuwe map hierin…',
    moveFolder: 'Naar een andere map verplaatsen…',
  },
  dialog: {
    saveView: 'Weergave opslaan',
    renameView: 'Naam van weergave wijzigen',
    newFolder: 'Nieuwe map',
    renameFolder: 'Naam van map wijzigen',
    shareView: 'Delen met de organisatie. Iedereen ziet alleen de documenten waartoe hij al toegang had.',
    shareFolder: 'Delen met de organisatie. Iedereen ziet alleen de documenten waartoe hij al toegang had.',
    deleteFolder: (name: string): string => `Map ‘${name}’ verwijderen?`,
    documentsStay:
      'De documenten erin blijven. Mappen erin gaan een niveau omhoog. Dit kan niet ongedaan worden gemaakt.',
    deleteFolderButton: 'Map verwijderen',
  },
  done: {
    viewSaved: 'Weergave opgeslagen',
    filtersReplaced: 'Filters vervangen',
    viewDeleted: 'Weergave verwijderd',
    folderDeleted: 'Map verwijderd',
  },
  picker: {
    title: counted({ one: '1 document in een map plaatsen', other: '# documenten in een map plaatsen' }),
    titleMove: counted({
      one: '1 document naar een andere map verplaatsen',
      other: '# documenten naar een andere map verplaatsen',
    }),
    moveFolder: (name: string): string => `‘${name}’ verplaatsen naar`,
    folder: 'Map',
    search: 'Mappen zoeken',
    top: 'Hoogste niveau',
    noneYet: 'Er zijn nog geen mappen.',
    noOther: 'Er is geen andere map.',
    nothingFound: 'Geen map heeft deze naam.',
    add: 'Toevoegen',
    move: 'Verplaatsen',
  },
};
