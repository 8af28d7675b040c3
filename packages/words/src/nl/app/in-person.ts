import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { counted } = figuresIn('nl');

export const inPerson: AppWords['inPerson'] = {
  endButton: {
    sessionEnded: 'Sessie beëindigd',
    deviceNoLongerShowsDocument: 'Het apparaat toont het document niet meer.',
    endSession: (name: string): string => `Sessie van ${name} beëindigen`,
    end: 'Beëindigen',
    endSessionText: 'Sessie beëindigen',
  },
  sessionState: {
    notOpenedYet: 'Nog niet geopend',
    signing: 'Ondertekent',
    lockedByWrongCodes: 'Geblokkeerd na verkeerde codes',
    ended: 'Beëindigd',
    minutesLeft: counted({ one: 'nog 1 minuut', other: 'nog # minuten' }),
  },
  handedOver: {
    handedOver: 'Overhandigd',
    linkAsQrCode: 'De link als QR-code, voor de camera van het apparaat',
    openOnDeviceWithCamera: 'Scan de code met de camera van het apparaat, of open de link daar.',
    giveSignerAccessCode: 'Geef de ondertekenaar daarna de toegangscode.',
    useDeviceOnWhich: 'Gebruik een apparaat waarop u niet bij Countersign bent ingelogd.',
    copyLink: 'Link kopiëren',
    nextSigner: 'Volgende ondertekenaar',
  },
  handOverForm: {
    handOver: 'Overhandigen',
    documentWaitsForSignature: 'Een document dat op een handtekening wacht, of een concept zonder ontvangers',
    typePartOfTitle: 'Typ een deel van de titel',
    noMatchingDocumentCan: 'Geen passend document kan worden ondertekend',
    draftHasRecipientsAlready: <T>(link: (text: string) => T): Phrase<T> => [
      'Dit concept heeft al ontvangers. ',
      link('Verzend het'),
      ' eerst en geef het apparaat dan aan een van hen.',
    ],
    nobodyAskedToSignDocument: 'Op dit moment kan geen ontvanger dit document ondertekenen.',
    notChecked: 'Niet gecontroleerd',
    iKnowSignerInPerson: 'Ik ken de ondertekenaar persoonlijk',
    identityDocument: 'Identiteitsbewijs',
    passport: 'Paspoort',
    identityCard: 'Identiteitskaart',
    drivingLicense: 'Rijbewijs',
    residencePermit: 'Verblijfsvergunning',
    otherDocument: 'Ander document',
    enterEMailAddress: 'Vul een e-mailadres in voor het afgeronde document.',
    chooseWhoSigns: 'Kies wie ondertekent.',
    enterName: 'Vul de naam van de ondertekenaar in.',
    atLeastFourLettersDigits: 'Minstens 4 letters, cijfers of tekens zonder accenten.',
    draftSentToPerson: 'Het concept wordt meteen naar deze persoon verzonden, zonder uitnodiging per e-mail.',
    eMail: 'E-mail',
    signer: 'Ondertekenaar',
    signerMustEnterAccessCode: 'De ondertekenaar moet de toegangscode van dit document op het apparaat invoeren.',
    accessCodeOptional: 'Toegangscode (niet verplicht)',
    requiredOnDeviceBeforeDocument: 'Wordt op het apparaat gevraagd voordat het document verschijnt',
    howDidCheckSignersIdentity: 'Hoe hebt u de identiteit van de ondertekenaar gecontroleerd?',
    printedOnCertificateOfCompletion: 'Staat op het certificaat van voltooiing',
    doNotRecord: 'Niet vastleggen',
  },
  openSessions: {
    onOtherDevices: 'Op andere apparaten',
    handedOverBy: <T>(link: T, name: T): Phrase<T> => [link, ', overhandigd door ', name],
  },
  inPersonPage: {
    inPerson: 'Ter plaatse',
    signInPerson: 'Ter plaatse ondertekenen',
    handTabletOrPhone:
      'Geef een tablet of telefoon aan de ondertekenaar voor u. U controleert de identiteit en het bewijs legt dat vast.',
  },
};
