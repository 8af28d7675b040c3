import type { signing as en } from '../en/signing.ts';

export const signing: typeof en = {
  consentTitle: 'Podpisanie dokumentu',
  approveTitle: 'Zatwierdzenie dokumentu',
  signatureOf: (name) => `Podpis: ${name}`,
  whatHappens: (title, sender) =>
    `Gdy naciśniesz „Podpisz dokument”, dokument „${title}” zostanie podpisany w Twoim imieniu podpisem cyfrowym z zaufanym znacznikiem czasu. ${sender} otrzyma wiadomość. Potem nie można już tego tutaj cofnąć.`,
  whatHappensApprove: (title, sender) =>
    `Gdy naciśniesz „Zatwierdź dokument”, zatwierdzenie dokumentu „${title}” zostanie zapisane z podpisem cyfrowym i zaufanym znacznikiem czasu. ${sender} otrzyma wiadomość. Potem nie można już tego tutaj cofnąć.`,
  consentLabel: 'Zgadzam się',
  consentNeeded: 'Zaznacz to pole, aby kontynuować: bez Twojej zgody nie można tego podpisać elektronicznie.',
  signDocument: 'Podpisz dokument',
  approveDocument: 'Zatwierdź dokument',
  signing: 'Podpisywanie…',
  approving: 'Zatwierdzanie…',
  signingNote: 'Powstaje podpis i jego znacznik czasu. Nie zamykaj tej strony.',
  ratherNot:
    'Nie zgadzasz się? Zamknij tę stronę, a nic nie zostanie podpisane. W sprawie wersji papierowej napisz na adres:',

  sendFaults: {
    offline: {
      title: 'Brak połączenia',
      text: 'Nie nadeszła odpowiedź. To, co wpisano, pozostaje na tej stronie. Sprawdź połączenie i spróbuj ponownie; nie da się przypadkiem podpisać dwa razy.',
    },
    unavailable: {
      title: 'W tej chwili to niemożliwe',
      text: 'Nic nie zostało podpisane, a to, co wpisano, pozostaje na tej stronie.',
    },
    invalid: {
      title: 'Trzeba coś poprawić',
      text: 'Nic nie zostało podpisane, a to, co wpisano, jest zachowane.',
    },
    other: {
      title: 'To się nie udało',
      text: 'Nic nie zostało podpisane, a to, co wpisano, pozostaje na tej stronie.',
    },
  },

  signedTitle: 'Twój podpis został złożony',
  approvedTitle: 'Twoje zatwierdzenie zostało zapisane',
  thanks: (name) => `Dziękujemy, ${name}.`,
  signedAt: 'Kiedy',
  signedAs: 'Kto',
  receiptTitle: 'Potwierdzenie podpisu',
  receiptNote:
    'Zachowaj to potwierdzenie. Pozwala udowodnić, który plik został pokazany i który plik został podpisany.',
  receiptShown: 'Pokazany plik (SHA-256)',
  receiptSigned: 'Podpisany plik (SHA-256)',
  receiptTrail: (n: number) => `Dziennik po podpisie, wpis ${n} (SHA-256)`,
  receiptDownload: 'Pobierz potwierdzenie',
  fingerprint: 'Odcisk',
  fingerprintNote: 'SHA-256 dokumentu w postaci, w jakiej został wysłany',
  fingerprintNoteFinished: 'SHA-256 ukończonego dokumentu',
  copy: 'Kopiuj',
  copied: 'Skopiowano',
  verifyNote:
    'Dokument możesz sprawdzić w każdej chwili: gotowy plik zawiera wszystkie podpisy i znaczniki czasu, a czytniki PDF, które sprawdzają podpisy, je pokazują.',
  waitingFor: 'Kto podpisuje',
  signerStates: {
    waiting: 'Czeka na swoją kolej',
    'pending-signature': 'Jeszcze bez podpisu',
    signed: 'Podpisano',
    declined: 'Odmowa',
    notified: 'Otrzymuje egzemplarz',
  },
  everyoneSigned: 'Wszyscy podpisali',
  downloadReadyText: 'Dokument jest ukończony i zapieczętowany. Zachowaj egzemplarz.',
  downloadWaiting: 'Nie wszyscy jeszcze podpisali',
  downloadWaitingText: (email) => `Gotowy dokument przyjdzie e-mailem na adres ${email}. Możesz zamknąć tę stronę.`,
  downloadSealingText: 'Gotowy dokument jest pieczętowany. To potrwa chwilę.',
  download: 'Pobierz dokument',
  downloading: 'Pobieranie…',
  downloadFailed: 'Pobieranie się nie udało. Sprawdź połączenie i spróbuj ponownie.',
  downloadLater:
    'Ta strona nie szuka już nowości. Otwórz ponownie link z wiadomości, aby zobaczyć, jak wygląda sytuacja.',
};
