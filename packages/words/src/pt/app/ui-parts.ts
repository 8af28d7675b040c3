import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number } = figuresIn('pt');

export const uiParts: AppWords['uiParts'] = {
  tagsField: {
    tags: 'Etiquetas',
    pressEnterOrComma: 'Aperte Enter ou digite uma vírgula para adicionar uma etiqueta.',
    addTag: 'Adicionar uma etiqueta',
  },
  pagePictures: {
    pageFailed: (page: number): string =>
      `Não foi possível carregar a prévia da página ${number(page)}. O documento em si está completo.`,
    tryAgain: 'Tentar de novo',
    pageOf: (page: number, title: string): string => `Página ${number(page)} de ${title}`,
    of: (index: number, count: number): string => `${number(index)} de ${number(count)}`,
    showMoreOfPages: (piece: number, count: number): string =>
      `Mostrar mais ${number(piece)} de ${number(count)} páginas`,
  },
  strip: {
    nextAction: 'Próxima ação',
  },
  undoToast: {
    undone: 'Desfeito',
  },
  confirmWarnings: {
    iHaveCheckedPages: 'Verifiquei as páginas e quero enviar esta versão',
    fileEndsWithUnfinishedChange:
      'Este arquivo termina com uma alteração inacabada. As páginas mostram a versão anterior a ela.',
  },
  filterBar: {
    filters: (active: number): string => (active === 0 ? 'Filtros' : `Filtros (${number(active)})`),
  },
  barChart: {
    nothingInPeriod: 'Nada neste período',
    upTo: (say: string): string => `Até ${say}`,
    showAsTable: 'Mostrar como tabela',
  },
  secretValue: {
    copyNowAndKeep: (why: string): string => `Copie-o agora e guarde-o em um lugar seguro. ${why}`,
    iHaveSaved: 'Já guardei',
  },
  sessionList: {
    withPassword: 'com senha',
    withPasskey: 'com uma chave de acesso',
    throughSingleSignOn: 'por login único',
    unknownBrowser: 'Navegador desconhecido',
    thisBrowser: 'Este navegador',
    lastUsedSince: <T>(time: T, otherTime: T): Phrase<T> => ['Último uso ', time, ', entrada ', otherTime],
    signOut: 'Encerrar sessão',
    signOutAriaLabel: (device: string, address: string): string => `Encerrar a sessão de ${device}, ${address}`,
  },
  passwordFields: {
    showPassword: 'Mostrar senha',
  },
  password: {
    atLeastCharacters: (min: number): string =>
      `No mínimo ${number(min)} caracteres. Algumas palavras são fáceis de lembrar.`,
    ofAtLeastCharacters: (length: number, min: number): string =>
      `${number(length)} de no mínimo ${number(min)} caracteres`,
    characters: (length: number): string => `${number(length)} caracteres: boa. Quanto mais longa, mais forte.`,
    charactersStrong: (length: number): string => `${number(length)} caracteres: forte.`,
  },
  useKeepAccount: {
    deletionCanceled: 'Exclusão cancelada',
    accountWillNotBeDeleted: 'A sua conta não será excluída.',
  },
  unsavedGuard: {
    title: 'Sair sem salvar?',
    text: 'As suas alterações desde o último salvamento serão perdidas.',
    discard: 'Descartar alterações',
    stay: 'Continuar editando',
    sections: (sections: string): string => `Não salvo: ${sections}.`,
  },
  saveForm: {
    unsavedChanges: 'Alterações não salvas',
    saving: 'Salvando…',
  },
  operatorSetting: {
    setByOperator: <T>(name: T, link: (text: string) => T): Phrase<T> => [
      'Definido pelo operador deste servidor: ',
      name,
      '. ',
      link('Sobre esta configuração'),
      '.',
    ],
  },
};
