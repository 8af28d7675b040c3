import type { ErrorSentences } from '../../error-sentences.ts';

export const errorCodes: ErrorSentences = {
  INVALID_CREDENTIALS: 'Adres e-mail lub hasło jest nieprawidłowe.',
  LOGIN_STEP_EXPIRED: 'To logowanie wygasło. Wpisz hasło ponownie.',
  INVALID_LINK: 'Ten link jest nieprawidłowy. Otwórz najnowszy link albo poproś nadawcę o nowy.',
  PAYMENT_FAILED:
    'Płatność została odrzucona, więc plan nie został zmieniony. Zaktualizuj metodę płatności i spróbuj ponownie.',
  FORBIDDEN: 'Twoja rola na to nie pozwala.',
  STORAGE_QUOTA_EXCEEDED:
    'Plik przekracza miejsce dostępne dla Twojej organizacji. Usuń niepotrzebne pliki albo poproś operatora tego serwera o więcej miejsca.',
  REGISTRATION_CLOSED:
    'Rejestracja jest możliwa tylko z zaproszeniem. Poproś o zaproszenie administratora swojej organizacji.',
  WRONG_PASSWORD: 'Hasło jest nieprawidłowe.',
  WRONG_CODE: 'Kod jest nieprawidłowy lub został już użyty. Poczekaj na następny albo użyj kodu odzyskiwania.',
  TWO_FACTOR_REQUIRED: 'Twoja organizacja wymaga drugiego składnika. Najpierw go skonfiguruj.',
  NETWORK_NOT_ALLOWED:
    'Twoja organizacja zezwala na dostęp tylko z określonych sieci, a Twój adres do nich nie należy. Skontaktuj się z administratorem.',
  PASSKEY_REFUSED: 'Ten klucz dostępu nie został przyjęty. Spróbuj ponownie albo zaloguj się w inny sposób.',
  EMAIL_NOT_VERIFIED: 'Twój adres e-mail nie jest jeszcze potwierdzony. Otwórz link w wiadomości z potwierdzeniem.',
  NO_ORGANIZATION: 'Twoje konto nie należy już do żadnej organizacji. Poproś administratora o zaproszenie.',
  SSO_REFUSED:
    'Logowanie przez Twoją organizację nie powiodło się. Spróbuj ponownie. Jeśli to nie pomoże, skontaktuj się z administratorem.',
  SSO_NOT_ALLOWED:
    'Twoja organizacja potwierdziła Twoją tożsamość, ale nie przyznała Ci dostępu. Poproś administratora o zaproszenie.',
  NOT_FOUND: 'Pod tym adresem nic nie ma.',
  DOCUMENT_NOT_FOUND: 'Nie znaleziono dokumentu.',
  TEMPLATE_NOT_FOUND: 'Nie znaleziono szablonu.',
  DRAFT_CHANGED: 'Ktoś inny zapisał ten szkic. Wczytaj go ponownie i wprowadź zmiany jeszcze raz.',
  SETTINGS_CHANGED: 'Ktoś inny zmienił ustawienia. Wczytaj je ponownie i wprowadź zmianę jeszcze raz.',
  TEMPLATE_CHANGED: 'Ktoś inny zmienił ten szablon. Wczytaj go ponownie i wprowadź zmianę jeszcze raz.',
  SIGNER_HAS_SIGNED:
    'Ten odbiorca już podpisał. Imię, nazwisko i adres są częścią podpisu i nie można ich już zmienić.',
  ACCOUNT_EXISTS: 'Konto z tym adresem już istnieje. Zaloguj się i otwórz link ponownie.',
  ALREADY_INVITED: 'Ta osoba ma już otwarte zaproszenie z inną rolą. Najpierw je unieważnij.',
  ALREADY_MEMBER: 'Ta osoba jest już członkiem.',
  LAST_OWNER: 'Organizacja musi mieć właściciela. Najpierw przekaż własność albo usuń organizację.',
  EMAIL_TAKEN: 'Inne konto używa już tego adresu.',
  DOMAIN_RECORD_MISSING:
    'Nie znaleziono rekordu TXT lub ma on inną wartość. Zmiany w DNS mogą być widoczne wszędzie dopiero po dniu. Spróbuj później.',
  LEGAL_HOLD: 'Te dane obejmuje blokada prawna. Administrator musi ją znieść, zanim dane będzie można usunąć.',
  MAIL_LINK_INVALID: 'Ten link wygasł, jest niepełny lub został już użyty. Poproś o nowy.',
  SERVICE_UNAVAILABLE: 'Usługa jest chwilowo niedostępna. Nic nie zostało zmienione.',
  MAIL_NOT_CONFIGURED:
    'Nie skonfigurowano serwera poczty, więc nie można wysyłać dokumentów. Skontaktuj się z operatorem tego serwera.',
};
