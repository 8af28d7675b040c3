import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('pt');

export const documentPlaces: AppWords['documentPlaces'] = {
  places: {
    viewsAndFolders: 'Visualizações e pastas',
    views: 'Visualizações',
    folders: 'Pastas',
    allDocuments: 'Todos os documentos',
    saveView: 'Salvar esta visualização',
    newFolder: 'Nova pasta',
    noViews: 'Filtre a lista e salve a visualização aqui.',
    noFolders: 'As pastas mantêm documentos juntos. Você pode compartilhá-las.',
    shared: 'Compartilhada',
    actionsFor: (name: string): string => `Ações para ${name}`,
    viewsFailed: 'Não foi possível carregar as visualizações.',
    foldersFailed: 'Não foi possível carregar as pastas.',
    tryAgain: 'Tentar de novo',
  },
  menu: {
    rename: 'Renomear…',
    replaceFilters: 'Substituir pelos filtros atuais',
    share: 'Compartilhar com a organização',
    stopSharing: 'Parar de compartilhar',
    moveUp: 'Mover para cima',
    moveDown: 'Mover para baixo',
    newInside: 'Nova pasta dentro…',
    moveFolder: 'Mover para outra pasta…',
  },
  dialog: {
    saveView: 'Salvar esta visualização',
    renameView: 'Renomear visualização',
    newFolder: 'Nova pasta',
    renameFolder: 'Renomear pasta',
    shareView: 'Compartilhar com a organização. Cada pessoa vê somente os documentos que já poderia ver.',
    shareFolder: 'Compartilhar com a organização. Cada pessoa vê somente os documentos que já poderia ver.',
    deleteFolder: (name: string): string => `Excluir a pasta “${name}”?`,
    documentsStay: 'Os documentos dela permanecem. As pastas dentro dela sobem um nível. Isto não pode ser desfeito.',
    deleteFolderButton: 'Excluir pasta',
  },
  done: {
    viewSaved: 'Visualização salva',
    filtersReplaced: 'Filtros substituídos',
    viewDeleted: 'Visualização excluída',
    folderDeleted: 'Pasta excluída',
  },
  picker: {
    title: counted({ one: 'Adicionar 1 documento a uma pasta', other: 'Adicionar # documentos a uma pasta' }),
    titleMove: counted({ one: 'Mover 1 documento para outra pasta', other: 'Mover # documentos para outra pasta' }),
    moveFolder: (name: string): string => `Mover “${name}” para`,
    folder: 'Pasta',
    search: 'Buscar pastas',
    top: 'Nível superior',
    noneYet: 'Ainda não há pastas.',
    noOther: 'Não há outra pasta.',
    nothingFound: 'Nenhuma pasta tem este nome.',
    add: 'Adicionar',
    move: 'Mover',
  },
};
