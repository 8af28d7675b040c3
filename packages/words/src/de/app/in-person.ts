import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { counted } = figuresIn('de');

export const inPerson: AppWords['inPerson'] = {
  endButton: {
    sessionEnded: 'Sitzung beendet',
    deviceNoLongerShowsDocument: 'Das Gerät zeigt das Dokument nicht mehr.',
    endSession: (name: string): string => `Sitzung von ${name} beenden`,
    end: 'Beenden',
    endSessionText: 'Sitzung beenden',
  },
  sessionState: {
    notOpenedYet: 'Noch nicht geöffnet',
    signing: 'Unterschreibt',
    lockedByWrongCodes: 'Nach falschen Codes gesperrt',
    ended: 'Beendet',
    minutesLeft: counted({ one: 'noch 1 Minute', other: 'noch # Minuten' }),
  },
  handedOver: {
    handedOver: 'Übergeben',
    linkAsQrCode: 'Der Link als QR-Code, für die Kamera des Geräts',
    openOnDeviceWithCamera: 'Scannen Sie den Code mit der Kamera des Geräts, oder öffnen Sie dort den Link.',
    giveSignerAccessCode: 'Nennen Sie der unterzeichnenden Person dann den Zugangscode.',
    useDeviceOnWhich: 'Verwenden Sie ein Gerät, auf dem Sie nicht bei Countersign angemeldet sind.',
    copyLink: 'Link kopieren',
    nextSigner: 'Nächste Person',
  },
  handOverForm: {
    handOver: 'Übergeben',
    documentWaitsForSignature: 'Ein Dokument, das auf eine Unterschrift wartet, oder ein Entwurf ohne Empfänger',
    typePartOfTitle: 'Teil des Titels eingeben',
    noMatchingDocumentCan: 'Kein passendes Dokument kann unterschrieben werden',
    draftHasRecipientsAlready: <T>(link: (text: string) => T): Phrase<T> => [
      'Dieser Entwurf hat schon Empfänger. ',
      link('Senden Sie ihn'),
      ' zuerst, und übergeben Sie das Gerät dann einem von ihnen.',
    ],
    nobodyAskedToSignDocument: 'Zurzeit kann kein Empfänger dieses Dokument unterschreiben.',
    notChecked: 'Nicht geprüft',
    iKnowSignerInPerson: 'Ich kenne die Person persönlich',
    identityDocument: 'Ausweisdokument',
    passport: 'Reisepass',
    identityCard: 'Personalausweis',
    drivingLicense: 'Führerschein',
    residencePermit: 'Aufenthaltstitel',
    otherDocument: 'Anderes Dokument',
    enterEMailAddress: 'Geben Sie eine E-Mail-Adresse für das fertige Dokument ein.',
    chooseWhoSigns: 'Wählen Sie, wer unterschreibt.',
    enterName: 'Geben Sie den Namen der unterzeichnenden Person ein.',
    atLeastFourLettersDigits: 'Mindestens 4 Buchstaben, Ziffern oder Zeichen ohne Akzente.',
    draftSentToPerson: 'Der Entwurf wird sofort an diese Person gesendet, ohne Einladung per E-Mail.',
    eMail: 'E-Mail',
    signer: 'Unterzeichner',
    signerMustEnterAccessCode: 'Der Zugangscode dieses Dokuments muss auf dem Gerät eingegeben werden.',
    accessCodeOptional: 'Zugangscode (freiwillig)',
    requiredOnDeviceBeforeDocument: 'Wird auf dem Gerät verlangt, bevor das Dokument erscheint',
    howDidCheckSignersIdentity: 'Wie haben Sie die Identität der Person geprüft?',
    printedOnCertificateOfCompletion: 'Steht auf dem Abschlusszertifikat',
    doNotRecord: 'Nicht festhalten',
  },
  openSessions: {
    onOtherDevices: 'Auf anderen Geräten',
    handedOverBy: <T>(link: T, name: T): Phrase<T> => [link, ', übergeben von ', name],
  },
  inPersonPage: {
    inPerson: 'Vor Ort',
    signInPerson: 'Vor Ort unterschreiben',
    handTabletOrPhone:
      'Geben Sie der Person vor Ihnen ein Tablet oder Smartphone zum Unterschreiben. Sie prüfen ihre Identität, und die Nachweise halten das fest.',
  },
};
