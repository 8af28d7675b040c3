import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('pt');

export const common: AppWords['common'] = {
  all: 'Todos',
  waiting: 'Aguardando',
  completed: 'Concluído',
  declined: 'Recusado',
  expired: 'Expirado',
  voided: 'Retirado',
  archived: 'Arquivado',
  previous: 'Anterior',
  next: 'Próximo',
  delete: 'Excluir',
  undo: 'Desfazer',
  draft: 'Rascunho',
  signed: 'Assinado',
  title: 'Título',
  status: 'Status',
  nothingFound: 'Nada encontrado',
  newDocument: 'Novo documento',
  documents: 'Documentos',
  countersign: 'Countersign',
  templates: 'Modelos',
  packages: 'Pacotes',
  loading: 'Carregando',
  goToDocuments: 'Ir para os documentos',
  more: (count) => `mais ${number(count)}`,
};
