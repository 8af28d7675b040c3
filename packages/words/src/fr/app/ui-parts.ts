import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number } = figuresIn('fr');

export const uiParts: AppWords['uiParts'] = {
  tagsField: {
    tags: 'Étiquettes',
    pressEnterOrComma: 'Appuyez sur Enter ou sur la virgule pour ajouter une étiquette.',
    addTag: 'Ajouter une étiquette',
  },
  pagePictures: {
    pageFailed: (page: number): string =>
      `L’aperçu de la page ${number(page)} n’a pas pu être chargé. Le document lui-même est complet.`,
    tryAgain: 'Réessayer',
    pageOf: (page: number, title: string): string => `Page ${number(page)} : ${title}`,
    of: (index: number, count: number): string => `${number(index)} sur ${number(count)}`,
    showMoreOfPages: (piece: number, count: number): string =>
      `Afficher ${number(piece)} pages de plus sur ${number(count)}`,
  },
  strip: {
    nextAction: 'Prochaine action',
  },
  undoToast: {
    undone: 'Annulé',
  },
  confirmWarnings: {
    iHaveCheckedPages: 'J’ai vérifié les pages et je veux envoyer cette version',
    fileEndsWithUnfinishedChange:
      'Ce fichier se termine par une modification inachevée. Les pages montrent la version précédente.',
  },
  filterBar: {
    filters: (active: number): string => (active === 0 ? 'Filtres' : `Filtres (${number(active)})`),
  },
  barChart: {
    nothingInPeriod: 'Rien sur cette période',
    upTo: (say: string): string => `Jusqu’à ${say}`,
    showAsTable: 'Afficher en tableau',
  },
  secretValue: {
    copyNowAndKeep: (why: string): string => `Copiez cette valeur maintenant et conservez-la en lieu sûr. ${why}`,
    iHaveSaved: 'Je l’ai enregistrée',
  },
  sessionList: {
    withPassword: 'par mot de passe',
    withPasskey: 'par clé d’accès',
    throughSingleSignOn: 'par authentification unique',
    unknownBrowser: 'Navigateur inconnu',
    thisBrowser: 'Ce navigateur',
    lastUsedSince: <T>(time: T, otherTime: T): Phrase<T> => [
      'Dernière utilisation : ',
      time,
      ', connexion : ',
      otherTime,
    ],
    signOut: 'Déconnecter',
    signOutAriaLabel: (device: string, address: string): string => `Déconnecter ${device}, ${address}`,
  },
  passwordFields: {
    showPassword: 'Afficher le mot de passe',
  },
  password: {
    atLeastCharacters: (min: number): string =>
      `Au moins ${number(min)} caractères. Quelques mots sont faciles à retenir.`,
    ofAtLeastCharacters: (length: number, min: number): string =>
      `${number(length)} caractères sur ${number(min)} au minimum`,
    characters: (length: number): string => `${number(length)} caractères : bien. Plus long, c’est plus sûr.`,
    charactersStrong: (length: number): string => `${number(length)} caractères : très sûr.`,
  },
  useKeepAccount: {
    deletionCanceled: 'Suppression annulée',
    accountWillNotBeDeleted: 'Votre compte ne sera pas supprimé.',
  },
  unsavedGuard: {
    title: 'Quitter sans enregistrer ?',
    text: 'Vos modifications depuis le dernier enregistrement seront perdues.',
    discard: 'Abandonner',
    stay: 'Continuer à modifier',
    sections: (sections: string): string => `Non enregistré : ${sections}.`,
  },
  saveForm: {
    unsavedChanges: 'Modifications non enregistrées',
    saving: 'Enregistrement…',
  },
  operatorSetting: {
    setByOperator: <T>(name: T, link: (text: string) => T): Phrase<T> => [
      'Défini par l’exploitant de ce serveur : ',
      name,
      '. ',
      link('À propos de ce réglage'),
      '.',
    ],
  },
};
