import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('nl');

export const common: AppWords['common'] = {
  all: 'Alle',
  waiting: 'Wacht',
  completed: 'Afgerond',
  declined: 'Geweigerd',
  expired: 'Verlopen',
  voided: 'Ingetrokken',
  archived: 'Gearchiveerd',
  previous: 'Vorige',
  next: 'Volgende',
  delete: 'Verwijderen',
  undo: 'Ongedaan maken',
  draft: 'Concept',
  signed: 'Ondertekend',
  title: 'Titel',
  status: 'Status',
  nothingFound: 'Niets gevonden',
  newDocument: 'Nieuw document',
  documents: 'Documenten',
  countersign: 'Countersign',
  templates: 'Sjablonen',
  packages: 'Pakketten',
  loading: 'Laden',
  goToDocuments: 'Naar documenten',
  more: (count) => `nog ${number(count)}`,
};
