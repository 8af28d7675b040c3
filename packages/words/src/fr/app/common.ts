import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('fr');

export const common: AppWords['common'] = {
  all: 'Tous',
  waiting: 'En attente',
  completed: 'Finalisé',
  declined: 'Refusé',
  expired: 'Expiré',
  voided: 'Retiré',
  archived: 'Archivé',
  previous: 'Précédent',
  next: 'Suivant',
  delete: 'Supprimer',
  undo: 'Annuler',
  draft: 'Brouillon',
  signed: 'Signé',
  title: 'Titre',
  status: 'Statut',
  nothingFound: 'Aucun résultat',
  newDocument: 'Nouveau document',
  documents: 'Documents',
  countersign: 'Countersign',
  templates: 'Modèles',
  packages: 'Dossiers',
  loading: 'Chargement',
  goToDocuments: 'Voir les documents',
  more: counted({ one: '# autre', other: '# autres' }),
};
