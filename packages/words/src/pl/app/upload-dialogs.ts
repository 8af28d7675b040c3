import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('pl');

export const uploadDialogs: AppWords['uploadDialogs'] = {
  passwordDialog: {
    enterPasswordOfPdf: 'Wpisz hasło tego pliku PDF',
    usedOnceToOpenFile:
      'Hasło służy tylko do jednorazowego otwarcia pliku i nie jest przechowywane. Odbiorcy nie potrzebują hasła.',
    upload: 'Prześlij',
  },
  uploadDialog: {
    kb: (bytes: number): string => `${number(bytes)} kB`,
    mb: (bytes: string): string => `${bytes} MB`,
    uploading: 'Przesyłanie',
    uploadingOf: (index: number, all: number): string => `Przesyłanie pliku ${number(index)} z ${number(all)}`,
    uploadProgress: 'Postęp przesyłania',
    sent: 'Wysłano. Serwer sprawdza PDF…',
    sentText: (percent: number): string => `Wysłano ${number(percent)} %`,
  },
  severalFiles: {
    uploaded: counted({
      one: 'Przesłano 1 plik',
      few: 'Przesłano # pliki',
      many: 'Przesłano # plików',
      other: 'Przesłano # plików',
    }),
    refused: counted({
      one: 'Nie przesłano 1 pliku',
      few: 'Nie przesłano # plików',
      many: 'Nie przesłano # plików',
      other: 'Nie przesłano # plików',
    }),
    why: (name: string, why: string): string => `${name}: ${why}.`,
    tooMany: 'Zbyt wiele plików',
    limit: (filesCount: number, most: number): string =>
      `Liczba wybranych plików: ${number(filesCount)}. Limit na jeden raz: ${number(most)}. Nic nie przesłano.`,
    needsPassword: 'Jest chroniony hasłem. Prześlij go osobno',
    notTried: 'Bez próby',
    canceled: 'Anulowano',
    choose: 'Przy wysłaniu razem odbiorcy otrzymują jedną wiadomość i podpisują wszystkie dokumenty za jednym razem.',
    separately: counted({
      one: 'Otwórz szkic',
      few: 'Zostaw jako osobne szkice',
      many: 'Zostaw jako osobne szkice',
      other: 'Zostaw jako osobne szkice',
    }),
    together: 'Wyślij razem',
    close: 'Zamknij',
  },
  choosePdf: {
    pdfFile: 'Plik PDF',
  },
  newDocumentPage: {
    choosePdf: 'Wybierz PDF',
    storedUnchangedByteForByte: 'Jest przechowywany bez zmian, bajt po bajcie.',
    addRecipients: 'Dodaj odbiorców',
    namesEMailAddressesOrder: 'Nazwiska, adresy e-mail, kolejność i pola.',
    send: 'Wyślij',
    eachSignerGetsLink: 'Każdy podpisujący otrzymuje link e-mailem. Możesz śledzić postęp.',
    dropPdf: 'Upuść pliki PDF tutaj',
    orAnywhereInWindow: 'lub w dowolnym miejscu tego okna. Najwyżej 50 MB każdy.',
    nextSteps: 'Następne kroki',
  },
};
