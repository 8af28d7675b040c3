import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { counted } = figuresIn('fr');

export const inPerson: AppWords['inPerson'] = {
  endButton: {
    sessionEnded: 'Session terminée',
    deviceNoLongerShowsDocument: 'L’appareil n’affiche plus le document.',
    endSession: (name: string): string => `Terminer la session : ${name}`,
    end: 'Terminer',
    endSessionText: 'Terminer la session',
  },
  sessionState: {
    notOpenedYet: 'Pas encore ouverte',
    signing: 'Signature en cours',
    lockedByWrongCodes: 'Verrouillée après des codes incorrects',
    ended: 'Terminée',
    minutesLeft: counted({ one: '# minute restante', other: '# minutes restantes' }),
  },
  handedOver: {
    handedOver: 'Remis',
    linkAsQrCode: 'Le lien en code QR, pour l’appareil photo',
    openOnDeviceWithCamera: 'Scannez le code avec l’appareil photo, ou ouvrez le lien sur l’appareil.',
    giveSignerAccessCode: 'Donnez ensuite le code d’accès au signataire.',
    useDeviceOnWhich: 'Utilisez un appareil sur lequel vous n’êtes pas connecté à Countersign.',
    copyLink: 'Copier le lien',
    nextSigner: 'Signataire suivant',
  },
  handOverForm: {
    handOver: 'Remettre',
    documentWaitsForSignature: 'Un document qui attend une signature, ou un brouillon sans destinataire',
    typePartOfTitle: 'Saisir une partie du titre',
    noMatchingDocumentCan: 'Aucun document correspondant ne peut être signé',
    draftHasRecipientsAlready: <T>(link: (text: string) => T): Phrase<T> => [
      'Ce brouillon a déjà des destinataires. ',
      link('Envoyez-le'),
      ' d’abord, puis remettez l’appareil à l’un d’eux.',
    ],
    nobodyAskedToSignDocument: 'Aucun destinataire ne peut signer ce document pour le moment.',
    notChecked: 'Non contrôlée',
    iKnowSignerInPerson: 'Je connais personnellement le signataire',
    identityDocument: 'Pièce d’identité',
    passport: 'Passeport',
    identityCard: 'Carte d’identité',
    drivingLicense: 'Permis de conduire',
    residencePermit: 'Titre de séjour',
    otherDocument: 'Autre document',
    enterEMailAddress: 'Saisissez une adresse e-mail pour le document finalisé.',
    chooseWhoSigns: 'Choisissez qui signe.',
    enterName: 'Saisissez le nom du signataire.',
    atLeastFourLettersDigits: 'Au moins 4 lettres, chiffres ou symboles sans accents.',
    draftSentToPerson: 'Le brouillon est envoyé immédiatement à cette personne, sans invitation par e-mail.',
    eMail: 'E-mail',
    signer: 'Signataire',
    signerMustEnterAccessCode: 'Le signataire doit saisir le code d’accès de ce document sur l’appareil.',
    accessCodeOptional: 'Code d’accès (facultatif)',
    requiredOnDeviceBeforeDocument: 'Demandé sur l’appareil avant l’affichage du document',
    howDidCheckSignersIdentity: 'Comment avez-vous contrôlé l’identité du signataire ?',
    printedOnCertificateOfCompletion: 'Figure sur le certificat d’achèvement',
    doNotRecord: 'Ne pas consigner',
  },
  openSessions: {
    onOtherDevices: 'Sur d’autres appareils',
    handedOverBy: <T>(link: T, name: T): Phrase<T> => [link, ', remis par ', name],
  },
  inPersonPage: {
    inPerson: 'En personne',
    signInPerson: 'Signer en personne',
    handTabletOrPhone:
      'Remettez une tablette ou un téléphone au signataire devant vous. Vous contrôlez son identité, et les preuves le consignent.',
  },
};
