import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('pl');

export const api: AppWords['api'] = {
  errors: {
    inMoment: 'za chwilę',
    inSeconds: (seconds: number): string =>
      counted({ one: 'za # sekundę', few: 'za # sekundy', many: 'za # sekund', other: 'za # sekund' })(seconds),
    inMinutes: (seconds: number): string =>
      counted({ one: 'za # minutę', few: 'za # minuty', many: 'za # minut', other: 'za # minut' })(seconds),
    serverCannotBeReached: 'Serwer jest nieosiągalny',
    connectionOrServerDown:
      'Brak połączenia albo serwer nie działa. To, co wpisano, nadal tu jest. Spróbuj ponownie za chwilę.',
    noAnswer: 'Serwer nie odpowiedział',
    outcomeUnknown:
      'Połączenie zostało przerwane, więc nie wiemy, czy zmiana została zapisana. Odśwież stronę, aby to sprawdzić, i spróbuj ponownie, jeśli zmiany nie ma.',
    signedOut: 'Wylogowano Cię',
    sessionEnded: 'Sesja się zakończyła. Zaloguj się ponownie, aby kontynuować.',
    doNotHavePermission: 'Brak uprawnień',
    notFound: 'Nie znaleziono',
    mayHaveBeenDeleted: (sentence: string): string =>
      `${sentence} Możliwe, że element został usunięty albo należy do innej organizacji.`,
    somethingNeedsCorrecting: 'Sprawdź wpisane dane',
    tooManyAttempts: 'Zbyt wiele prób',
    enteredWrongValueTooOften: (inSeconds: string): string =>
      `Błędną wartość wpisano zbyt wiele razy. Spróbuj ponownie ${inSeconds}.`,
    notPartOfPlan: 'Twój plan tego nie obejmuje',
    linkNoLongerWorks: 'Ten link już nie działa',
    tooManyRequests: 'Zbyt wiele żądań',
    nothingChanged: (inSeconds: string): string => `Nic nie zostało zmienione. Spróbuj ponownie ${inSeconds}.`,
    temporarilyUnavailable: 'Chwilowo niedostępne',
    tryAgain: (sentence: string, inSeconds: string): string => `${sentence} Spróbuj ponownie ${inSeconds}.`,
    somethingWentWrongOnServer: 'Na serwerze wystąpił błąd',
    savedDataSafe:
      'Zapisane dane są bezpieczne. Spróbuj ponownie. Jeśli błąd się powtórzy, prześlij administratorowi identyfikator żądania.',
    didNotWork: 'Działanie nie powiodło się',
    canceledOrTookTooLong: 'Żądanie zostało anulowane albo trwało zbyt długo. Spróbuj ponownie albo użyj innej metody.',
    canceled: 'Żądanie zostało anulowane. Spróbuj ponownie albo użyj innej metody.',
    deviceOrPasswordManagerAlready: 'To urządzenie lub ten menedżer haseł ma już klucz dostępu do Twojego konta.',
    passkeysDoNotWork: 'Klucze dostępu nie działają pod tym adresem. Otwórz Countersign, używając nazwy hosta i HTTPS.',
    browserOrDeviceCannotCreate: 'Ta przeglądarka lub to urządzenie nie może utworzyć odpowiedniego klucza dostępu.',
    passkeyNotUsed: 'Klucz dostępu nie został użyty',
    pageHasProblem: 'Na tej stronie wystąpił problem',
    documentsSafeOnServer:
      'Twoje dokumenty są bezpieczne na serwerze. Odśwież stronę. Niezapisane zmiany trzeba może będzie wprowadzić ponownie.',
  },
};
