import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('fr');

export const retention: AppWords['retention'] = {
  words: {
    aDocument: 'Un document',
    documentId: 'ID du document',
    beginsWithDoc: 'Commence par doc_. Il se trouve dans l’adresse de la page du document.',
    aPerson: 'Une personne',
    eMailAddress: 'Adresse e-mail',
    documentsPersonOwnsOrReceives: 'Les documents que la personne possède ou reçoit, et son compte.',
    aTag: 'Une étiquette',
    tag: 'Étiquette',
    documentsHaveTagNow: 'Les documents qui portent l’étiquette maintenant ou plus tard.',
    oneYear: '1 an',
    years: (days: number): string => `${number(days)} ans`,
    days: (days: number): string => `${number(days)} jours`,
  },
  holdDialog: {
    enterDataToKeep: 'Indiquez les données à garder.',
    enterReason: 'Saisissez un motif. Il est consigné dans le journal d’audit.',
    legalHoldPlaced: 'Gel légal posé',
    documentsCoveredSoFar: (documents: number): string => `Documents couverts à ce jour : ${number(documents)}.`,
    coveredDataCannotBeDeleted:
      'Les données couvertes ne peuvent pas être supprimées tant qu’un administrateur n’a pas levé le gel.',
    keep: 'Données à garder',
    asMatterOrAuthorityRequested: 'Par exemple l’affaire, ou l’autorité qui a demandé le gel.',
    placeHold: 'Poser le gel',
    placeLegalHold: 'Poser un gel légal',
  },
  dueSection: {
    looking: 'Vérification…',
    runNowWouldDeleteNothing:
      'Le prochain passage ne supprimerait rien. La conservation est appliquée toutes les heures.',
    runWouldDelete: counted({
      one: 'Le prochain passage supprimerait définitivement # élément :',
      other: 'Le prochain passage supprimerait définitivement # éléments :',
    }),
    runWouldDeleteMore: (count: number): string =>
      `Le prochain passage supprimerait définitivement plus de ${number(count)} éléments :`,
    templateInTrash: 'Modèle, 30 jours dans la corbeille',
    templateRetentionEnded: 'Modèle, conservation terminée',
    thirtyDaysInTrash: '30 jours dans la corbeille',
    retentionEnded: 'Conservation terminée',
    keptByLegalHold: 'Gardé par un gel légal',
    announcedWithinHour: 'Annoncé dans l’heure',
    retentionEnds: 'Fin de conservation',
    erased: 'Effacé',
    dueForDeletion: 'À supprimer bientôt',
    documentsWhoseRetentionPeriodEnds:
      'Documents dont la durée de conservation prend fin dans les 30 jours. Leurs propriétaires ont reçu un e-mail au moins 30 jours avant la suppression.',
    dryRun: 'Simulation',
    csv: 'CSV',
    holdDialog: 'Geler…',
    hold: (title: string): string => `Geler ${title}`,
    nothingDueWithinThirtyDays: 'Rien à supprimer dans les 30 jours.',
    dataRunWouldDeleteNow: 'Données que le prochain passage supprimerait',
  },
  holdsSection: {
    enterReason: 'Saisissez un motif. Il est consigné dans le journal d’audit.',
    legalHoldReleased: 'Gel légal levé',
    dataDueAndNot:
      'Les données arrivées à échéance et non couvertes par un autre gel sont définitivement supprimées dans l’heure.',
    asEndOfMatter: 'Par exemple : l’affaire est close.',
    releaseHold: 'Lever le gel',
    theOperator: 'L’exploitant',
    keeps: 'Garde',
    released: (releaseReason: string): string => `Levé : ${releaseReason}`,
    placed: 'Posé',
    releasedHead: 'Levé',
    releaseDialog: 'Lever…',
    none: 'Aucun gel. Posez un gel pour protéger des données de la suppression.',
    olderHolds: 'Gels plus anciens',
    releaseLegalHold: 'Lever ce gel légal ?',
    dataUnderLegalHoldCannot:
      'Les données sous gel légal ne peuvent pas être supprimées, même après leur durée de conservation.',
    placeHoldDialog: 'Poser un gel…',
    whichHolds: 'Filtrer les gels',
    standing: 'Actifs',
    releasedLabel: 'Levés',
  },
  rulesSection: {
    chooseOne: 'Choisissez-en un.',
    rangeDays: 'Saisissez de 30 à 36 500 jours.',
    retentionRulesSaved: 'Règles de conservation enregistrées',
    documentsAnnouncedThirtyDays: 'La suppression des documents est annoncée 30 jours à l’avance.',
    rule: (index: number): string => `Règle ${number(index)}`,
    for: 'S’applique à',
    tag: 'Étiquette',
    template: 'Modèle',
    templateId: 'ID du modèle',
    removeRule: (index: number): string => `Supprimer la règle ${number(index)}`,
    addRule: 'Ajouter une règle',
    retentionPeriods: 'Durées de conservation',
    ruleForTemplateReplacesPeriod:
      'Une règle pour un modèle remplace la durée de l’organisation. Une règle pour une étiquette ne peut que la prolonger.',
    documentsKeptForFromCompletion: <T>(period: T, link: (text: string) => T): Phrase<T> => [
      'Durée de conservation des documents : ',
      period,
      ' à partir de leur finalisation ou de leur dernière modification. Elle est fixée dans les ',
      link('paramètres de l’organisation'),
      '.',
    ],
  },
  retentionPage: {
    retentionAndHolds: 'Conservation et gels',
    retentionPeriodsDocumentsDue: 'Durées de conservation, documents à supprimer bientôt et gels légaux.',
  },
};
