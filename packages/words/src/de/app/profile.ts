import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('de');

export const profile: AppWords['profile'] = {
  deleteAccount: {
    enterPassword: 'Geben Sie Ihr Passwort ein.',
    deletionScheduled: 'Löschung vorgemerkt',
    untilCanCancelDeletion: (day: string): string => `Bis ${day} können Sie die Löschung abbrechen.`,
    inAboutThirtyDays: 'In etwa 30 Tagen:',
    signedOutEverywhereAndApi: 'Sie werden überall abgemeldet, und Ihre API-Schlüssel werden widerrufen.',
    profileSavedSignaturePasskeys:
      'Ihr Profil, Ihre gespeicherte Unterschrift, Ihre Passkeys und die E-Mails an Sie werden gelöscht.',
    documentsDraftsAndTemplatesGo:
      'Ihre Dokumente, Entwürfe und Vorlagen gehen an einen Inhaber der jeweiligen Organisation.',
    signedDocumentsAndEvidenceStay:
      'Unterschriebene Dokumente und ihre Nachweise bleiben bei den Organisationen, bis ihre Aufbewahrungsfrist endet.',
    ifOnlyOwnerOfOrganization:
      'Wenn Sie der einzige Inhaber einer Organisation sind, übertragen Sie die Inhaberschaft oder löschen Sie die Organisation zuerst.',
    yourPassword: 'Ihr Passwort',
    deleteMyAccount: 'Mein Konto löschen',
    keepMyAccount: 'Mein Konto behalten',
    legalHoldOfOne:
      'Eine Löschsperre in einer Ihrer Organisationen verhindert die Löschung. Ihr Konto wird gelöscht, sobald die Sperre aufgehoben ist.',
    organizationWouldHaveNoOwner:
      'Eine Organisation hätte dann keinen Inhaber. Übertragen Sie die Inhaberschaft, oder löschen Sie die Organisation.',
    accountWillBeDeleted: 'Ihr Konto wird gelöscht',
    on: (day: string, days: string): string => `Tag der Löschung: ${day} (${days}).`,
    takesAboutThirtyDays: 'Ihr Konto wird in etwa 30 Tagen gelöscht. Bis dahin können Sie die Löschung abbrechen.',
    deleteMyAccountDialog: 'Mein Konto löschen …',
    deleteAccount: 'Ihr Konto löschen?',
  },
  signaturePad: {
    drawingAreaForSignature: 'Fläche für Ihre Unterschrift',
    useMouseFingerOrPen: 'Mit der Maus, dem Finger oder einem Stift',
    clear: 'Leeren',
  },
  handChoice: {
    noneOfHandwritingFonts:
      'Keine der Handschriften hat diese Buchstaben, darum steht Ihr Name in Druckschrift. Sie können ihn auch zeichnen.',
    handwriting: 'Handschrift',
    style: (index: number): string => `Schrift ${number(index)}`,
  },
  profilePage: {
    keyboard: 'Tastatur',
    keyboardText: 'Diese Einstellung gilt nur für diesen Browser.',
    singleKeys: 'Tastenkürzel mit einer einzelnen Taste',
    singleKeysText: 'Zum Beispiel J und K in Listen. Mit ? sehen Sie alle Tastenkürzel.',
    enterName: 'Geben Sie Ihren Namen ein.',
    profileSaved: 'Profil gespeichert',
    forEMailsTo: 'Für die App, E-Mails an Sie und Dokumente, die Sie unterschreiben.',
    browserSetting: 'Wie im Browser',
    timeZone: 'Zeitzone',
    forTimesInApp: 'Für Zeiten in dieser App und in E-Mails an Sie.',
    browserSettingPlaceholder: (here: string): string => `Wie im Browser (${here})`,
    unknownTimeZone: 'Unbekannte Zeitzone',
    signatureSaved: 'Unterschrift gespeichert',
    offeredWhenSignDocument: 'Sie wird Ihnen angeboten, wenn Sie ein Dokument unterschreiben.',
    kindOfSignature: 'Art der Unterschrift',
    draw: 'Zeichnen',
    type: 'Tippen',
    yourName: 'Ihr Name',
    saveSignature: 'Unterschrift speichern',
    savedSignature: (data: string): string => `Ihre gespeicherte Unterschrift: ${data}`,
    savedSignatureAlt: 'Ihre gespeicherte Unterschrift',
    signatureRemoved: 'Unterschrift entfernt',
    savedSignatureTitle: 'Gespeicherte Unterschrift',
    offeredWhenSignWithAccount:
      'Wird angeboten, wenn Sie mit Ihrem Konto unterschreiben. Das Zertifikat beweist eine Unterschrift, nicht dieses Bild.',
    addSignature: 'Unterschrift hinzufügen',
    profile: 'Profil',
    nameLanguageAndSavedSignature: 'Ihr Name, Ihre Sprache und Ihre gespeicherte Unterschrift.',
    aboutYou: 'Über Sie',
  },
  contacts: {
    title: 'Adressbuch',
    text: 'Beim Eingeben von Empfängern schlägt die App Personen vor, denen Sie Dokumente gesendet haben. Nur Sie sehen diese Vorschläge.',
    people: counted({ one: '# Person', other: '# Personen' }),
    clearDialog: 'Leeren …',
    clearTitle: 'Adressbuch leeren?',
    clearText:
      'Diese Personen werden nicht mehr vorgeschlagen. Das lässt sich nicht rückgängig machen. Ihre Dokumente ändern sich nicht. Wem Sie ein weiteres Dokument senden, wird wieder vorgeschlagen.',
    clear: 'Adressbuch leeren',
    cleared: 'Adressbuch geleert',
  },
};
