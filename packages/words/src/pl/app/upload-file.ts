import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('pl');

export const uploadFile: AppWords['uploadFile'] = {
  upload: {
    document: 'Dokument',
    nothingUploaded: 'Nic nie przesłano.',
    fileEmpty: 'Ten plik jest pusty',
    hasNoContent: (name: string, kept: string): string =>
      `Plik „${name}” nie ma treści. ${kept} Zapisz dokument ponownie jako PDF, a potem wybierz ten plik.`,
    fileTooLarge: 'Ten plik jest za duży',
    hasMb: (name: string, size: number, kept: string): string =>
      `Plik „${name}” ma ${number(size)} MB. Limit to 50 MB. ${kept} Zmniejsz obrazy albo podziel plik.`,
    notPdf: 'To nie jest PDF',
    cannotBeSigned: (name: string, kept: string): string =>
      `Plik „${name}” ma inny format. ${kept} Zapisz go lub wydrukuj jako PDF, a potem wybierz ten plik.`,
    pdfProtectedByPassword: 'Ten PDF jest chroniony hasłem',
    passwordDoesNotOpenPdf: 'To hasło nie otwiera tego pliku PDF',
    pdfEncryptedInWay: 'Ten PDF jest zaszyfrowany w nieobsługiwany sposób',
    pdfSignedAndEncrypted: 'Ten PDF jest podpisany i zaszyfrowany',
    pdfListsPageTwice: 'Ten PDF podaje jedną stronę dwa razy',
    pdfCannotBeRepairedWithout: 'Tego pliku PDF nie można naprawić bez zmiany',
    pageOfPdfCannot: 'Jednej ze stron tego pliku PDF nie można pokazać',
    pdfTooLongTo: 'Ten PDF jest za długi, aby go naprawić',
    pdfDynamicForm: 'Ten PDF jest formularzem dynamicznym',
    pdfLockedByCertification: 'Ten PDF jest zablokowany przez certyfikację',
    pdfDoesNotAllowNew: 'Ten PDF nie pozwala na nowe pola podpisu',
    pdfHasActiveContent: 'Ten PDF ma aktywną zawartość',
    pdfDamaged: 'Ten PDF jest uszkodzony',
    formFieldOfPdfCannot: 'Nie można pokazać pola formularza w tym pliku PDF',
    pdfCannotBeRead: 'Tego pliku PDF nie można odczytać',
    theFile: (message: string): string => `Plik: ${message}.`,
    fileNotAccepted: 'Ten plik nie został przyjęty',
    notStored: (ofTheFile: string): string => `${ofTheFile} Nie zapisano go.`,
  },
};
