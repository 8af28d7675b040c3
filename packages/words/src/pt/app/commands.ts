import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { counted } = figuresIn('pt');

export const commands: AppWords['commands'] = {
  palette: {
    title: 'Busca e comandos',
    searchOrJump: 'Buscar documentos, páginas e ações',
    close: 'Fechar',
    results: 'Resultados',
    thisDocument: 'Este documento',
    recentDocuments: 'Documentos recentes',
    pages: 'Páginas',
    actions: 'Ações',
    documents: 'Documentos',
    searching: 'Buscando…',
    found: counted({ one: '1 resultado', other: '# resultados' }),
    nothingFound: (text: string): string => `Nada foi encontrado para “${text}”.`,
    searchFailed: 'A busca de documentos falhou.',
    showAllWith: (text: string): string => `Mostrar todos os documentos com “${text}”`,
    settingsPage: (name: string): string => `Configurações: ${name}`,
    keyboardShortcuts: 'Atalhos de teclado',
  },
  keys: {
    keyboardShortcuts: 'Atalhos de teclado',
    names: {
      palette: 'Busca e comandos',
      newDocument: 'Novo documento',
      search: 'Buscar na lista de documentos',
      next: 'Próxima linha da lista de documentos',
      previous: 'Linha anterior da lista de documentos',
      select: 'Selecionar a linha ou desfazer a seleção',
      selectTo: 'Selecionar todas as linhas até aqui',
      keys: 'Atalhos de teclado',
    },
    open: 'Abrir a linha',
    ctrlK: 'Ctrl+K',
    shiftX: 'Shift+X',
    enter: 'Enter',
    canBeTurnedOff: <T>(link: (text: string) => T): Phrase<T> => [
      'As teclas não fazem nada enquanto você digita. Você pode desativar as teclas únicas no seu ',
      link('perfil'),
      '.',
    ],
    areTurnedOff: <T>(link: (text: string) => T): Phrase<T> => [
      'As teclas únicas estão desativadas. Você pode ativá-las no seu ',
      link('perfil'),
      '.',
    ],
  },
};
