import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('de');

export const common: AppWords['common'] = {
  all: 'Alle',
  waiting: 'Wartend',
  completed: 'Abgeschlossen',
  declined: 'Abgelehnt',
  expired: 'Abgelaufen',
  voided: 'Zurückgezogen',
  archived: 'Archiviert',
  previous: 'Zurück',
  next: 'Weiter',
  delete: 'Löschen',
  undo: 'Rückgängig',
  draft: 'Entwurf',
  signed: 'Unterschrieben',
  title: 'Titel',
  status: 'Status',
  nothingFound: 'Nichts gefunden',
  newDocument: 'Neues Dokument',
  documents: 'Dokumente',
  countersign: 'Countersign',
  templates: 'Vorlagen',
  packages: 'Pakete',
  loading: 'Wird geladen',
  goToDocuments: 'Zu den Dokumenten',
  more: (count) => `${number(count)} weitere`,
};
