import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('de');

export const packages: AppWords['packages'] = {
  makePackageDialog: {
    documentsSignedInOneVisit: (documentsCount: number, documents: string): string =>
      `${number(documentsCount)} Dokumente, die in einem Besuch in dieser Reihenfolge unterschrieben werden: ${documents}.`,
    titleOfPackage: 'Titel des Pakets',
    forExample: 'Zum Beispiel: Büromietvertrag mit Anlagen',
    enterTitle: 'Geben Sie einen Titel ein. Die Empfänger sehen ihn.',
    createPackage: 'Paket erstellen',
    createPackageTitle: 'Paket erstellen',
  },
  packagesPage: {
    documentsByBy: <T>(count: number, name: T): Phrase<T> => [
      counted({ one: '1 Dokument · von ', other: '# Dokumente · von ' })(count),
      name,
    ],
    of: (done: number, all: number): string => `${number(done)} von ${number(all)}`,
    changed: 'Geändert',
    noPackageHasStatus: (statuses: string): string => `Kein Paket hat den Status „${statuses}“.`,
    noPackagesYet: 'Noch keine Pakete',
    selectSeveralDraftsInList:
      'Wählen Sie in der Liste der Dokumente mehrere Entwürfe aus, und klicken Sie auf „Paket erstellen“. Die Empfänger erhalten eine E-Mail und unterschreiben ein Dokument nach dem anderen.',
    chooseDrafts: 'Entwürfe auswählen',
    severalDocumentsRecipientsSign:
      'Mehrere Dokumente, die Empfänger in einem Besuch unterschreiben, mit einer E-Mail.',
    allStatuses: 'Jeder Status',
  },
  cancelDialog: {
    packageCanceled: 'Paket abgebrochen',
    invitedRecipientsNotified: 'Die eingeladenen Empfänger wurden benachrichtigt.',
    everyDocumentNotCompletedVoided:
      'Alle nicht abgeschlossenen Dokumente werden zurückgezogen, und eingeladene Empfänger erhalten eine E-Mail. Das lässt sich nicht rückgängig machen.',
    completedDocumentsDoNotChange: (completedCount: number, documentCount: number): string =>
      `Abgeschlossene Dokumente ändern sich nicht: ${number(completedCount)} von ${number(documentCount)} Dokumenten.`,
    forExample: 'Zum Beispiel: Der Preis hat sich geändert',
    enterReason: 'Geben Sie einen Grund ein. Die Empfänger sehen ihn.',
    cancelPackage: 'Paket abbrechen',
    cancelPackageTitle: 'Dieses Paket abbrechen?',
  },
  assignment: {
    documentHasNoSigner:
      'Dieses Dokument unterschreibt niemand. Wählen Sie einen Empfänger dafür aus, oder entfernen Sie es aus dem Paket.',
    aRecipient: 'Ein Empfänger',
    hasNoDocumentToSign: (name: string): string =>
      `Ohne Dokument zum Unterschreiben: ${name}. Wählen Sie ein Dokument aus, oder entfernen Sie diesen Empfänger.`,
    oneOfFieldsBelongs: 'Eines seiner Felder ist für eine Person, die dieses Dokument nicht unterschreibt.',
  },
  assignmentGrid: {
    person: (index: number): string => `Person ${number(index)}`,
    documentsByRecipient: 'Dokumente nach Empfänger',
    eachRecipientSeesOnlyDocuments: 'Jeder Empfänger sieht nur die für ihn ausgewählten Dokumente.',
    signsEveryDocument: (name: string): string => `${name} unterschreibt alle Dokumente`,
    signs: (name: string, title: string): string => `${name} unterschreibt ${title}`,
  },
  sendForm: {
    eachRecipientGetsOneE: 'Jeder Empfänger erhält eine E-Mail für alle Dokumente.',
    confirmWarningAboutDocumentsFirst: 'Bestätigen Sie zuerst die Warnung zu Ihren Dokumenten.',
    nothingSent: (reason: string): string => `${reason} Es wurde nichts gesendet.`,
    mayBeSent:
      'Die Verbindung ist abgebrochen, deshalb wissen wir nicht, ob das Paket gesendet wurde. Laden Sie die Seite neu, um nachzusehen. Das Paket wird nie zweimal gesendet.',
    signAll: (documents: number): string =>
      `Alle ${number(documents)} Dokumente werden zusammen gesendet. Jeder Empfänger unterschreibt alle und erhält eine E-Mail.`,
    signChecked: (documents: number): string =>
      `Alle ${number(documents)} Dokumente werden zusammen gesendet. Jeder Empfänger unterschreibt die für ihn ausgewählten und erhält eine E-Mail.`,
    sendDocuments: counted({ one: '1 Dokument senden', other: '# Dokumente senden' }),
  },
  remindDialog: {
    title: counted({ one: '1 Empfänger erinnern?', other: '# Empfänger erinnern?' }),
    text: (names) =>
      `${names}. Jeder Empfänger erhält eine E-Mail für alle Dokumente. Wer in der letzten Stunde erinnert wurde, wird übersprungen.`,
    send: 'Erinnerungen senden',
  },
  preview: {
    show: (title) => `Seiten von ${title} anzeigen`,
    loading: 'Seiten werden geladen',
  },
  timeline: {
    title: 'Verlauf',
    of: (title) => `· ${title}`,
    showAll: (count) => `Alle ${number(count)} Einträge anzeigen`,
  },
  packagePage: {
    recipientsOf: (title: string): string => `Empfänger von ${title}`,
    moveUp: (title: string): string => `${title} nach oben`,
    moveDown: (title: string): string => `${title} nach unten`,
    removeFromPackage: (title: string): string => `${title} aus dem Paket entfernen`,
    packageDeleted: 'Paket gelöscht',
    documentsSeparateDraftsAgain: 'Seine Dokumente sind wieder einzelne Entwürfe.',
    ofDocumentsCompleted: (completedCount: number, documentCount: number): string =>
      `${number(completedCount)} von ${number(documentCount)} Dokumenten abgeschlossen`,
    cancelPackage: 'Paket abbrechen',
    remind: 'Erinnern',
    waitingFor: (names) => `Wartet auf ${names}`,
    package: 'Paket',
    goToPackages: 'Zu den Paketen',
  },
};
