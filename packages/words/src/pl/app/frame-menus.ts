import type { AppWords, Phrase } from '../../app.ts';

export const frameMenus: AppWords['frameMenus'] = {
  organizationItems: {
    organizations: 'Organizacje',
    newOrganizationDialog: 'Nowa organizacja…',
  },
  newOrganizationDialog: {
    enterNameSignersWillSee: 'Wpisz nazwę, którą zobaczą podpisujący.',
    hasOwnDocumentsMembers:
      'Organizacja ma własne dokumenty, członków i klucze API. Należy do Ciebie, a między organizacjami możesz się przełączać.',
    create: 'Utwórz',
    newOrganization: 'Nowa organizacja',
  },
  userMenu: {
    light: 'Jasny',
    dark: 'Ciemny',
    systemDefault: 'Jak w systemie',
    colors: 'Motyw kolorów',
    goToSandbox: 'Przejdź do środowiska testowego',
    leaveSandbox: 'Opuść środowisko testowe',
    verifyPdf: 'Sprawdź PDF',
    apiReference: 'Dokumentacja API',
    signOut: 'Wyloguj się',
  },
  deletionBar: {
    deletionOfAccount: 'Usunięcie Twojego konta',
    accountWillBeDeleted: <T>(strong: (text: string) => T, day: string, days: string): Phrase<T> => [
      strong('Twoje konto zostanie usunięte'),
      ` ${day} (${days}).`,
    ],
    keepMyAccount: 'Zachowaj konto',
  },
  sandboxBar: {
    aWeek: 'Tydzień',
    thirtyDays: '30 dni',
    clockAdvanced: 'Zegar przesunięty',
    expiriesRemindersAndRetriesDue:
      'Wszystko, czego termin przypada do tego czasu, dzieje się teraz: wygaśnięcia, przypomnienia i ponowne próby.',
    advanceClock: 'Przesuń zegar',
    forwardBy: 'Przesuń o',
    sandbox: 'Środowisko testowe',
    sandboxDocumentsTestsAndNotLegally: <T>(b: (text: string) => T): Phrase<T> => [
      b('Środowisko testowe.'),
      ' Dokumenty tutaj są testowe i nie mają mocy prawnej. Wiadomości pozostają w skrzynce.',
    ],
    leave: 'Opuść',
  },
  stepUp: {
    usePasskey: 'Użyj klucza dostępu',
    or: 'lub',
    enterPassword: 'Wpisz hasło.',
    enterCodeFromApp: 'Wpisz kod z aplikacji albo kod odzyskiwania.',
    code: 'Kod',
    fromAuthenticatorAppOrRecovery: 'Z aplikacji uwierzytelniającej albo kod odzyskiwania.',
    continue: 'Kontynuuj',
    changeAffectsSecurity:
      'Ta zmiana dotyczy bezpieczeństwa. Zaloguj się ponownie przez swoją organizację. Przez dziesięć minut nie zapytamy o to ponownie.',
    signInAgainInNew: 'Zaloguj się ponownie w nowej karcie',
    iHaveSignedInAgain: 'Już po logowaniu',
    changeAffectsAccessOrData: 'Ta zmiana dotyczy dostępu lub danych. Przez dziesięć minut nie zapytamy o to ponownie.',
    confirm: 'Potwierdź, że to Ty',
  },
  settingsLayout: {
    profile: 'Profil',
    security: 'Dostęp i bezpieczeństwo',
    dataExport: 'Eksport danych',
    general: 'Ogólne',
    incidents: 'Incydenty',
    retentionAndHolds: 'Przechowywanie i blokady',
    dataProtection: 'Ochrona danych',
    auditLog: 'Dziennik audytu',
    securityEvents: 'Zdarzenia bezpieczeństwa',
    planAndBilling: 'Plan i rozliczenia',
    system: 'System',
    people: 'Osoby',
    access: 'Bezpieczeństwo',
    developers: 'Programiści',
    compliance: 'Zgodność',
    installation: 'Instalacja',
    settings: 'Ustawienia',
    you: 'Ty',
  },
};
