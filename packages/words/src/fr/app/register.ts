import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('fr');

export const register: AppWords['register'] = {
  words: {
    purpose: 'Finalité',
    legalBasis: 'Base légale',
    peopleDataAbout: 'Personnes concernées',
    categoriesOfData: 'Catégories de données',
    transfersOutsideEu: 'Transferts hors de l’UE',
    keptFor: 'Durée de conservation',
    technicalAndOrganizationalMeasures: 'Mesures techniques et organisationnelles',
  },
  activityForm: {
    requiredByArticleThirtyGdpr: 'Exigé par l’article 30 du RGPD.',
    entrySaved: 'Entrée enregistrée',
    optional: (label: string): string => `${label} (facultatif)`,
    retired: 'Terminée',
    addEntry: 'Ajouter l’entrée',
    saveAsNewVersion: 'Enregistrer comme nouvelle version',
  },
  activitiesSection: {
    version: 'Version',
    retired: ', terminée',
    olderVersions: 'Versions plus anciennes',
    basedOnCurrentSettings:
      'D’après les paramètres actuels de votre organisation. Ajoutez vos propres entrées pour d’autres traitements.',
    showVersions: 'Afficher les versions',
    changeDialog: 'Modifier…',
    yoursVersion: (version: number): string => `Votre entrée, version ${number(version)}`,
    none: 'Aucune entrée. Les entrées terminées apparaissent ici.',
    activity: 'Activité',
    keptFor: 'Durée de conservation',
    entry: 'Entrée',
    moreEntries: 'Plus d’entrées',
    recordsOfProcessing: 'Registre des traitements',
    countersignFillsInOwnProcessing:
      'Countersign remplit ses propres traitements d’après vos paramètres. Ajoutez vos autres activités de traitement.',
    addEntryDialog: 'Ajouter une entrée…',
    whichEntries: 'Filtrer les entrées',
    retiredLabel: 'Terminées',
    addEntryToRecords: 'Ajouter une entrée au registre',
  },
  consentSection: {
    enterText: 'Saisissez un texte.',
    textAdded: 'Texte ajouté',
    signersWhoReadAgree: (languageName: string): string =>
      `Il s’applique aux signataires dont la langue est : ${languageName}.`,
    documentsSendFromNow:
      'Les documents que vous enverrez désormais l’affichent. Les documents déjà envoyés gardent leur texte.',
    addText: 'Ajouter le texte',
    textWithdrawn: 'Texte retiré',
    documentsSendFromNowOnShow: 'Les documents que vous enverrez désormais affichent le texte intégré.',
    versionSha: (version: string, sha256: string): string =>
      `Version ${version}, SHA-256 ${sha256}. La piste d’audit de chaque signature contient la version et l’empreinte.`,
    withdraw: 'Retirer',
    replaceDialog: 'Remplacer…',
    yours: (version: string) => `Votre texte, version ${version}`,
    since: (day: string): string => `Depuis le ${day}`,
    until: (day: string): string => `Jusqu’au ${day}`,
    none: 'Aucun texte. Les textes remplacés et retirés apparaissent ici.',
    version: 'Version',
    moreTexts: 'Plus de textes',
    consentTexts: 'Textes de consentement',
    textsSignersAgreeTo:
      'Les textes que les signataires acceptent avant de signer. Votre propre texte remplace le texte intégré dans sa langue.',
    addTextDialog: 'Ajouter un texte…',
    whichTexts: 'Filtrer les textes',
    inForce: 'En vigueur',
    earlier: 'Antérieurs',
    consentText: (languageName: string): string => `Texte de consentement, ${languageName}`,
    addConsentText: 'Ajouter un texte de consentement',
  },
  publishForm: {
    service: 'Service',
    data: 'Données',
    locationAndSafeguardsOutsideEu: 'Lieu, et garanties hors de l’UE',
    fill: 'Saisissez une valeur.',
    listPublished: 'Liste publiée',
    administratorsOfEveryOrganization: 'Les administrateurs de toutes les organisations reçoivent un e-mail.',
    noEntries: 'Aucune entrée. Aucune autre entreprise ne traite de données.',
    entry: (index: number): string => `Entrée ${number(index)}`,
    removeEntry: (index: number): string => `Supprimer l’entrée ${number(index)}`,
    addEntry: 'Ajouter une entrée',
    inForceFrom: 'En vigueur à partir du',
    leaveEmptyForNow: 'Laissez vide pour commencer immédiatement.',
    leaveEmptyForThirtyDays: 'Laissez vide pour un délai de 30 jours, afin que les organisations puissent s’y opposer.',
    publishAndNotifyAdministrators: 'Publier et prévenir les administrateurs',
  },
  subProcessorsSection: {
    noSubProcessors: 'Aucun sous-traitant ultérieur.',
    service: 'Service',
    data: 'Données',
    where: 'Lieu',
    inUseButNot: 'Utilisés, mais absents de la liste',
    nameHostInEntry: 'Ajoutez l’hôte à une entrée de la prochaine liste.',
    versionInForceFrom: (version: number, day: string): string =>
      `Version ${number(version)}, en vigueur à partir du ${day}`,
    subProcessors: 'Sous-traitants ultérieurs',
    companiesProcessDataForService:
      'Entreprises qui traitent des données pour ce service. Les administrateurs sont prévenus d’une nouvelle liste par e-mail, en principe 30 jours à l’avance.',
    publishListDialog: 'Publier une liste…',
    from: (day: string): string => `À partir du ${day}`,
    operatorOfServiceHas: 'L’exploitant de ce service n’a pas encore publié de liste.',
    inForceSince: (day: string): string => `En vigueur depuis le ${day}`,
    olderLists: 'Listes plus anciennes',
    publishListOfSubProcessors: 'Publier une liste de sous-traitants ultérieurs',
  },
  registerPage: {
    documentPdf: 'Document (PDF)',
    dataJson: 'Données (JSON)',
    dataProtection: 'Protection des données',
    recordsOfProcessingArticleThirty:
      'Registre des traitements (article 30 du RGPD), sous-traitants ultérieurs et textes de consentement.',
    downloadRecords: 'Télécharger le registre',
  },
};
