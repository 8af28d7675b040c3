import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('it');

export const common: AppWords['common'] = {
  all: 'Tutti',
  waiting: 'In attesa',
  completed: 'Completato',
  declined: 'Rifiutato',
  expired: 'Scaduto',
  voided: 'Ritirato',
  archived: 'Archiviato',
  previous: 'Indietro',
  next: 'Avanti',
  delete: 'Elimina',
  undo: 'Annulla',
  draft: 'Bozza',
  signed: 'Firmato',
  title: 'Titolo',
  status: 'Stato',
  nothingFound: 'Nessun risultato',
  newDocument: 'Nuovo documento',
  documents: 'Documenti',
  countersign: 'Countersign',
  templates: 'Modelli',
  packages: 'Pacchetti',
  loading: 'Caricamento',
  goToDocuments: 'Vai ai documenti',
  more: (count) => `altri ${number(count)}`,
};
