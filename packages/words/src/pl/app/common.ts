import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('pl');

export const common: AppWords['common'] = {
  all: 'Wszystkie',
  waiting: 'Oczekujące',
  completed: 'Ukończono',
  declined: 'Odmowa',
  expired: 'Wygasł',
  voided: 'Wycofano',
  archived: 'Zarchiwizowano',
  previous: 'Wstecz',
  next: 'Dalej',
  delete: 'Usuń',
  undo: 'Cofnij',
  draft: 'Szkic',
  signed: 'Podpisano',
  title: 'Tytuł',
  status: 'Status',
  nothingFound: 'Nic nie znaleziono',
  newDocument: 'Nowy dokument',
  documents: 'Dokumenty',
  countersign: 'Countersign',
  templates: 'Szablony',
  packages: 'Pakiety',
  loading: 'Wczytywanie',
  goToDocuments: 'Przejdź do dokumentów',
  more: (count) => `jeszcze ${number(count)}`,
};
