import { figuresIn } from '../figures.ts';
import type { visit as en } from '../en/visit.ts';

const { counted } = figuresIn('pl');

// Names stay as they are: a sentence that would decline one, or tell whether it is a man's or a woman's, is put another way.
export const visit: typeof en = {
  brand: 'Countersign',
  language: 'Język',
  opening: 'Otwieranie dokumentu…',
  openingNote:
    'Możesz przeczytać cały dokument, zanim podejmiesz decyzję. Otwarcie niczego nie podpisuje, a tę stronę możesz zamknąć w każdej chwili.',
  close: 'Zamknij',
  cancel: 'Anuluj',
  back: 'Wstecz',
  tryAgain: 'Spróbuj ponownie',

  asksToSign: (who) => `${who} prosi Cię o podpis`,
  asksToApprove: (who) => `${who} prosi Cię o zatwierdzenie`,
  asTheSigner: (name) => `Dla: ${name}`,
  messageFrom: (name) => `Wiadomość od: ${name}`,
  document: 'Dokument',
  pageCount: counted({ one: '# strona', few: '# strony', many: '# stron', other: '# strony' }),
  signBy: 'Podpis do',
  lastDay: 'dziś ostatni dzień',
  daysLeft: counted({
    one: 'został # dzień',
    few: 'zostały # dni',
    many: 'zostało # dni',
    other: 'zostało # dnia',
  }),
  noEndDate: 'Bez terminu',
  alsoSigning: 'Podpisują też',
  reviewDocument: 'Przeczytaj dokument',
  nothingYet:
    'Najpierw przeczytaj dokument. Nic nie zostanie podpisane, dopóki na końcu nie naciśniesz „Podpisz dokument”. Konto nie jest potrzebne.',
  nothingYetApprover:
    'Najpierw przeczytaj dokument. Nic nie zostanie zatwierdzone, dopóki na końcu nie naciśniesz „Zatwierdź dokument”. Konto nie jest potrzebne.',
  notForYou: 'To nie dla Ciebie albo wolisz podpisać na papierze?',
  writeTo: (name) => `Napisz do: ${name}`,

  codeTitle: 'Wpisz kod dostępu',
  codeText: (sender) =>
    `Ten dokument jest chroniony kodem. Nadawca (${sender}) przekazuje go inną drogą niż ta wiadomość.`,
  codeLabel: 'Kod dostępu',
  codeWrong: counted({
    one: 'To nie jest właściwy kod. Została # próba.',
    few: 'To nie jest właściwy kod. Zostały # próby.',
    many: 'To nie jest właściwy kod. Zostało # prób.',
    other: 'To nie jest właściwy kod. Zostało # próby.',
  }),
  codeOpen: 'Otwórz dokument',
  codeMissing: 'Nie masz kodu?',

  turnTitle: 'To jeszcze nie Twoja kolej',
  turnText: (sender) =>
    `Inne osoby podpisują przed Tobą. Gdy przyjdzie Twoja kolej, otrzymasz e-mail. W razie pytań napisz do nadawcy: ${sender}.`,
  readMeanwhile: 'Przeczytaj dokument',
  checkAgain: 'Sprawdź ponownie',
  readingTurn: 'Tylko do odczytu: to jeszcze nie Twoja kolej',
  readingCopy: 'Twój egzemplarz: nie ma tu nic do podpisania',

  otherwise: 'Nie podpisujesz?',
  declineTitle: 'Odmowa podpisu',
  declineText: (sender) =>
    `To zamyka dokument dla wszystkich i nie można tego cofnąć. ${sender} i pozostałe osoby poznają Twój powód.`,
  declineReason: 'Powód',
  declineMissing: 'Podaj powód w kilku słowach.',
  decline: 'Odmów',
  forwardTitle: 'Podpisać ma inna osoba',
  forwardText: (sender) =>
    `Ta osoba otrzyma własny link i podpisze zamiast Ciebie. Twój link przestanie działać, a ${sender} otrzyma wiadomość.`,
  forwardName: 'Imię i nazwisko tej osoby',
  forwardEmail: 'Adres e-mail tej osoby',
  forwardRefused: 'Dokumentu nie można przekazać na ten adres.',
  forward: 'Przekaż',
  otherwiseFaults: {
    offline: { title: 'Brak połączenia', text: 'Nie nadeszła odpowiedź. Sprawdź połączenie i spróbuj ponownie.' },
    unavailable: {
      title: 'W tej chwili to niemożliwe',
      text: 'Nic nie zostało zmienione. Spróbuj ponownie za chwilę.',
    },
    other: { title: 'To się nie udało', text: 'Nic nie zostało zmienione.' },
  },

  stopped: {
    'no-link': {
      title: 'Otwórz link z wiadomości',
      what: 'Tę stronę otwiera osobisty link z zaproszenia, a została otwarta bez niego.',
      kept: '',
      todo: 'Wróć do wiadomości e-mail i otwórz link ponownie.',
    },
    'session-ended': {
      title: 'Ta strona została zamknięta dla Twojego bezpieczeństwa',
      what: 'Przez pół godziny nic się tu nie działo, więc dokument został zamknięty.',
      kept: 'Nic nie zostało podpisane. To, co wpisano, jest nadal w tej karcie.',
      todo: 'Aby kontynuować, otwórz ponownie link z wiadomości.',
    },
    'wrong-link': {
      title: 'Ten link nie działa',
      what: 'Link jest niepełny albo zastąpił go nowszy.',
      kept: 'Nic nie zostało podpisane.',
      todo: 'Otwórz link z najnowszej wiadomości o tym dokumencie. Jeśli też nie działa, poproś nadawcę o nowy.',
    },
    expired: {
      title: 'Termin podpisania minął',
      what: 'Ten dokument można było podpisać do określonego dnia, a ten dzień już minął.',
      kept: 'Nic nie zostało przez Ciebie podpisane.',
      todo: 'Jeśli dokument nadal ma być podpisany, poproś o ponowne wysłanie.',
    },
    replaced: {
      title: 'Nadawca zmienił ten dokument',
      what: 'Ten link prowadzi do wcześniejszej wersji i już nie działa.',
      kept: 'Za pomocą tego linku nic nie podpisano.',
      todo: 'Otwórz dokument linkiem z naszej najnowszej wiadomości. Jeśli jej nie masz, zapytaj nadawcę.',
    },
    removed: {
      title: 'Nie jesteś już odbiorcą',
      what: 'Nadawca usunął Cię z odbiorców tego dokumentu. Twój link już nie działa.',
      kept: 'Nie musisz nic robić.',
      todo: 'Jeśli to Cię dziwi, zapytaj nadawcę.',
    },
    voided: {
      title: 'Ten dokument został wycofany',
      what: 'Nadawca go wycofał. Nie można go już czytać ani podpisać.',
      kept: 'Nie musisz nic robić.',
      todo: 'Jeśli to Cię dziwi, zapytaj nadawcę.',
    },
    unreadable: {
      title: 'Ten link wygasł',
      what: 'Ukończone dokumenty można tu czytać przez 30 dni, a ten czas już minął.',
      kept: 'Podpisy pozostają ważne.',
      todo: 'Poproś nadawcę o egzemplarz.',
    },
    declined: {
      title: 'Ten dokument został zamknięty',
      what: 'Ktoś odmówił podpisu, więc dokument nie zostanie ukończony.',
      kept: 'Nie musisz nic robić.',
      todo: 'W razie pytań zwróć się do nadawcy.',
    },
    'you-declined': {
      title: 'Odmowa przyjęta',
      what: 'Ten dokument nie zostanie ukończony. Nadawca i pozostałe osoby znają już Twoją decyzję i jej powód.',
      kept: 'Nic nie zostało przez Ciebie podpisane.',
      todo: '',
    },
    'you-forwarded': {
      title: 'Dokument przekazany',
      what: 'Druga osoba otrzyma e-mailem własny link. Twój już nie działa.',
      kept: 'Nic nie zostało przez Ciebie podpisane. Nadawca otrzymał wiadomość.',
      todo: '',
    },
    locked: {
      title: 'Ten dokument jest zablokowany',
      what: 'Pięć razy wpisano błędny kod.',
      kept: 'Nie pokazano niczego z dokumentu.',
      todo: 'Nadawca otrzymał wiadomość i może wysłać Ci nowy link.',
    },
    offline: {
      title: 'Brak połączenia',
      what: 'Nie udało się pobrać dokumentu, bo nie nadeszła odpowiedź.',
      kept: 'Nic nie przepadło.',
      todo: 'Sprawdź połączenie i spróbuj ponownie.',
    },
    unavailable: {
      title: 'Chwilowo niedostępne',
      what: 'Usługa nie może teraz pokazać dokumentu.',
      kept: 'Nic nie zostało zmienione.',
      todo: '',
    },
    other: {
      title: 'To się nie udało',
      what: 'Nie udało się otworzyć dokumentu.',
      kept: 'Nic nie zostało zmienione.',
      todo: 'Spróbuj ponownie. Jeśli to nie pomoże, zapytaj osobę, która wysłała Ci link.',
    },
  },
  askSubject: (title) => `W sprawie „${title}”`,

  tryShortly: 'Spróbuj ponownie za chwilę.',
  trySeconds: counted({
    one: 'Spróbuj ponownie za # sekundę.',
    few: 'Spróbuj ponownie za # sekundy.',
    many: 'Spróbuj ponownie za # sekund.',
    other: 'Spróbuj ponownie za # sekundy.',
  }),
  requestId: (id) => `Prosząc o pomoc, podaj ${id}.`,

  sessionWarning: (left) => `Ta strona zamknie się za ${left}`,
  sessionKept: 'Dla Twojego bezpieczeństwa strona zamyka się, gdy nikt jej nie używa.',
  stay: 'Zostaw otwartą',
};
