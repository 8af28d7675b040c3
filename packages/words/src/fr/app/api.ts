import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('fr');

export const api: AppWords['api'] = {
  errors: {
    inMoment: 'dans un instant',
    inSeconds: (seconds: number): string => `dans ${number(seconds)} secondes`,
    inMinutes: (seconds: number): string => `dans ${number(seconds)} minutes`,
    serverCannotBeReached: 'Serveur injoignable',
    connectionOrServerDown:
      'Votre connexion ou le serveur est en panne. Votre saisie est toujours là. Réessayez dans un instant.',
    noAnswer: 'Le serveur n’a pas répondu',
    outcomeUnknown:
      'La connexion a été perdue, nous ne savons donc pas si votre modification a été enregistrée. Rechargez la page pour le vérifier, et réessayez si elle manque.',
    signedOut: 'Vous êtes déconnecté',
    sessionEnded: 'Votre session a pris fin. Reconnectez-vous pour continuer.',
    doNotHavePermission: 'Vous n’avez pas l’autorisation',
    notFound: 'Introuvable',
    mayHaveBeenDeleted: (sentence: string): string =>
      `${sentence} L’élément a peut-être été supprimé, ou il appartient à une autre organisation.`,
    somethingNeedsCorrecting: 'Vérifiez votre saisie',
    tooManyAttempts: 'Trop de tentatives',
    enteredWrongValueTooOften: (inSeconds: string): string =>
      `Vous avez saisi trop souvent une valeur incorrecte. Réessayez ${inSeconds}.`,
    notPartOfPlan: 'Non compris dans votre offre',
    linkNoLongerWorks: 'Ce lien ne fonctionne plus',
    tooManyRequests: 'Trop de requêtes',
    nothingChanged: (inSeconds: string): string => `Rien n’a été modifié. Réessayez ${inSeconds}.`,
    temporarilyUnavailable: 'Temporairement indisponible',
    tryAgain: (sentence: string, inSeconds: string): string => `${sentence} Réessayez ${inSeconds}.`,
    somethingWentWrongOnServer: 'Une erreur est survenue sur le serveur',
    savedDataSafe:
      'Vos données enregistrées sont en sécurité. Réessayez. Si l’erreur se reproduit, transmettez l’ID de requête à votre administrateur.',
    didNotWork: 'L’action a échoué',
    canceledOrTookTooLong:
      'L’opération a été annulée ou a pris trop de temps. Réessayez ou utilisez une autre méthode.',
    canceled: 'L’opération a été annulée. Réessayez ou utilisez une autre méthode.',
    deviceOrPasswordManagerAlready:
      'Cet appareil ou ce gestionnaire de mots de passe a déjà une clé d’accès pour votre compte.',
    passkeysDoNotWork:
      'Les clés d’accès ne fonctionnent pas à cette adresse. Ouvrez Countersign par son nom d’hôte, en HTTPS.',
    browserOrDeviceCannotCreate: 'Ce navigateur ou cet appareil ne peut pas créer de clé d’accès adaptée.',
    passkeyNotUsed: 'La clé d’accès n’a pas été utilisée',
    pageHasProblem: 'Cette page rencontre un problème',
    documentsSafeOnServer:
      'Vos documents sont en sécurité sur le serveur. Rechargez la page. Vous devrez peut-être saisir de nouveau les modifications non enregistrées.',
  },
};
