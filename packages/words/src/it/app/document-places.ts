import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('it');

export const documentPlaces: AppWords['documentPlaces'] = {
  places: {
    viewsAndFolders: 'Viste e cartelle',
    views: 'Viste',
    folders: 'Cartelle',
    allDocuments: 'Tutti i documenti',
    saveView: 'Salva questa vista',
    newFolder: 'Nuova cartella',
    noViews: 'Filtri l’elenco, poi salvi qui la vista.',
    noFolders: 'Le cartelle raccolgono i documenti. Si possono condividere.',
    shared: 'Condivise',
    actionsFor: (name: string): string => `Azioni per ${name}`,
    viewsFailed: 'Non è stato possibile caricare le viste.',
    foldersFailed: 'Non è stato possibile caricare le cartelle.',
    tryAgain: 'Riprova',
  },
  menu: {
    rename: 'Rinomina …',
    replaceFilters: 'Sostituisci con i filtri attuali',
    share: 'Condividi con l’organizzazione',
    stopSharing: 'Non condividere più',
    moveUp: 'Sposta in alto',
    moveDown: 'Sposta in basso',
    newInside: 'Nuova cartella all’interno …',
    moveFolder: 'Sposta in un’altra cartella …',
  },
  dialog: {
    saveView: 'Salva questa vista',
    renameView: 'Rinomina vista',
    newFolder: 'Nuova cartella',
    renameFolder: 'Rinomina cartella',
    shareView: 'Condividi con l’organizzazione. Ognuno vede solo i documenti che potrebbe vedere comunque.',
    shareFolder: 'Condividi con l’organizzazione. Ognuno vede solo i documenti che potrebbe vedere comunque.',
    deleteFolder: (name: string): string => `Eliminare la cartella «${name}»?`,
    documentsStay:
      'I suoi documenti restano. Le cartelle che contiene salgono di un livello. L’operazione non può essere annullata.',
    deleteFolderButton: 'Elimina cartella',
  },
  done: {
    viewSaved: 'Vista salvata',
    filtersReplaced: 'Filtri sostituiti',
    viewDeleted: 'Vista eliminata',
    folderDeleted: 'Cartella eliminata',
  },
  picker: {
    title: counted({ one: 'Aggiungere 1 documento a una cartella', other: 'Aggiungere # documenti a una cartella' }),
    titleMove: counted({
      one: 'Spostare 1 documento in un’altra cartella',
      other: 'Spostare # documenti in un’altra cartella',
    }),
    moveFolder: (name: string): string => `Sposta «${name}» in`,
    folder: 'Cartella',
    search: 'Cerca cartelle',
    top: 'Livello superiore',
    noneYet: 'Non ci sono ancora cartelle.',
    noOther: 'Non ci sono altre cartelle.',
    nothingFound: 'Nessuna cartella ha questo nome.',
    add: 'Aggiungi',
    move: 'Sposta',
  },
};
