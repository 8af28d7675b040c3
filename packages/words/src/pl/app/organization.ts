import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { counted } = figuresIn('pl');

export const organization: AppWords['organization'] = {
  organizationEnds: {
    chooseNewOwner: 'Wybierz nowego właściciela.',
    enterPassword: 'Wpisz hasło.',
    ownershipTransferred: 'Własność przekazana',
    nowAdministrator: (name: string): string => `Twoja rola w organizacji ${name} to teraz administrator.`,
    newOwnerCanDoEverything:
      'Nowy właściciel może zrobić wszystko, także w rozliczeniach i przy usuwaniu. Twoja rola to odtąd administrator, a zmienić to może tylko nowy właściciel.',
    newOwner: 'Nowy właściciel',
    nameOrAddress: 'Nazwa lub adres',
    noOtherMemberHasName: 'Żaden inny członek nie ma tej nazwy ani tego adresu.',
    yourPassword: 'Twoje hasło',
    ownership: 'Własność',
    ownOrganization: 'Ta organizacja należy do Ciebie. Przekaż ją, zanim ją opuścisz.',
    handOverDialog: 'Przekaż…',
    transferOwnership: 'Przekaż własność',
    leave: 'Opuść organizację',
    keepAccount: 'Zachowasz konto. Twoje dokumenty przejdą na właściciela, a Twoje klucze API zostaną unieważnione.',
    leaveDialog: 'Opuść…',
    leaveTitle: (name: string): string => `Opuścić ${name}?`,
    loseAccessAtOnce: 'Od razu stracisz dostęp. Aby wrócić, potrzebne będzie nowe zaproszenie.',
    stay: 'Zostań',
    deletionScheduled: 'Usunięcie zaplanowane',
    untilEverythingWorksAnd: 'Do tego czasu wszystko działa i możesz anulować usunięcie.',
    inThirtyDaysDeleted: (name: string): string =>
      `Za 30 dni organizacja ${name} zostanie usunięta. Dokumenty, które czekają na podpisy, zostaną wycofane, a wszyscy członkowie stracą dostęp. Ukończone dokumenty są przechowywane do końca okresu przechowywania. Do tego czasu możesz anulować usunięcie.`,
    deleteInThirtyDays: 'Usuń za 30 dni',
    willBeDeleted: (name: string): string => `Organizacja ${name} zostanie usunięta`,
    on: (day: string, days: string): string => `Termin: ${day} (${days}).`,
    documentsOutForSigningVoided: counted({
      one: '# dokument, który czeka na podpisy, zostanie wycofany, chyba że wcześniej zostanie ukończony.',
      few: '# dokumenty, które czekają na podpisy, zostaną wycofane, chyba że wcześniej zostaną ukończone.',
      many: '# dokumentów, które czekają na podpisy, zostanie wycofanych, chyba że wcześniej zostaną ukończone.',
      other: '# dokumentów, które czekają na podpisy, zostanie wycofanych, chyba że wcześniej zostaną ukończone.',
    }),
    deletionCanceled: 'Usunięcie anulowane',
    willNotBeDeleted: (name: string): string => `Organizacja ${name} nie zostanie usunięta.`,
    keepOrganization: 'Zachowaj organizację',
    deleteOrganization: 'Usuń organizację',
    takesThirtyDays: 'Organizacja zostanie usunięta za 30 dni. Do tego czasu możesz anulować usunięcie.',
    delete: (name: string): string => `Usunąć ${name}?`,
  },
  logoSection: {
    choosePngFile: 'Wybierz plik PNG.',
    fileLargerThanKb: 'Ten plik jest większy niż 200 kB. Wybierz mniejszy.',
    fileEmpty: 'Ten plik jest pusty. Wybierz inny.',
    notPngImageOrDamaged: 'To nie jest obraz PNG albo jest uszkodzony. Wybierz inny.',
    imageHasMoreThanFour:
      'Ten obraz ma ponad 4000 pikseli na jednym boku lub łącznie ponad 4 miliony. Wybierz mniejszy.',
    logoSaved: 'Logo zapisane',
    documentsSendFromNow: 'Będzie widoczne w dokumentach wysłanych od teraz.',
    logoRemoved: 'Logo usunięte',
    logo: 'Logo',
    shownOnSignaturePages:
      'Widoczne na stronach podpisywania i na certyfikatach ukończenia. Plik PNG, najwyżej 200 kB.',
    noLogoYet: 'Nie ma jeszcze logo. Dokumenty pokazują tylko nazwę Twojej organizacji.',
    logoOf: (name: string): string => `Logo: ${name}`,
    uploadLogo: 'Prześlij logo',
    replaceLogo: 'Zastąp logo',
    removeLogo: 'Usuń logo',
  },
  settingsForm: {
    settingsSaved: 'Ustawienia zapisane',
    settingsSavedApiKeysWillBe: 'Ustawienia zapisane. Klucze API zostaną zawieszone',
    ownersHaveNoSecondFactor: (suspendedKeys: string): string =>
      `Ich właściciele nie mają drugiego składnika. Za 7 dni przestaną działać te klucze: ${suspendedKeys}.`,
    needSecondFactorToChange: <T>(link: (text: string) => T): Phrase<T> => [
      'Do zmiany ustawień bezpieczeństwa potrzebny jest drugi składnik. ',
      link('Skonfiguruj aplikację uwierzytelniającą lub klucz dostępu'),
      ', a potem wróć tutaj.',
    ],
    someoneElseChangedSettings:
      'Ustawienia zmienił ktoś inny, więc nic nie zapisano. Wczytaj je ponownie i jeszcze raz wprowadź swoją zmianę.',
    reloadSettings: 'Wczytaj ustawienia ponownie',
  },
  documentsSettings: {
    removeIt: 'Usuń ją',
    pagesDoNotChange: 'Strony się nie zmieniają. Pliki już podpisane nie są modyfikowane.',
    rejectFile: 'Odrzuć plik',
    uploaderAskedToPrint: 'Osoba przesyłająca musi go najpierw wydrukować do PDF.',
    contentSignersSeeCanDepend: 'Skrypty mogą wtedy zmieniać treść, którą widzą podpisujący.',
    rulesForUploadsAndRetention: 'Zasady przesyłania i przechowywania.',
    rangeYears: 'Od 1 miesiąca do 100 lat.',
    rangeYearsAudit_retention_days: 'Od 1 do 100 lat.',
    atLeastAsLong: 'Co najmniej tak długo jak dokumenty, bo ślad audytu jest ich dowodem.',
    rangeDays: 'Od 1 do 90 dni.',
    scriptsAndOtherActiveContent: 'Skrypty i inna aktywna zawartość w pliku PDF',
    keepCompletedDocuments: 'Przechowuj ukończone dokumenty',
    rangeYearsDefaultSevenYears: 'Od 1 miesiąca do 100 lat. Domyślnie 7 lat.',
    keepAuditTrail: 'Przechowuj ślad audytu',
    rangeYearsAndAtLeast: 'Od 1 do 100 lat i co najmniej tak długo jak dokumenty. Domyślnie 10 lat.',
    keepDataOfDeletedAccounts: 'Przechowuj dane usuniętych kont',
    rangeDaysAfterAccountDeleted: 'Od 1 do 90 dni po usunięciu konta. Domyślnie 30.',
  },
  securitySettings: {
    security: 'Bezpieczeństwo',
    appliesToEveryMember: 'Dotyczy każdego członka od jego następnego żądania.',
    range: 'Od 8 do 128.',
    rangeMinutes: 'Od 5 do 720 minut.',
    requireSecondFactor: 'Wymagaj drugiego składnika',
    membersWithoutSecondFactor:
      'Członkowie bez drugiego składnika mogą go tylko skonfigurować. Ich klucze API przestaną działać po 7 dniach.',
    forSingleSign: 'Także przy logowaniu jednokrotnym',
    singleSignOnWorks:
      'Logowanie jednokrotne działa wtedy tylko po potwierdzeniu drugiego składnika przez dostawcę tożsamości.',
    minimumPasswordLength: 'Minimalna długość hasła',
    rangeCharacters: 'Od 8 do 128 znaków. Domyślnie 12. Dla członków kilku organizacji obowiązuje największa.',
    signOutAfterInactivity: 'Wyloguj po bezczynności',
    rangeMinutesDefaultThirtyAppliesTo: 'Od 5 do 720 minut. Domyślnie 30. Dotyczy też otwartych sesji.',
  },
  sendingSettings: {
    sending: 'Wysyłanie',
    defaultSettingsForSendingDocuments: 'Domyślne ustawienia wysyłania dokumentów.',
    rangeDays: 'Od 1 do 365 dni.',
    rangeDaysEveryDays: 'Od 1 do 30 dni.',
    rangeTimes: 'Od 1 do 20 razy.',
    range: 'Od 1 do 365. Domyślnie 30.',
    remindSigners: 'Przypominaj podpisującym',
    recipientsWhoHaveNotSigned: 'Odbiorcy, którzy nie podpisali, otrzymują przypomnienia e-mailem.',
    remindEvery: 'Przypominaj co',
    atMost: 'Najwyżej',
    suggestRecipients: 'Podpowiadaj odbiorców',
    suggestRecipientsText:
      'Podczas wpisywania aplikacja podpowiada członkom odbiorców wysłanych przez nich dokumentów. Nie widzą odbiorców innych osób.',
  },
  organizationForm: {
    signersSeeInInvitations: 'Podpisujący widzą ją w zaproszeniach i na certyfikacie ukończenia.',
    nameInEMails: 'Nazwa w wiadomościach',
    theSame: 'Nazwa organizacji',
    registrationNumber: 'Numer rejestrowy',
    shownInCertificateOfSeal:
      'Widoczny w certyfikacie Twojej pieczęci. Wpisz rejestr, kraj i numer, na przykład NTRGB-12345678 lub VATDE-123456789.',
    none: 'Brak',
    allowedNetworks: 'Dozwolone sieci',
    networksMembersAndApiKeys:
      'Sieci, z których mogą korzystać członkowie i klucze API. Podpisujący nigdy nie są ograniczani. Jeśli stracisz dostęp do tych sieci, ograniczenie może znieść operator serwera.',
    addressesAndNetworks: 'Adresy i sieci',
    onePerLineAsTwentyfour:
      'Po jednym w wierszu, na przykład 203.0.113.0/24 lub 2001:db8::/32. Puste: wszystkie sieci. Lista musi zawierać Twój własny adres.',
    embedding: 'Osadzanie',
    ownPagesCanShowSigning:
      'Twoje strony mogą pokazywać stronę podpisywania w ramce, a strona podpisywania może przekierować z powrotem do nich. Linki tworzy się przez API.',
    allowedOrigins: 'Dozwolone źródła',
    onePerLineAsHttps:
      'Po jednym w wierszu, na przykład https://app.example.com. Bez wpisu żadna strona nie może pokazać strony podpisywania w ramce.',
    redirectHosts: 'Hosty przekierowań',
    onePerLineAsApp:
      'Po jednym w wierszu, na przykład app.example.com. redirectUrl musi prowadzić do jednego z tych hostów.',
  },
  storageSection: {
    files: counted({ one: '# plik', few: '# pliki', many: '# plików', other: '# plików' }),
    storage: 'Pamięć',
    in: (size: string, count: string): string => `${size} (${count}). Twoja pamięć nie ma limitu.`,
    ofUsedIn: (size: string, otherSize: string, count: string): string => `Zajęte ${size} z ${otherSize} (${count}).`,
    storageUsed: 'Zajęta pamięć',
    storageFull: 'Pamięć jest pełna. Przesyłane pliki są odrzucane.',
    storageAlmostFull: 'Pamięć jest prawie pełna.',
    makeRoom: (state: string): string =>
      `${state} Usuń niepotrzebne dokumenty i szablony albo poproś operatora tego serwera o więcej pamięci.`,
    includesDocumentsTemplates:
      'Obejmuje dokumenty, szablony i załączniki w środowisku produkcyjnym i testowym. Usunięte dokumenty liczą się jeszcze przez 30 dni.',
  },
  organizationPage: {
    free: 'Free',
    smallTeam: 'Small Team',
    mediumTeam: 'Medium Team',
    largeTeam: 'Large Team',
    enterprise: 'Enterprise',
    about: 'Informacje',
    plan: 'Plan',
    since: 'Od',
    yourRole: 'Twoja rola',
    id: 'Identyfikator',
    settingsForWholeOrganization: 'Ustawienia całej organizacji.',
    administratorsManageSettings: 'Tymi ustawieniami zarządzają administratorzy.',
    toChangeSomethingAskAdministrator: (name: string): string =>
      `Aby coś tu zmienić, zwróć się do administratora organizacji ${name}.`,
  },
};
