import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('fr');

export const packages: AppWords['packages'] = {
  makePackageDialog: {
    documentsSignedInOneVisit: (documentsCount: number, documents: string): string =>
      `${number(documentsCount)} documents, signés en une seule visite dans cet ordre : ${documents}.`,
    titleOfPackage: 'Titre du dossier',
    forExample: 'Par exemple : bail commercial avec annexes',
    enterTitle: 'Saisissez un titre. Les destinataires le voient.',
    createPackage: 'Créer le dossier',
    createPackageTitle: 'Créer un dossier',
  },
  packagesPage: {
    documentsByBy: <T>(count: number, name: T): Phrase<T> => [
      counted({ one: '# document · par ', other: '# documents · par ' })(count),
      name,
    ],
    of: (done: number, all: number): string => `${number(done)} sur ${number(all)}`,
    changed: 'Modification',
    noPackageHasStatus: (statuses: string): string => `Aucun dossier n’a le statut « ${statuses} ».`,
    noPackagesYet: 'Aucun dossier',
    selectSeveralDraftsInList:
      'Sélectionnez plusieurs brouillons dans la liste des documents et choisissez « Créer un dossier ». Les destinataires reçoivent un seul e-mail et signent les documents l’un après l’autre.',
    chooseDrafts: 'Choisir des brouillons',
    severalDocumentsRecipientsSign:
      'Plusieurs documents que les destinataires signent en une seule visite, avec un seul e-mail.',
    allStatuses: 'Tous les statuts',
  },
  cancelDialog: {
    packageCanceled: 'Dossier annulé',
    invitedRecipientsNotified: 'Les destinataires invités ont été prévenus.',
    everyDocumentNotCompletedVoided:
      'Tous les documents non finalisés sont retirés, et les destinataires invités reçoivent un e-mail. Cette action est irréversible.',
    completedDocumentsDoNotChange: (completedCount: number, documentCount: number): string =>
      `Les documents finalisés ne changent pas : ${number(completedCount)} sur ${number(documentCount)}.`,
    forExample: 'Par exemple : le prix a changé',
    enterReason: 'Saisissez un motif. Les destinataires le verront.',
    cancelPackage: 'Annuler le dossier',
    cancelPackageTitle: 'Annuler ce dossier ?',
  },
  assignment: {
    documentHasNoSigner:
      'Ce document n’a pas de signataire. Sélectionnez un destinataire, ou sortez le document du dossier.',
    aRecipient: 'Un destinataire',
    hasNoDocumentToSign: (name: string): string =>
      `${name} n’a aucun document à signer. Sélectionnez un document, ou supprimez ce destinataire.`,
    oneOfFieldsBelongs: 'L’un de ses champs est destiné à une personne qui ne signe pas ce document.',
  },
  assignmentGrid: {
    person: (index: number): string => `Personne ${number(index)}`,
    documentsByRecipient: 'Documents par destinataire',
    eachRecipientSeesOnlyDocuments: 'Chaque destinataire ne voit que les documents sélectionnés pour lui.',
    signsEveryDocument: (name: string): string => `${name} signe tous les documents`,
    signs: (name: string, title: string): string => `${name} signe ${title}`,
  },
  sendForm: {
    eachRecipientGetsOneE: 'Chaque destinataire reçoit un seul e-mail pour tous les documents.',
    confirmWarningAboutDocumentsFirst: 'Confirmez d’abord l’avertissement sur vos documents.',
    nothingSent: (reason: string): string => `${reason} Rien n’a été envoyé.`,
    mayBeSent:
      'La connexion a été perdue, nous ne savons donc pas si le dossier a été envoyé. Rechargez la page pour le vérifier. Le dossier n’est jamais envoyé deux fois.',
    signAll: (documents: number): string =>
      `Les ${number(documents)} documents sont envoyés ensemble. Chaque destinataire les signe tous et reçoit un seul e-mail.`,
    signChecked: (documents: number): string =>
      `Les ${number(documents)} documents sont envoyés ensemble. Chaque destinataire signe ceux qui sont sélectionnés pour lui et reçoit un seul e-mail.`,
    sendDocuments: counted({ one: 'Envoyer # document', other: 'Envoyer # documents' }),
  },
  remindDialog: {
    title: counted({ one: 'Relancer 1 destinataire ?', other: 'Relancer # destinataires ?' }),
    text: (names) =>
      `${names}. Chaque destinataire reçoit un seul e-mail pour tous les documents. Les destinataires relancés au cours de la dernière heure sont ignorés.`,
    send: 'Envoyer les rappels',
  },
  preview: {
    show: (title) => `Afficher les pages de ${title}`,
    loading: 'Chargement des pages',
  },
  timeline: {
    title: 'Chronologie',
    of: (title) => `· ${title}`,
    showAll: (count) => `Afficher les ${number(count)} entrées`,
  },
  packagePage: {
    recipientsOf: (title: string): string => `Destinataires : ${title}`,
    moveUp: (title: string): string => `Monter ${title}`,
    moveDown: (title: string): string => `Descendre ${title}`,
    removeFromPackage: (title: string): string => `Sortir ${title} du dossier`,
    packageDeleted: 'Dossier supprimé',
    documentsSeparateDraftsAgain: 'Ses documents sont de nouveau des brouillons séparés.',
    ofDocumentsCompleted: (completedCount: number, documentCount: number): string =>
      `Documents finalisés : ${number(completedCount)} sur ${number(documentCount)}`,
    cancelPackage: 'Annuler le dossier',
    remind: 'Relancer',
    waitingFor: (names) => `En attente de ${names}`,
    package: 'Dossier',
    goToPackages: 'Voir les dossiers',
  },
};
