import type { AppWords, Phrase } from '../../app.ts';

export const home: AppWords['home'] = {
  homePage: {
    loading: (what: string): string => `Wird geladen: ${what}`,
    cannotBeSignedNow: 'Dieses Dokument kann gerade nicht unterschrieben werden',
    documentProtectedByCode: 'Ein durch einen Code geschütztes Dokument',
    approve: 'Freigeben',
    sign: 'Unterschreiben',
    toBeSignedBy: (time: string, days: string): string => `Unterschreiben bis ${time} (${days})`,
    notTurnYet: 'Andere unterschreiben zuerst. Sie erhalten eine E-Mail, sobald Sie an der Reihe sind.',
    needsMySignature: 'Meine Unterschrift fehlt',
    documentsNeedSignature: 'Dokumente, denen Ihre Unterschrift fehlt',
    confirmAddress: 'Bestätigen Sie Ihre Adresse',
    documentsSentToForSigning:
      'Dokumente, die zum Unterschreiben an diese Adresse gesendet werden, erscheinen danach hier.',
    goToSecurity: 'Zu „Zugang und Sicherheit“',
    noDocumentsWait: 'Kein Dokument wartet auf Ihre Unterschrift.',
    ofNewestDocumentsSent: 'Berücksichtigt nur die neuesten 500 an Sie gesendeten Dokumente.',
    allWaiting: 'Alle wartenden',
    waitingForOthers: 'Wartet auf andere',
    documentsWaitForOthers: 'Dokumente, die auf andere warten',
    noDocumentsWaitForSignatures: 'Kein Dokument wartet auf Unterschriften.',
    sent: <T>(time: T): Phrase<T> => ['gesendet ', time],
    expiringSoon: 'Läuft bald ab',
    allByExpiration: 'Alle nach Ablauf',
    documentsExpireSoon: 'Dokumente, die bald ablaufen',
    nothingExpiresInNextSeven: 'In den nächsten sieben Tagen läuft kein Dokument ab.',
    ends: (days: string): string => `läuft ${days} ab`,
    lastActivity: 'Letzte Aktivität',
    allDocuments: 'Alle Dokumente',
    home: 'Start',
    lastActivityWhat: 'letzte Aktivität',
    gettingStarted: 'Erste Schritte',
    sendFirstDocument: 'Senden Sie Ihr erstes Dokument',
    dropPdfAnywhereInWindow:
      'Ziehen Sie eine PDF-Datei in dieses Fenster, oder wählen Sie eine aus. Fügen Sie Empfänger hinzu; um den Rest kümmern wir uns. Jede Unterschrift lässt sich prüfen.',
  },
};
