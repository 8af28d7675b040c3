import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('es');

export const common: AppWords['common'] = {
  all: 'Todos',
  waiting: 'En espera',
  completed: 'Completado',
  declined: 'Rechazado',
  expired: 'Caducado',
  voided: 'Retirado',
  archived: 'Archivado',
  previous: 'Anterior',
  next: 'Siguiente',
  delete: 'Eliminar',
  undo: 'Deshacer',
  draft: 'Borrador',
  signed: 'Firmado',
  title: 'Título',
  status: 'Estado',
  nothingFound: 'Sin resultados',
  newDocument: 'Nuevo documento',
  documents: 'Documentos',
  countersign: 'Countersign',
  templates: 'Plantillas',
  packages: 'Paquetes',
  loading: 'Cargando',
  goToDocuments: 'Ir a los documentos',
  more: (count) => `${number(count)} más`,
};
