import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('es');

export const documents: AppWords['documents'] = {
  list: {
    drafts: 'Borradores',
    trash: 'Papelera',
    newer: 'Más recientes',
    older: 'Anteriores',
  },
  nextStep: {
    andMore: (name, othersCount) => `${name} y ${number(othersCount)} más`,
    notSentYet: 'Todavía no enviado',
    sendsOn: (time) => `Envío: ${time}`,
    waitingFor: (named) => `Falta la firma de ${named}`,
    waitingForSignatures: 'Pendiente de firma',
    declinedBy: (named) => `Rechazado por ${named}`,
    didNotSignInTime: (named) => `Sin firmar a tiempo: ${named}`,
    notSignedInTime: 'Sin firmar a tiempo',
  },
  documentTable: {
    onlyDocumentsTagged: (tag) => `Solo documentos con la etiqueta «${tag}»`,
    inTrashSince: (time) => ['En la papelera: ', time],
    select: (title) => `Seleccionar ${title}`,
    selectAllOnPage: 'Seleccionar todos los de esta página',
    expires: 'Caduca',
    updated: 'Actualizado',
  },
  searchBox: {
    searchTitlesAndRecipients: 'Buscar títulos y destinatarios',
  },
  documentsPage: {
    nothingLeftOnPage: 'Esta página está vacía',
    documentsOnPageMoved: 'Los documentos han pasado a otra página o lista.',
    goToFirstPage: 'Ir a la primera página',
    trashEmpty: 'La papelera está vacía',
    deletedDocumentsStayForThirty:
      'Los documentos eliminados permanecen aquí 30 días. Los documentos completados se conservan hasta que termina su plazo de conservación.',
    showAllDocuments: 'Mostrar todos los documentos',
    nothingMatches: ({ search, status, tag, isLimited }) => {
      const under = status === undefined ? '' : ` en «${status}»`;
      const tagged = tag === undefined ? '' : ` con la etiqueta «${tag}»`;
      if (isLimited) return 'Ningún documento coincide con todos los filtros. Quite un filtro para ver más.';
      if (search === undefined) return `No hay documentos${under}${tagged}.`;
      const archived = status === undefined ? ' No se ha buscado en los documentos archivados.' : '';
      return `Ningún documento${under}${tagged} contiene «${search}» en el título o en los destinatarios.${archived}`;
    },
    sendFirstDocument: 'Envíe su primer documento',
    dropPdfAnywhereInWindow:
      'Suelte un PDF en cualquier lugar de esta ventana o elija uno. Añada los destinatarios y nosotros nos ocupamos del resto. Puede comprobar cada firma.',
    loadingDocuments: 'Cargando documentos',
    pagesOfList: 'Páginas de la lista',
    documents: counted({ one: '# documento', other: '# documentos' }),
    moreDocuments: (total) => `más de ${number(total)} documentos`,
    count: ({ total, totalIsExact }) => (totalIsExact ? number(total) : `${number(total)}+`),
    documentsOfStatus: 'Documentos con este estado',
  },
};
