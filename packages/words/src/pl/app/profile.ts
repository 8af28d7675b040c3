import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('pl');

export const profile: AppWords['profile'] = {
  deleteAccount: {
    enterPassword: 'Wpisz hasło.',
    deletionScheduled: 'Usunięcie zaplanowane',
    untilCanCancelDeletion: (day: string): string => `Do ${day} możesz anulować usunięcie.`,
    inAboutThirtyDays: 'Za około 30 dni:',
    signedOutEverywhereAndApi: 'Nastąpi wylogowanie wszędzie, a Twoje klucze API zostaną unieważnione.',
    profileSavedSignaturePasskeys:
      'Twój profil, zapisany podpis, klucze dostępu i wiadomości do Ciebie zostaną usunięte.',
    documentsDraftsAndTemplatesGo: 'Twoje dokumenty, szkice i szablony przejdą na właściciela każdej z organizacji.',
    signedDocumentsAndEvidenceStay:
      'Podpisane dokumenty i ich dowody pozostaną w organizacjach do końca okresu przechowywania.',
    ifOnlyOwnerOfOrganization:
      'Jeśli organizacja nie ma innego właściciela, najpierw przekaż jej własność albo ją usuń.',
    yourPassword: 'Twoje hasło',
    deleteMyAccount: 'Usuń moje konto',
    keepMyAccount: 'Zachowaj konto',
    legalHoldOfOne:
      'Blokada prawna w jednej z Twoich organizacji uniemożliwia usunięcie. Konto zostanie usunięte po zwolnieniu blokady.',
    organizationWouldHaveNoOwner: 'Jedna z organizacji zostałaby bez właściciela. Przekaż jej własność albo ją usuń.',
    accountWillBeDeleted: 'Twoje konto zostanie usunięte',
    on: (day: string, days: string): string => `Termin: ${day} (${days}).`,
    takesAboutThirtyDays: 'Twoje konto zostanie usunięte za około 30 dni. Do tego czasu możesz anulować usunięcie.',
    deleteMyAccountDialog: 'Usuń moje konto…',
    deleteAccount: 'Usunąć Twoje konto?',
  },
  signaturePad: {
    drawingAreaForSignature: 'Pole do narysowania podpisu',
    useMouseFingerOrPen: 'Użyj myszy, palca lub rysika',
    clear: 'Wyczyść',
  },
  handChoice: {
    noneOfHandwritingFonts:
      'Żadna z czcionek odręcznych nie ma tych liter, więc nazwisko jest zapisane zwykłym pismem. Możesz je zamiast tego narysować.',
    handwriting: 'Pismo odręczne',
    style: (index: number): string => `Styl ${number(index)}`,
  },
  profilePage: {
    keyboard: 'Klawiatura',
    keyboardText: 'To ustawienie dotyczy tylko tej przeglądarki.',
    singleKeys: 'Skróty jednoklawiszowe',
    singleKeysText: 'Na przykład J i K na listach. Naciśnij ?, aby zobaczyć wszystkie skróty.',
    enterName: 'Wpisz swoje imię i nazwisko.',
    profileSaved: 'Profil zapisany',
    forEMailsTo: 'Dla aplikacji, wiadomości do Ciebie i dokumentów, które podpisujesz.',
    browserSetting: 'Ustawienie przeglądarki',
    timeZone: 'Strefa czasowa',
    forTimesInApp: 'Dla godzin w tej aplikacji i w wiadomościach do Ciebie.',
    browserSettingPlaceholder: (here: string): string => `Ustawienie przeglądarki (${here})`,
    unknownTimeZone: 'Nieznana strefa czasowa',
    signatureSaved: 'Podpis zapisany',
    offeredWhenSignDocument: 'Pojawi się jako propozycja, gdy podpisujesz dokument.',
    kindOfSignature: 'Rodzaj podpisu',
    draw: 'Narysuj',
    type: 'Wpisz',
    yourName: 'Imię i nazwisko',
    saveSignature: 'Zapisz podpis',
    savedSignature: (data: string): string => `Twój zapisany podpis: ${data}`,
    savedSignatureAlt: 'Twój zapisany podpis',
    signatureRemoved: 'Podpis usunięty',
    savedSignatureTitle: 'Zapisany podpis',
    offeredWhenSignWithAccount:
      'Propozycja, gdy podpisujesz swoim kontem. Dowodem podpisu jest certyfikat, a nie ten obraz.',
    addSignature: 'Dodaj podpis',
    profile: 'Profil',
    nameLanguageAndSavedSignature: 'Imię i nazwisko, język i zapisany podpis.',
    aboutYou: 'O Tobie',
  },
  contacts: {
    title: 'Książka adresowa',
    text: 'Podczas wpisywania odbiorców aplikacja podpowiada osoby, do których wysłano Twoje dokumenty. Tylko Ty widzisz te podpowiedzi.',
    people: counted({ one: '# osoba', few: '# osoby', many: '# osób', other: '# osoby' }),
    clearDialog: 'Wyczyść…',
    clearTitle: 'Wyczyścić książkę adresową?',
    clearText:
      'Te osoby nie będą już podpowiadane. Tego nie można cofnąć. Dokumenty się nie zmienią, a osoby, które otrzymają kolejny dokument, znów będą podpowiadane.',
    clear: 'Wyczyść książkę',
    cleared: 'Książka adresowa wyczyszczona',
  },
};
