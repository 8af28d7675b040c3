import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('fr');

export const documents: AppWords['documents'] = {
  list: {
    drafts: 'Brouillons',
    trash: 'Corbeille',
    newer: 'Plus récents',
    older: 'Plus anciens',
  },
  nextStep: {
    andMore: (name: string, othersCount: number): string =>
      counted({ one: `${name} et # autre`, other: `${name} et # autres` })(othersCount),
    notSentYet: 'Pas encore envoyé',
    sendsOn: (time: string): string => `Envoi prévu : ${time}`,
    waitingFor: (named: string): string => `En attente : ${named}`,
    waitingForSignatures: 'En attente de signatures',
    declinedBy: (named: string): string => `Refusé par ${named}`,
    didNotSignInTime: (named: string): string => `Non signé à temps : ${named}`,
    notSignedInTime: 'Non signé à temps',
  },
  documentTable: {
    onlyDocumentsTagged: (tag: string): string => `Seulement les documents avec l’étiquette « ${tag} »`,
    inTrashSince: <T>(time: T): Phrase<T> => ['Mis à la corbeille : ', time],
    select: (title: string): string => `Sélectionner ${title}`,
    selectAllOnPage: 'Tout sélectionner sur cette page',
    expires: 'Expiration',
    updated: 'Modification',
  },
  searchBox: {
    searchTitlesAndRecipients: 'Rechercher un titre ou un destinataire',
  },
  documentsPage: {
    nothingLeftOnPage: 'Cette page est vide',
    documentsOnPageMoved: 'Les documents sont passés sur une autre page ou dans une autre liste.',
    goToFirstPage: 'Aller à la première page',
    trashEmpty: 'La corbeille est vide',
    deletedDocumentsStayForThirty:
      'Les documents supprimés restent ici 30 jours. Les documents finalisés sont gardés jusqu’à la fin de leur durée de conservation.',
    showAllDocuments: 'Afficher tous les documents',
    nothingMatches: ({
      search,
      status,
      tag,
      isLimited,
    }: Record<'search' | 'status' | 'tag', string | undefined> & { isLimited: boolean }): string => {
      const under = status === undefined ? '' : ` sous « ${status} »`;
      const tagged = tag === undefined ? '' : ` avec l’étiquette « ${tag} »`;
      if (isLimited) return 'Aucun document ne correspond à tous les filtres. Supprimez un filtre pour en voir plus.';
      if (search === undefined) return `Il n’y a aucun document${under}${tagged}.`;
      const archived = status === undefined ? ' La recherche n’a pas porté sur les documents archivés.' : '';
      return `Aucun document${under}${tagged} ne contient « ${search} » dans son titre ou ses destinataires.${archived}`;
    },
    sendFirstDocument: 'Envoyez votre premier document',
    dropPdfAnywhereInWindow:
      'Déposez un PDF n’importe où dans cette fenêtre, ou choisissez-en un. Ajoutez les destinataires, et nous nous occupons du reste. Chaque signature peut être vérifiée.',
    loadingDocuments: 'Chargement des documents',
    pagesOfList: 'Pages de la liste',
    documents: counted({ one: '# document', other: '# documents' }),
    moreDocuments: (total: number): string => `plus de ${number(total)} documents`,
    count: ({ total, totalIsExact }: { total: number; totalIsExact: boolean }): string =>
      totalIsExact ? number(total) : `${number(total)}+`,
    documentsOfStatus: 'Documents avec ce statut',
  },
};
