import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('pl');

export const packages: AppWords['packages'] = {
  makePackageDialog: {
    documentsSignedInOneVisit: (documentsCount: number, documents: string): string =>
      `Dokumenty podpisywane za jednym razem w tej kolejności (${number(documentsCount)}): ${documents}.`,
    titleOfPackage: 'Tytuł pakietu',
    forExample: 'Na przykład: najem biura z załącznikami',
    enterTitle: 'Wpisz tytuł. Odbiorcy go widzą.',
    createPackage: 'Utwórz pakiet',
    createPackageTitle: 'Utwórz pakiet',
  },
  packagesPage: {
    documentsByBy: <T>(count: number, name: T): Phrase<T> => [
      counted({ one: '1 dokument · ', few: '# dokumenty · ', many: '# dokumentów · ', other: '# dokumentu · ' })(count),
      name,
    ],
    of: (done: number, all: number): string => `${number(done)} z ${number(all)}`,
    changed: 'Zmieniono',
    noPackageHasStatus: (statuses: string): string => `Żaden pakiet nie ma statusu „${statuses}”.`,
    noPackagesYet: 'Nie ma jeszcze pakietów',
    selectSeveralDraftsInList:
      'Zaznacz kilka szkiców na liście dokumentów i wybierz „Utwórz pakiet”. Odbiorcy otrzymają jedną wiadomość i podpiszą dokumenty jeden po drugim.',
    chooseDrafts: 'Wybierz szkice',
    severalDocumentsRecipientsSign: 'Kilka dokumentów, które odbiorcy podpisują za jednym razem, po jednej wiadomości.',
    allStatuses: 'Wszystkie statusy',
  },
  cancelDialog: {
    packageCanceled: 'Pakiet anulowany',
    invitedRecipientsNotified: 'Powiadomiono zaproszonych odbiorców.',
    everyDocumentNotCompletedVoided:
      'Każdy nieukończony dokument zostanie wycofany, a zaproszeni odbiorcy otrzymają e-mail. Tego nie można cofnąć.',
    completedDocumentsDoNotChange: (completedCount: number, documentCount: number): string =>
      `Ukończone dokumenty się nie zmienią: ${number(completedCount)} z ${number(documentCount)}.`,
    forExample: 'Na przykład: zmieniła się cena',
    enterReason: 'Wpisz powód. Odbiorcy go zobaczą.',
    cancelPackage: 'Anuluj pakiet',
    cancelPackageTitle: 'Anulować ten pakiet?',
  },
  assignment: {
    documentHasNoSigner: 'Ten dokument nie ma podpisującego. Wybierz dla niego odbiorcę albo usuń dokument z pakietu.',
    aRecipient: 'Odbiorca',
    hasNoDocumentToSign: (name: string): string =>
      `${name} nie ma dokumentu do podpisania. Wybierz dokument dla tej osoby albo ją usuń.`,
    oneOfFieldsBelongs: 'Jedno z jego pól jest dla osoby, która nie podpisuje tego dokumentu.',
  },
  assignmentGrid: {
    person: (index: number): string => `Osoba ${number(index)}`,
    documentsByRecipient: 'Dokumenty według odbiorcy',
    eachRecipientSeesOnlyDocuments: 'Każdy odbiorca widzi tylko dokumenty wybrane dla niego.',
    signsEveryDocument: (name: string): string => `${name} podpisuje wszystkie dokumenty`,
    signs: (name: string, title: string): string => `${name} podpisuje „${title}”`,
  },
  sendForm: {
    eachRecipientGetsOneE: 'Każdy odbiorca otrzymuje jedną wiadomość ze wszystkimi dokumentami.',
    confirmWarningAboutDocumentsFirst: 'Najpierw potwierdź ostrzeżenie dotyczące dokumentów.',
    nothingSent: (reason: string): string => `${reason} Nic nie wysłano.`,
    mayBeSent:
      'Połączenie zostało przerwane, więc nie wiemy, czy pakiet wysłano. Odśwież stronę, aby to sprawdzić. Pakiet nigdy nie jest wysyłany dwa razy.',
    signAll: (documents: number): string =>
      `Wszystkie dokumenty (${number(documents)}) zostaną wysłane razem. Każdy odbiorca podpisuje wszystkie i otrzymuje jedną wiadomość.`,
    signChecked: (documents: number): string =>
      `Wszystkie dokumenty (${number(documents)}) zostaną wysłane razem. Każdy odbiorca podpisuje dokumenty wybrane dla niego i otrzymuje jedną wiadomość.`,
    sendDocuments: (documentCount: number): string =>
      counted({
        one: 'Wyślij # dokument',
        few: 'Wyślij # dokumenty',
        many: 'Wyślij # dokumentów',
        other: 'Wyślij # dokumentów',
      })(documentCount),
  },
  remindDialog: {
    title: counted({
      one: 'Wysłać przypomnienie do 1 odbiorcy?',
      few: 'Wysłać przypomnienie do # odbiorców?',
      many: 'Wysłać przypomnienie do # odbiorców?',
      other: 'Wysłać przypomnienie do # odbiorców?',
    }),
    text: (names: string): string =>
      `${names}. Każdy odbiorca otrzyma jedną wiadomość ze wszystkimi dokumentami. Odbiorcy, którzy dostali przypomnienie w ciągu ostatniej godziny, zostaną pominięci.`,
    send: 'Wyślij przypomnienia',
  },
  preview: {
    show: (title: string): string => `Pokaż strony: ${title}`,
    loading: 'Wczytywanie stron',
  },
  timeline: {
    title: 'Oś czasu',
    of: (title: string): string => `· ${title}`,
    showAll: (count: number): string => `Pokaż wszystkie wpisy (${number(count)})`,
  },
  packagePage: {
    recipientsOf: (title: string): string => `Odbiorcy: ${title}`,
    moveUp: (title: string): string => `Przesuń w górę: ${title}`,
    moveDown: (title: string): string => `Przesuń w dół: ${title}`,
    removeFromPackage: (title: string): string => `Usuń z pakietu: ${title}`,
    packageDeleted: 'Pakiet usunięty',
    documentsSeparateDraftsAgain: 'Jego dokumenty są znów osobnymi szkicami.',
    ofDocumentsCompleted: (completedCount: number, documentCount: number): string =>
      `Ukończone dokumenty: ${number(completedCount)} z ${number(documentCount)}`,
    cancelPackage: 'Anuluj pakiet',
    remind: 'Przypomnij',
    waitingFor: (names) => `Oczekiwanie na podpis: ${names}`,
    package: 'Pakiet',
    goToPackages: 'Przejdź do pakietów',
  },
};
