import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('fr');

export const documentBulk: AppWords['documentBulk'] = {
  bulkActions: {
    archived: counted({ one: '# document archivé', other: '# documents archivés' }),
    movedToTrash: counted({ one: '# document mis à la corbeille', other: '# documents mis à la corbeille' }),
    restored: counted({ one: '# document restauré', other: '# documents restaurés' }),
    formerTags: counted({
      one: '# document a retrouvé ses étiquettes',
      other: '# documents ont retrouvé leurs étiquettes',
    }),
    inFolder: (name: string) =>
      counted({ one: `# document est dans « ${name} »`, other: `# documents sont dans « ${name} »` }),
    notInFolder: counted({ one: '# document sorti du répertoire', other: '# documents sortis du répertoire' }),
    movedBack: counted({ one: '# document remis en place', other: '# documents remis en place' }),
    notOut: 'Il n’est pas en cours de signature.',
    noOneToRemind:
      'Aucun rappel n’a pu être envoyé : chaque destinataire en a reçu un dans la dernière heure, ou n’en reçoit pas.',
    reminderUnknown: 'La réponse a été perdue. La chronologie du document indique si le rappel a été envoyé.',
    reminded: counted({
      one: 'Rappels envoyés pour # document',
      other: 'Rappels envoyés pour # documents',
    }),
    voided: counted({ one: '# document retiré', other: '# documents retirés' }),
    newTags: counted({ one: '# document a de nouvelles étiquettes', other: '# documents ont de nouvelles étiquettes' }),
    outForSigning: 'Le document attend des signatures. Retirez-le d’abord.',
    alreadyArchived: 'Le document est déjà archivé.',
    noLongerExistsOrBelongs: 'Le document n’existe plus, ou il appartient à quelqu’un d’autre.',
    serverDidNotReportResult: 'Le serveur n’a pas indiqué le résultat.',
    nothingDone: counted({
      one: 'L’action a échoué pour le document',
      other: 'L’action a échoué pour les # documents',
    }),
    failedForOthers: (done: string, failed: number): string => `${done}, échecs : ${number(failed)}`,
  },
  bulkRun: {
    stopped: 'Arrêté',
    notConfirmed: 'Non confirmé',
    outcomeUnknown:
      'La réponse a été perdue, et le serveur n’a pas indiqué si l’action a été effectuée. Ouvrez le document pour le vérifier.',
    notCarriedOut: 'L’action n’a pas été effectuée. Réessayez.',
    leftOut: (tried: string, why: string, left: number): string => `${tried}. ${why}. Non traités : ${number(left)}`,
    progress: (done: number, total: number): string => `${number(done)} sur ${number(total)} traités`,
    selecting: (done: number, total: number): string => `${number(done)} sur ${number(total)} chargés`,
    stop: 'Arrêter',
  },
  files: {
    name: 'documents',
    notFound:
      'Absent de l’archive : il a été supprimé, se trouve dans la corbeille, ou appartient à quelqu’un d’autre.',
    notReady: 'Absent de l’archive : le fichier signé n’est pas encore prêt. Réessayez dans une minute.',
    downloaded: counted({
      one: 'Fichiers de # document enregistrés',
      other: 'Fichiers de # documents enregistrés',
    }),
    savedAsCsv: counted({ one: '# document enregistré en CSV', other: '# documents enregistrés en CSV' }),
    signedOf: (signed: number, all: number): string => `${number(signed)} sur ${number(all)}`,
    owner: 'Propriétaire',
    tags: 'Étiquettes',
    created: 'Création',
    expires: 'Expiration',
    id: 'ID',
  },
  remindDialog: {
    title: counted({
      one: 'Envoyer un rappel pour # document ?',
      other: 'Envoyer un rappel pour # documents ?',
    }),
    text: 'Toutes les personnes dont c’est le tour reçoivent un e-mail. Celles qui ont reçu un rappel dans la dernière heure sont ignorées.',
    optional: 'Facultatif.',
    send: 'Envoyer les rappels',
  },
  voidDialog: {
    title: counted({ one: 'Retirer # document ?', other: 'Retirer # documents ?' }),
    text: 'Plus personne ne pourra les signer, et les destinataires invités reçoivent un e-mail. Les signatures existantes restent enregistrées. Cette action est irréversible.',
    enterReason: 'Saisissez un motif. Les destinataires le verront.',
    void: counted({ one: 'Retirer # document', other: 'Retirer # documents' }),
  },
  bulkBar: {
    remind: 'Relancer…',
    void: 'Retirer…',
    addToFolder: 'Ajouter à un répertoire…',
    moveToFolder: 'Déplacer vers un autre répertoire…',
    removeFromFolder: 'Sortir de ce répertoire',
    saveAsCsv: 'Enregistrer la sélection en CSV',
    more: 'Autres actions',
    selectWholeList: (total: number): string => `Sélectionner les ${number(total)} documents de cette liste`,
    selectFirst: (most: number): string => `Sélectionner les ${number(most)} premiers documents de cette liste`,
    archive: 'Archiver',
    restore: 'Restaurer',
    selectedDocuments: 'Documents sélectionnés',
    selected: counted({ one: '# document sélectionné', other: '# documents sélectionnés' }),
    selectAllShown: (total: number): string => `Sélectionner les ${number(total)} affichés`,
    createPackage: 'Créer un dossier',
    tags: 'Étiquettes',
    clearSelection: 'Effacer la sélection',
    dismiss: 'Masquer',
    failedActions: 'Actions en échec',
  },
};
