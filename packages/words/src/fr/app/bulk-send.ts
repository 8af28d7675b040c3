import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('fr');

export const bulkSend: AppWords['bulkSend'] = {
  words: {
    rows: counted({ one: '# ligne', other: '# lignes' }),
    documents: counted({ one: '# document', other: '# documents' }),
  },
  checkResult: {
    nothingHasBeenSentYet: 'Rien n’a encore été envoyé.',
    noProblems: (count: number, rows: string): string =>
      counted({ one: 'Aucun problème dans la ligne', other: `Aucun problème dans les ${rows}` })(count),
    problem: 'Problème',
    ofCannotBeSent: (wrong: number, rows: string): string => `Envoi impossible : ${number(wrong)} sur ${rows}`,
    nothingSent: 'Rien n’a été envoyé. Corrigez le fichier et choisissez-le de nouveau.',
    nothingSentOrSkip: 'Rien n’a été envoyé. Corrigez le fichier et choisissez-le de nouveau, ou ignorez ces lignes.',
    row: 'Ligne',
    column: 'Colonne',
    firstShown: (faultsCount: number): string => `Les ${number(faultsCount)} premiers sont affichés.`,
    leaveOutAndSendOthers: (count: number, rows: string): string =>
      counted({
        one: 'Ignorer cette ligne et envoyer les autres',
        other: `Ignorer ces ${rows} et envoyer les autres`,
      })(count),
  },
  confirmDialog: {
    send: (documents: string): string => `Envoyer ${documents} ?`,
    sentAtOnceAndRecipients: counted({
      one: 'L’envoi est immédiat, et les destinataires reçoivent une invitation. Ensuite, vous pourrez seulement retirer le document.',
      other:
        'L’envoi est immédiat, et les destinataires reçoivent une invitation. Ensuite, vous pourrez seulement retirer chaque document.',
    }),
    titles: (count: number, titles: string): string =>
      counted({ one: `Titre : ${titles}`, other: `Titres : ${titles}` })(count),
    warningsAboutRows: 'Avertissements sur les lignes',
    moreWarningsNotShown: (warningsCount: number): string =>
      `Autres avertissements, non affichés : ${number(warningsCount)}.`,
    sendText: (documents: string): string => `Envoyer ${documents}`,
  },
  columns: {
    eMailOf: (name: string): string => `E-mail : ${name}`,
    nameOf: (name: string): string => `Nom : ${name}`,
    recipientAuthenticationOf: (name: string): string => `Authentification du destinataire : ${name}`,
    secondEMailOf: (name: string): string => `Second e-mail : ${name}`,
    field: (label: string): string => `Champ « ${label} »`,
    titleOfDocument: 'Titre du document',
    twoColumnsHaveSameMeaning: (twice: string): string => `Deux colonnes ont la même signification : ${twice}.`,
    chooseColumnWithEMail: (name: string): string =>
      `Choisissez la colonne qui contient les adresses e-mail pour « ${name} ».`,
    chooseColumnWithSecondE: (name: string): string =>
      `Choisissez la colonne qui contient les secondes adresses e-mail pour « ${name} ». Les codes y sont envoyés.`,
  },
  newBulkSendPage: {
    fileLargerThanMb: 'Le fichier dépasse 5 Mo. Envoyez les lignes en plusieurs fichiers.',
    fileMustHaveHeaderRow:
      'Le fichier doit avoir une ligne d’en-tête avec les noms des colonnes, et au moins une ligne en dessous.',
    fileHasRows: (count: number, mostRows: number): string =>
      `Le fichier compte ${number(count)} lignes. La limite est de ${number(mostRows)} lignes à la fois.`,
    leaveOut: 'Ignorer',
    whatHolds: (column: string): string => `Contenu de « ${column} »`,
    chooseCsvFile: 'Choisissez un fichier CSV.',
    theList: 'Liste',
    csvFile: 'Fichier CSV',
    headerRowWithColumnNames: (mostRows: number): string =>
      `Une ligne d’en-tête avec les noms des colonnes, puis une ligne par document. ${number(mostRows)} au plus.`,
    chooseCsvFilePlaceholder: 'Choisir un fichier CSV',
    columns: 'Colonnes',
    firstOfRows: (rowsCount: number, count: number): string =>
      `Les ${number(rowsCount)} premières lignes sur ${number(count)}.`,
    allRows: (count: number): string => `Toutes les lignes : ${number(count)}.`,
    fileRead: (encodingNames: string): string =>
      `Le fichier a été lu en ${encodingNames}. Si des caractères semblent incorrects, enregistrez-le en UTF-8 et choisissez-le de nouveau.`,
    theDocuments: 'Documents',
    titleOfEachDocument: 'Titre de chaque document',
    canContainColumnsAs:
      'Peut contenir des colonnes, comme dans « Contrat {{name}} ». Une colonne de titre est prioritaire.',
    nothingSent: 'Rien n’a été envoyé',
    checkRows: 'Vérifier les lignes',
    check: (rows: string): string => `Vérifier ${rows}`,
    send: (documents: string): string => `Envoyer ${documents}`,
    sendInBulk: 'Envoyer en masse',
    sendInBulkText: (name: string): string => `Envoi en masse : ${name}`,
    oneDocumentOfForEach: <T>(link: T): Phrase<T> => ['Un document tiré de ', link, ' pour chaque ligne d’une liste.'],
  },
  bulkPill: {
    sending: 'Envoi en cours',
    done: 'Terminé',
  },
  bulkSendsPage: {
    by: <T>(template: T, name: T): Phrase<T> => [template, ' · par ', name],
    of: (sent: number, total: number): string => `${number(sent)} sur ${number(total)}`,
    begun: 'Lancé',
    goToTemplates: 'Voir les modèles',
    oneDocumentForEachRow: 'Un document pour chaque ligne d’une liste.',
    noBulkSendsYet: 'Aucun envoi en masse',
    chooseTemplateAndCsvFile: 'Choisissez un modèle et un fichier CSV avec une ligne par document.',
  },
  bulkSendPage: {
    sentDocumentsStaySent: 'Les documents envoyés le restent. Aucune autre ligne n’est envoyée.',
    cancelBulkSend: 'Annuler cet envoi en masse ?',
    waitingRowsNotSent:
      'Les lignes en attente ne sont pas envoyées. Les documents envoyés le restent. Retirez-les un par un si personne ne doit les signer.',
    keepSending: 'Poursuivre l’envoi',
    cancelBulkSendText: 'Annuler l’envoi en masse',
    rows: 'Lignes',
    progress: 'Progression',
    ofSent: (sent: number, total: number): string => `Envoyées : ${number(sent)} sur ${number(total)}`,
    ofFailed: (failed: number, total: number): string => `Échecs : ${number(failed)} sur ${number(total)}`,
    done: (percent: number): string =>
      `${number(percent)} % effectués. Vous pouvez quitter cette page, l’envoi continue.`,
    allRowsDone: 'Toutes les lignes sont traitées.',
    rowsFailed: 'Lignes en échec',
    downloadAsCsv: 'Télécharger en CSV',
    retry: 'Réessayer',
    fileContainsOnlyRows:
      'Le fichier ne contient que ces lignes. Corrigez-les et envoyez le fichier. Les lignes sont conservées 90 jours.',
    row: 'Ligne',
    values: 'Valeurs',
    problem: 'Problème',
    bulkSendOfVersion: <T>(link: T, templateVersion: number): Phrase<T> => [
      'Envoi en masse de ',
      link,
      ', version ',
      number(templateVersion),
    ],
    viewDocuments: 'Voir les documents',
    cancelDialog: 'Annuler…',
    valuesStoredForNinetyDays: (day: string): string =>
      `Les valeurs des lignes ont été conservées 90 jours, jusqu’au ${day}. Les documents ne sont pas touchés.`,
    rowsDeleted: 'Les lignes ont été supprimées',
    everyRowSentAndRecipients: 'Toutes les lignes ont été envoyées, et leurs destinataires ont été invités.',
    bulkSend: 'Envoi en masse',
    goToBulkSends: 'Voir les envois en masse',
  },
};
