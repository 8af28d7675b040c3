import { figuresIn } from '../../figures.ts';

const { number } = figuresIn('en');

export const common = {
  all: 'All',
  waiting: 'Waiting',
  completed: 'Completed',
  declined: 'Declined',
  expired: 'Expired',
  voided: 'Voided',
  archived: 'Archived',
  previous: 'Previous',
  next: 'Next',
  delete: 'Delete',
  undo: 'Undo',
  draft: 'Draft',
  signed: 'Signed',
  title: 'Title',
  status: 'Status',
  nothingFound: 'Nothing found',
  newDocument: 'New document',
  documents: 'Documents',
  countersign: 'Countersign',
  templates: 'Templates',
  packages: 'Packages',
  loading: 'Loading',
  goToDocuments: 'Go to documents',
  more: (count: number): string => `${number(count)} more`,
};
