import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { counted } = figuresIn('de');

export const organization: AppWords['organization'] = {
  organizationEnds: {
    chooseNewOwner: 'Wählen Sie den neuen Inhaber.',
    enterPassword: 'Geben Sie Ihr Passwort ein.',
    ownershipTransferred: 'Inhaberschaft übertragen',
    nowAdministrator: (name: string): string => `Sie sind jetzt Administrator von ${name}.`,
    newOwnerCanDoEverything:
      'Der neue Inhaber kann alles tun, auch Abrechnung und Löschung. Sie werden Administrator, und nur der neue Inhaber kann das ändern.',
    newOwner: 'Neuer Inhaber',
    nameOrAddress: 'Name oder Adresse',
    noOtherMemberHasName: 'Kein anderes Mitglied hat diesen Namen oder diese Adresse.',
    yourPassword: 'Ihr Passwort',
    ownership: 'Inhaberschaft',
    ownOrganization: 'Sie sind Inhaber dieser Organisation. Übertragen Sie sie, bevor Sie sie verlassen.',
    handOverDialog: 'Übertragen …',
    transferOwnership: 'Inhaberschaft übertragen',
    leave: 'Verlassen',
    keepAccount:
      'Ihr Konto behalten Sie. Ihre Dokumente hier gehen an den Inhaber, und Ihre API-Schlüssel werden widerrufen.',
    leaveDialog: 'Verlassen …',
    leaveTitle: (name: string): string => `${name} verlassen?`,
    loseAccessAtOnce: 'Sie verlieren sofort den Zugang. Um zurückzukehren, brauchen Sie eine neue Einladung.',
    stay: 'Bleiben',
    deletionScheduled: 'Löschung vorgemerkt',
    untilEverythingWorksAnd: 'Bis dahin funktioniert alles, und Sie können die Löschung abbrechen.',
    inThirtyDaysDeleted: (name: string): string =>
      `In 30 Tagen wird ${name} gelöscht. Dokumente, die auf Unterschriften warten, werden zurückgezogen, und alle Mitglieder verlieren den Zugang. Abgeschlossene Dokumente werden bis zum Ende ihrer Aufbewahrungsfrist aufbewahrt. Bis dahin können Sie die Löschung abbrechen.`,
    deleteInThirtyDays: 'In 30 Tagen löschen',
    willBeDeleted: (name: string): string => `${name} wird gelöscht`,
    on: (day: string, days: string): string => `Tag der Löschung: ${day} (${days}).`,
    documentsOutForSigningVoided: counted({
      one: '# Dokument, das auf Unterschriften wartet, wird zurückgezogen, wenn es nicht vorher abgeschlossen ist.',
      other:
        '# Dokumente, die auf Unterschriften warten, werden zurückgezogen, wenn sie nicht vorher abgeschlossen sind.',
    }),
    deletionCanceled: 'Löschung abgebrochen',
    willNotBeDeleted: (name: string): string => `${name} wird nicht gelöscht.`,
    keepOrganization: 'Organisation behalten',
    deleteOrganization: 'Organisation löschen',
    takesThirtyDays: 'Die Organisation wird in 30 Tagen gelöscht. Bis dahin können Sie die Löschung abbrechen.',
    delete: (name: string): string => `${name} löschen?`,
  },
  logoSection: {
    choosePngFile: 'Wählen Sie eine PNG-Datei aus.',
    fileLargerThanKb: 'Diese Datei ist größer als 200 kB. Wählen Sie eine kleinere.',
    fileEmpty: 'Diese Datei ist leer. Wählen Sie eine andere.',
    notPngImageOrDamaged: 'Das ist kein PNG-Bild, oder es ist beschädigt. Wählen Sie ein anderes.',
    imageHasMoreThanFour:
      'Dieses Bild hat mehr als 4.000 Pixel an einer Seite oder insgesamt mehr als 4 Millionen. Wählen Sie ein kleineres.',
    logoSaved: 'Logo gespeichert',
    documentsSendFromNow: 'Dokumente, die Sie ab jetzt senden, zeigen es.',
    logoRemoved: 'Logo entfernt',
    logo: 'Logo',
    shownOnSignaturePages: 'Erscheint auf Unterschriftsseiten und Abschlusszertifikaten. Ein PNG mit höchstens 200 kB.',
    noLogoYet: 'Noch kein Logo. Dokumente zeigen nur den Namen Ihrer Organisation.',
    logoOf: (name: string): string => `Logo von ${name}`,
    uploadLogo: 'Logo hochladen',
    replaceLogo: 'Logo ersetzen',
    removeLogo: 'Logo entfernen',
  },
  settingsForm: {
    settingsSaved: 'Einstellungen gespeichert',
    settingsSavedApiKeysWillBe: 'Einstellungen gespeichert. API-Schlüssel werden gesperrt',
    ownersHaveNoSecondFactor: (suspendedKeys: string): string =>
      `Ihre Inhaber haben keinen zweiten Faktor. In 7 Tagen gelten diese Schlüssel nicht mehr: ${suspendedKeys}.`,
    needSecondFactorToChange: <T>(link: (text: string) => T): Phrase<T> => [
      'Um Sicherheitseinstellungen zu ändern, brauchen Sie einen zweiten Faktor. ',
      link('Richten Sie eine Authenticator-App oder einen Passkey ein'),
      ', und kommen Sie dann hierher zurück.',
    ],
    someoneElseChangedSettings:
      'Jemand anderes hat die Einstellungen geändert, deshalb wurde nichts gespeichert. Laden Sie sie neu, und nehmen Sie Ihre Änderung noch einmal vor.',
    reloadSettings: 'Einstellungen neu laden',
  },
  documentsSettings: {
    removeIt: 'Entfernen',
    pagesDoNotChange: 'Die Seiten ändern sich nicht. Schon unterschriebene Dateien werden nicht verändert.',
    rejectFile: 'Datei abweisen',
    uploaderAskedToPrint: 'Wer sie hochlädt, muss sie zuerst als PDF drucken.',
    contentSignersSeeCanDepend: 'Skripte können dann ändern, was Unterzeichner sehen.',
    rulesForUploadsAndRetention: 'Regeln für das Hochladen und die Aufbewahrung.',
    rangeYears: '1 Monat bis 100 Jahre.',
    rangeYearsAudit_retention_days: '1 bis 100 Jahre.',
    atLeastAsLong: 'Mindestens so lange wie die Dokumente, denn der Prüfpfad ist ihr Nachweis.',
    rangeDays: '1 bis 90 Tage.',
    scriptsAndOtherActiveContent: 'Skripte und andere aktive Inhalte in einer PDF-Datei',
    keepCompletedDocuments: 'Abgeschlossene Dokumente aufbewahren',
    rangeYearsDefaultSevenYears: '1 Monat bis 100 Jahre. Voreinstellung: 7 Jahre.',
    keepAuditTrail: 'Prüfpfad aufbewahren',
    rangeYearsAndAtLeast: '1 bis 100 Jahre und mindestens so lange wie die Dokumente. Voreinstellung: 10 Jahre.',
    keepDataOfDeletedAccounts: 'Daten gelöschter Konten aufbewahren',
    rangeDaysAfterAccountDeleted: '1 bis 90 Tage nach der Löschung des Kontos. Voreinstellung: 30.',
  },
  securitySettings: {
    security: 'Sicherheit',
    appliesToEveryMember: 'Gilt für jedes Mitglied ab dessen nächster Anfrage.',
    range: '8 bis 128.',
    rangeMinutes: '5 bis 720 Minuten.',
    requireSecondFactor: 'Zweiten Faktor verlangen',
    membersWithoutSecondFactor:
      'Mitglieder ohne zweiten Faktor können nur noch einen einrichten. Ihre API-Schlüssel gelten nach 7 Tagen nicht mehr.',
    forSingleSign: 'Auch bei Single Sign-on',
    singleSignOnWorks: 'Single Sign-on ist dann nur möglich, wenn der Anmeldedienst einen zweiten Faktor bestätigt.',
    minimumPasswordLength: 'Mindestlänge des Passworts',
    rangeCharacters:
      '8 bis 128 Zeichen. Voreinstellung: 12. Für Mitglieder mehrerer Organisationen gilt die größte Länge.',
    signOutAfterInactivity: 'Abmelden nach Inaktivität',
    rangeMinutesDefaultThirtyAppliesTo: '5 bis 720 Minuten. Voreinstellung: 30. Gilt auch für offene Sitzungen.',
    charactersSuffix: ' Zeichen',
  },
  sendingSettings: {
    sending: 'Senden',
    defaultSettingsForSendingDocuments: 'Voreinstellungen für das Senden von Dokumenten.',
    rangeDays: '1 bis 365 Tage.',
    rangeDaysEveryDays: '1 bis 30 Tage.',
    rangeTimes: '1- bis 20-mal.',
    range: '1 bis 365. Voreinstellung: 30.',
    remindSigners: 'Unterzeichner erinnern',
    recipientsWhoHaveNotSigned: 'Empfänger, die noch nicht unterschrieben haben, werden per E-Mail erinnert.',
    remindEvery: 'Erinnern alle',
    atMost: 'Höchstens',
    suggestRecipients: 'Empfänger vorschlagen',
    suggestRecipientsText:
      'Beim Eingeben schlägt die App Mitgliedern die Empfänger ihrer eigenen gesendeten Dokumente vor. Die Empfänger anderer sehen sie nicht.',
    timesSuffix: ' Mal',
  },
  organizationForm: {
    signersSeeInInvitations: 'Unterzeichner sehen ihn in Einladungen und auf dem Abschlusszertifikat.',
    nameInEMails: 'Name in E-Mails',
    theSame: 'Name der Organisation',
    registrationNumber: 'Registernummer',
    shownInCertificateOfSeal:
      'Steht im Zertifikat Ihres Siegels. Geben Sie Register, Land und Nummer an, etwa NTRGB-12345678 oder VATDE-123456789.',
    none: 'Keine',
    allowedNetworks: 'Erlaubte Netzwerke',
    networksMembersAndApiKeys:
      'Netzwerke, aus denen Mitglieder und API-Schlüssel zugreifen dürfen. Für Unterzeichner gilt nie eine Einschränkung. Wenn Sie den Zugang zu diesen Netzwerken verlieren, kann der Betreiber des Servers die Einschränkung aufheben.',
    addressesAndNetworks: 'Adressen und Netzwerke',
    onePerLineAsTwentyfour:
      'Pro Zeile eines, etwa 203.0.113.0/24 oder 2001:db8::/32. Leer: alle Netzwerke. Ihre eigene Adresse muss enthalten sein.',
    embedding: 'Einbettung',
    ownPagesCanShowSigning:
      'Ihre eigenen Seiten können die Unterschriftsseite in einem Frame zeigen, und diese kann zu ihnen zurückleiten. Links erstellen Sie über die API.',
    allowedOrigins: 'Erlaubte Ursprünge',
    onePerLineAsHttps:
      'Pro Zeile einer, etwa https://app.example.com. Ohne Eintrag kann keine Seite die Unterschriftsseite in einem Frame zeigen.',
    redirectHosts: 'Hosts für Weiterleitungen',
    onePerLineAsApp: 'Pro Zeile einer, etwa app.example.com. Eine redirectUrl muss zu einem dieser Hosts führen.',
  },
  storageSection: {
    files: counted({ one: '# Datei', other: '# Dateien' }),
    storage: 'Speicher',
    in: (size: string, count: string): string => `${size} in ${count}. Ihr Speicher ist unbegrenzt.`,
    ofUsedIn: (size: string, otherSize: string, count: string): string =>
      `${size} von ${otherSize} belegt, in ${count}.`,
    storageUsed: 'Belegter Speicher',
    storageFull: 'Ihr Speicher ist voll. Hochladen ist nicht möglich.',
    storageAlmostFull: 'Ihr Speicher ist fast voll.',
    makeRoom: (state: string): string =>
      `${state} Löschen Sie Dokumente und Vorlagen, die Sie nicht mehr brauchen, oder bitten Sie den Betreiber dieses Servers um mehr Speicher.`,
    includesDocumentsTemplates:
      'Enthält Dokumente, Vorlagen und Anhänge, live und in der Sandbox. Gelöschte Dokumente zählen noch 30 Tage.',
  },
  organizationPage: {
    free: 'Free',
    smallTeam: 'Small Team',
    mediumTeam: 'Medium Team',
    largeTeam: 'Large Team',
    enterprise: 'Enterprise',
    about: 'Überblick',
    plan: 'Tarif',
    since: 'Seit',
    yourRole: 'Ihre Rolle',
    id: 'ID',
    settingsForWholeOrganization: 'Einstellungen für die ganze Organisation.',
    administratorsManageSettings: 'Administratoren verwalten diese Einstellungen.',
    toChangeSomethingAskAdministrator: (name: string): string =>
      `Um hier etwas zu ändern, wenden Sie sich an die Administration von ${name}.`,
  },
};
