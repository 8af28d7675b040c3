import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { counted } = figuresIn('pl');

export const inPerson: AppWords['inPerson'] = {
  endButton: {
    sessionEnded: 'Sesja zakończona',
    deviceNoLongerShowsDocument: 'Urządzenie nie pokazuje już dokumentu.',
    endSession: (name: string): string => `Zakończ sesję: ${name}`,
    end: 'Zakończ',
    endSessionText: 'Zakończ sesję',
  },
  sessionState: {
    notOpenedYet: 'Jeszcze nie otwarto',
    signing: 'Trwa podpisywanie',
    lockedByWrongCodes: 'Zablokowano po błędnych kodach',
    ended: 'Zakończono',
    minutesLeft: counted({
      one: 'została 1 minuta',
      few: 'zostały # minuty',
      many: 'zostało # minut',
      other: 'zostało # minut',
    }),
  },
  handedOver: {
    handedOver: 'Przekazano',
    linkAsQrCode: 'Link jako kod QR, do odczytania aparatem urządzenia',
    openOnDeviceWithCamera: 'Zeskanuj kod aparatem urządzenia albo otwórz na nim link.',
    giveSignerAccessCode: 'Potem podaj podpisującemu kod dostępu.',
    useDeviceOnWhich: 'Użyj urządzenia, na którym Twoje konto Countersign nie jest zalogowane.',
    copyLink: 'Kopiuj link',
    nextSigner: 'Następny podpisujący',
  },
  handOverForm: {
    handOver: 'Przekaż',
    documentWaitsForSignature: 'Dokument, który czeka na podpis, albo szkic bez odbiorców',
    typePartOfTitle: 'Wpisz część tytułu',
    noMatchingDocumentCan: 'Nie ma pasującego dokumentu do podpisania',
    draftHasRecipientsAlready: <T>(link: (text: string) => T): Phrase<T> => [
      'Ten szkic ma już odbiorców. Najpierw ',
      link('wyślij go'),
      ', a potem przekaż urządzenie jednemu z nich.',
    ],
    nobodyAskedToSignDocument: 'Żaden odbiorca nie może teraz podpisać tego dokumentu.',
    notChecked: 'Nie sprawdzono',
    iKnowSignerInPerson: 'Znam podpisującego osobiście',
    identityDocument: 'Dokument tożsamości',
    passport: 'Paszport',
    identityCard: 'Dowód osobisty',
    drivingLicense: 'Prawo jazdy',
    residencePermit: 'Karta pobytu',
    otherDocument: 'Inny dokument',
    enterEMailAddress: 'Wpisz adres e-mail, na który trafi ukończony dokument.',
    chooseWhoSigns: 'Wybierz, kto podpisuje.',
    enterName: 'Wpisz imię i nazwisko podpisującego.',
    atLeastFourLettersDigits: 'Co najmniej 4 litery, cyfry lub symbole, bez znaków diakrytycznych.',
    draftSentToPerson: 'Szkic zostanie od razu wysłany do tej osoby, bez zaproszenia e-mailem.',
    eMail: 'E-mail',
    signer: 'Podpisujący',
    signerMustEnterAccessCode: 'Podpisujący musi wpisać na urządzeniu kod dostępu do tego dokumentu.',
    accessCodeOptional: 'Kod dostępu (opcjonalnie)',
    requiredOnDeviceBeforeDocument: 'Wymagany na urządzeniu przed pokazaniem dokumentu',
    howDidCheckSignersIdentity: 'Jak sprawdzono tożsamość podpisującego?',
    printedOnCertificateOfCompletion: 'Drukowane na certyfikacie ukończenia',
    doNotRecord: 'Nie zapisuj',
  },
  openSessions: {
    onOtherDevices: 'Na innych urządzeniach',
    handedOverBy: <T>(link: T, name: T): Phrase<T> => [link, ', przekazuje ', name],
  },
  inPersonPage: {
    inPerson: 'Osobiście',
    signInPerson: 'Podpisywanie osobiste',
    handTabletOrPhone:
      'Przekaż tablet lub telefon podpisującemu, który jest na miejscu. Sprawdzasz jego tożsamość, a dowody to odnotowują.',
  },
};
