import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('pt');

export const documents: AppWords['documents'] = {
  list: {
    drafts: 'Rascunhos',
    trash: 'Lixeira',
    newer: 'Mais recentes',
    older: 'Mais antigos',
  },
  nextStep: {
    andMore: (name: string, othersCount: number): string => `${name} e mais ${number(othersCount)}`,
    notSentYet: 'Ainda não enviado',
    sendsOn: (time: string): string => `Será enviado em ${time}`,
    waitingFor: (named: string): string => `Aguardando ${named}`,
    waitingForSignatures: 'Aguardando assinaturas',
    declinedBy: (named: string): string => `Recusado por ${named}`,
    didNotSignInTime: (named: string): string => `Sem assinatura no prazo: ${named}`,
    notSignedInTime: 'Não assinado no prazo',
  },
  documentTable: {
    onlyDocumentsTagged: (tag: string): string => `Somente documentos com a etiqueta “${tag}”`,
    inTrashSince: <T>(time: T): Phrase<T> => ['Na lixeira desde ', time],
    select: (title: string): string => `Selecionar ${title}`,
    selectAllOnPage: 'Selecionar todos nesta página',
    expires: 'Expira',
    updated: 'Atualizado',
  },
  searchBox: {
    searchTitlesAndRecipients: 'Buscar em títulos e destinatários',
  },
  documentsPage: {
    nothingLeftOnPage: 'Esta página está vazia',
    documentsOnPageMoved: 'Os documentos passaram para outra página ou lista.',
    goToFirstPage: 'Ir para a primeira página',
    trashEmpty: 'A lixeira está vazia',
    deletedDocumentsStayForThirty:
      'Os documentos excluídos ficam aqui por 30 dias. Os documentos concluídos são mantidos até o fim do período de retenção.',
    showAllDocuments: 'Mostrar todos os documentos',
    nothingMatches: ({
      search,
      status,
      tag,
      isLimited,
    }: Record<'search' | 'status' | 'tag', string | undefined> & { isLimited: boolean }): string => {
      const under = status === undefined ? '' : ` em “${status}”`;
      const tagged = tag === undefined ? '' : ` com a etiqueta “${tag}”`;
      if (isLimited) return 'Nenhum documento corresponde a todos os filtros. Remova um filtro para ver mais.';
      if (search === undefined) return `Não há documentos${under}${tagged}.`;
      const archived = status === undefined ? ' A busca não incluiu os documentos arquivados.' : '';
      return `Nenhum documento${under}${tagged} tem “${search}” no título ou nos destinatários.${archived}`;
    },
    sendFirstDocument: 'Envie o seu primeiro documento',
    dropPdfAnywhereInWindow:
      'Solte um PDF em qualquer lugar desta janela ou escolha um. Adicione destinatários, e nós cuidamos do resto. Você pode verificar todas as assinaturas.',
    loadingDocuments: 'Carregando documentos',
    pagesOfList: 'Páginas da lista',
    documents: counted({ one: '# documento', other: '# documentos' }),
    moreDocuments: (total: number): string => `mais de ${number(total)} documentos`,
    count: ({ total, totalIsExact }: { total: number; totalIsExact: boolean }): string =>
      totalIsExact ? number(total) : `${number(total)}+`,
    documentsOfStatus: 'Documentos com este status',
  },
};
