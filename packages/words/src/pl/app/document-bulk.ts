import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('pl');

export const documentBulk: AppWords['documentBulk'] = {
  bulkActions: {
    archived: counted({
      one: 'Zarchiwizowano 1 dokument',
      few: 'Zarchiwizowano # dokumenty',
      many: 'Zarchiwizowano # dokumentów',
      other: 'Zarchiwizowano # dokumentów',
    }),
    movedToTrash: counted({
      one: 'Przeniesiono do kosza 1 dokument',
      few: 'Przeniesiono do kosza # dokumenty',
      many: 'Przeniesiono do kosza # dokumentów',
      other: 'Przeniesiono do kosza # dokumentów',
    }),
    restored: counted({
      one: 'Przywrócono 1 dokument',
      few: 'Przywrócono # dokumenty',
      many: 'Przywrócono # dokumentów',
      other: 'Przywrócono # dokumentów',
    }),
    formerTags: counted({
      one: '1 dokument ma znów poprzednie etykiety',
      few: '# dokumenty mają znów poprzednie etykiety',
      many: '# dokumentów ma znów poprzednie etykiety',
      other: '# dokumentów ma znów poprzednie etykiety',
    }),
    inFolder: (name: string) =>
      counted({
        one: `1 dokument jest w folderze „${name}”`,
        few: `# dokumenty są w folderze „${name}”`,
        many: `# dokumentów jest w folderze „${name}”`,
        other: `# dokumentów jest w folderze „${name}”`,
      }),
    notInFolder: counted({
      one: 'Usunięto z folderu 1 dokument',
      few: 'Usunięto z folderu # dokumenty',
      many: 'Usunięto z folderu # dokumentów',
      other: 'Usunięto z folderu # dokumentów',
    }),
    movedBack: counted({
      one: 'Przeniesiono z powrotem 1 dokument',
      few: 'Przeniesiono z powrotem # dokumenty',
      many: 'Przeniesiono z powrotem # dokumentów',
      other: 'Przeniesiono z powrotem # dokumentów',
    }),
    notOut: 'Nie czeka na podpisy.',
    noOneToRemind:
      'Nikomu nie można przypomnieć: każdy otrzymał przypomnienie w ciągu ostatniej godziny albo nie otrzymuje przypomnień.',
    reminderUnknown: 'Odpowiedź nie dotarła. Oś czasu dokumentu pokazuje, czy przypomnienie zostało wysłane.',
    reminded: counted({
      one: 'Wysłano przypomnienie odbiorcom 1 dokumentu',
      few: 'Wysłano przypomnienie odbiorcom # dokumentów',
      many: 'Wysłano przypomnienie odbiorcom # dokumentów',
      other: 'Wysłano przypomnienie odbiorcom # dokumentów',
    }),
    voided: counted({
      one: 'Wycofano 1 dokument',
      few: 'Wycofano # dokumenty',
      many: 'Wycofano # dokumentów',
      other: 'Wycofano # dokumentów',
    }),
    newTags: counted({
      one: '1 dokument ma nowe etykiety',
      few: '# dokumenty mają nowe etykiety',
      many: '# dokumentów ma nowe etykiety',
      other: '# dokumentów ma nowe etykiety',
    }),
    outForSigning: 'Dokument czeka na podpisy. Najpierw go wycofaj.',
    alreadyArchived: 'Dokument jest już zarchiwizowany.',
    noLongerExistsOrBelongs: 'Dokument już nie istnieje albo należy do kogoś innego.',
    serverDidNotReportResult: 'Serwer nie podał wyniku.',
    nothingDone: counted({
      one: 'Działanie nie powiodło się dla tego dokumentu',
      few: 'Działanie nie powiodło się dla żadnego z # dokumentów',
      many: 'Działanie nie powiodło się dla żadnego z # dokumentów',
      other: 'Działanie nie powiodło się dla żadnego z # dokumentów',
    }),
    failedForOthers: (done: string, failed: number): string => `${done}, nieudane: ${number(failed)}`,
  },
  bulkRun: {
    stopped: 'Zatrzymano',
    notConfirmed: 'Niepotwierdzone',
    outcomeUnknown:
      'Odpowiedź nie dotarła i serwer nie podał, czy działanie zostało wykonane. Otwórz dokument, aby sprawdzić.',
    notCarriedOut: 'Działanie nie zostało wykonane. Spróbuj ponownie.',
    leftOut: (tried: string, why: string, left: number): string =>
      `${tried}. ${why}: nie próbowano dla ${number(left)}`,
    progress: (done: number, total: number): string => `Gotowe: ${number(done)} z ${number(total)}`,
    selecting: (done: number, total: number): string => `Wczytano: ${number(done)} z ${number(total)}`,
    stop: 'Zatrzymaj',
  },
  files: {
    name: 'dokumenty',
    notFound: 'Nie ma go w archiwum: został usunięty, jest w koszu albo należy do kogoś innego.',
    notReady: 'Nie ma go w archiwum: podpisany plik nie jest jeszcze gotowy. Spróbuj ponownie za minutę.',
    downloaded: counted({
      one: 'Zapisano plik 1 dokumentu',
      few: 'Zapisano pliki # dokumentów',
      many: 'Zapisano pliki # dokumentów',
      other: 'Zapisano pliki # dokumentów',
    }),
    savedAsCsv: counted({
      one: 'Zapisano jako CSV 1 dokument',
      few: 'Zapisano jako CSV # dokumenty',
      many: 'Zapisano jako CSV # dokumentów',
      other: 'Zapisano jako CSV # dokumentów',
    }),
    signedOf: (signed: number, all: number): string => `${number(signed)} z ${number(all)}`,
    owner: 'Właściciel',
    tags: 'Etykiety',
    created: 'Utworzono',
    expires: 'Wygasa',
    id: 'Identyfikator',
  },
  remindDialog: {
    title: counted({
      one: 'Wysłać przypomnienie odbiorcom 1 dokumentu?',
      few: 'Wysłać przypomnienie odbiorcom # dokumentów?',
      many: 'Wysłać przypomnienie odbiorcom # dokumentów?',
      other: 'Wysłać przypomnienie odbiorcom # dokumentów?',
    }),
    text: 'Każdy, na kogo przyszła kolej, otrzyma e-mail. Odbiorcy, którzy dostali przypomnienie w ciągu ostatniej godziny, zostaną pominięci.',
    optional: 'Opcjonalnie.',
    send: 'Wyślij przypomnienia',
  },
  voidDialog: {
    title: counted({
      one: 'Wycofać 1 dokument?',
      few: 'Wycofać # dokumenty?',
      many: 'Wycofać # dokumentów?',
      other: 'Wycofać # dokumentów?',
    }),
    text: 'Potem nikt nie może ich podpisać, a zaproszeni odbiorcy otrzymają e-mail. Złożone podpisy pozostają w dokumentacji. Tego nie można cofnąć.',
    enterReason: 'Wpisz powód. Odbiorcy go zobaczą.',
    void: counted({
      one: 'Wycofaj 1 dokument',
      few: 'Wycofaj # dokumenty',
      many: 'Wycofaj # dokumentów',
      other: 'Wycofaj # dokumentów',
    }),
  },
  bulkBar: {
    remind: 'Przypomnij…',
    void: 'Wycofaj…',
    addToFolder: 'Dodaj do folderu…',
    moveToFolder: 'Przenieś do innego folderu…',
    removeFromFolder: 'Usuń z tego folderu',
    saveAsCsv: 'Zapisz zaznaczone jako CSV',
    more: 'Więcej działań',
    selectWholeList: (total: number): string => `Zaznacz całą listę (dokumenty: ${number(total)})`,
    selectFirst: (most: number): string => `Zaznacz początek listy (dokumenty: ${number(most)})`,
    archive: 'Archiwizuj',
    restore: 'Przywróć',
    selectedDocuments: 'Zaznaczone dokumenty',
    selected: counted({
      one: 'Zaznaczono 1 dokument',
      few: 'Zaznaczono # dokumenty',
      many: 'Zaznaczono # dokumentów',
      other: 'Zaznaczono # dokumentów',
    }),
    selectAllShown: (total: number): string => `Zaznacz wszystkie pokazane (${number(total)})`,
    createPackage: 'Utwórz pakiet',
    tags: 'Etykiety',
    clearSelection: 'Wyczyść zaznaczenie',
    dismiss: 'Ukryj',
    failedActions: 'Nieudane działania',
  },
};
