import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { counted } = figuresIn('it');

export const inPerson: AppWords['inPerson'] = {
  endButton: {
    sessionEnded: 'Sessione terminata',
    deviceNoLongerShowsDocument: 'Il dispositivo non mostra più il documento.',
    endSession: (name: string): string => `Termina la sessione di ${name}`,
    end: 'Termina',
    endSessionText: 'Termina la sessione',
  },
  sessionState: {
    notOpenedYet: 'Non ancora aperta',
    signing: 'Firma in corso',
    lockedByWrongCodes: 'Bloccata dopo codici errati',
    ended: 'Terminata',
    minutesLeft: counted({ one: 'resta 1 minuto', other: 'restano # minuti' }),
  },
  handedOver: {
    handedOver: 'Consegnato',
    linkAsQrCode: 'Il link come codice QR, per la fotocamera del dispositivo',
    openOnDeviceWithCamera: 'Inquadri il codice con la fotocamera del dispositivo, oppure apra lì il link.',
    giveSignerAccessCode: 'Poi comunichi al firmatario il codice di accesso.',
    useDeviceOnWhich: 'Usi un dispositivo in cui non ha effettuato l’accesso a Countersign.',
    copyLink: 'Copia il link',
    nextSigner: 'Prossimo firmatario',
  },
  handOverForm: {
    handOver: 'Consegna',
    documentWaitsForSignature: 'Un documento in attesa di firma, oppure una bozza senza destinatari',
    typePartOfTitle: 'Digiti una parte del titolo',
    noMatchingDocumentCan: 'Nessun documento trovato che si possa firmare',
    draftHasRecipientsAlready: <T>(link: (text: string) => T): Phrase<T> => [
      'Questa bozza ha già dei destinatari. ',
      link('La invii'),
      ' prima, poi consegni il dispositivo a uno di loro.',
    ],
    nobodyAskedToSignDocument: 'Al momento nessun destinatario può firmare questo documento.',
    notChecked: 'Non verificata',
    iKnowSignerInPerson: 'Conosco il firmatario di persona',
    identityDocument: 'Documento d’identità',
    passport: 'Passaporto',
    identityCard: 'Carta d’identità',
    drivingLicense: 'Patente di guida',
    residencePermit: 'Permesso di soggiorno',
    otherDocument: 'Altro documento',
    enterEMailAddress: 'Inserisca un indirizzo e-mail per il documento completato.',
    chooseWhoSigns: 'Scelga chi firma.',
    enterName: 'Inserisca il nome del firmatario.',
    atLeastFourLettersDigits: 'Almeno 4 lettere, cifre o simboli senza accenti.',
    draftSentToPerson: 'La bozza viene inviata subito a questa persona, senza invito via e-mail.',
    eMail: 'E-mail',
    signer: 'Firmatario',
    signerMustEnterAccessCode: 'Il firmatario deve inserire sul dispositivo il codice di accesso di questo documento.',
    accessCodeOptional: 'Codice di accesso (facoltativo)',
    requiredOnDeviceBeforeDocument: 'Richiesto sul dispositivo prima di mostrare il documento',
    howDidCheckSignersIdentity: 'Come ha verificato l’identità del firmatario?',
    printedOnCertificateOfCompletion: 'Riportato sul certificato di completamento',
    doNotRecord: 'Non registrare',
  },
  openSessions: {
    onOtherDevices: 'Su altri dispositivi',
    handedOverBy: <T>(link: T, name: T): Phrase<T> => [link, ', consegnato da ', name],
  },
  inPersonPage: {
    inPerson: 'Di persona',
    signInPerson: 'Firma di persona',
    handTabletOrPhone:
      'Consegni un tablet o un telefono al firmatario davanti a Lei. Lei ne verifica l’identità e le prove lo registrano.',
  },
};
