import type { signing as en } from '../en/signing.ts';

export const signing: typeof en = {
  consentTitle: 'Das Dokument unterschreiben',
  approveTitle: 'Das Dokument freigeben',
  signatureOf: (name) => `Unterschrift von ${name}`,
  whatHappens: (title, sender) =>
    `Wenn Sie auf „Dokument unterschreiben“ drücken, wird „${title}“ in Ihrem Namen mit einer digitalen Signatur und einem vertrauenswürdigen Zeitstempel unterschrieben. ${sender} wird benachrichtigt. Zurücknehmen lässt sich das hier danach nicht.`,
  whatHappensApprove: (title, sender) =>
    `Wenn Sie auf „Dokument freigeben“ drücken, wird Ihre Freigabe von „${title}“ mit einer digitalen Signatur und einem vertrauenswürdigen Zeitstempel festgehalten. ${sender} wird benachrichtigt. Zurücknehmen lässt sich das hier danach nicht.`,
  consentLabel: 'Ich stimme zu',
  consentNeeded:
    'Bitte setzen Sie den Haken, um fortzufahren: Ohne Ihre Zustimmung kann hier nicht elektronisch unterschrieben werden.',
  signDocument: 'Dokument unterschreiben',
  approveDocument: 'Dokument freigeben',
  signing: 'Wird unterschrieben …',
  approving: 'Wird freigegeben …',
  signingNote: 'Signatur und Zeitstempel werden erstellt. Bitte lassen Sie diese Seite offen.',
  ratherNot:
    'Nicht einverstanden? Schließen Sie diese Seite, dann wird nichts unterschrieben. Für Papier schreiben Sie an:',

  sendFaults: {
    offline: {
      title: 'Keine Verbindung',
      text: 'Es kam keine Antwort. Ihre Eingaben bleiben auf dieser Seite erhalten. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal; versehentlich zweimal unterschreiben können Sie nicht.',
    },
    unavailable: {
      title: 'Zurzeit nicht möglich',
      text: 'Es wurde nichts unterschrieben, und Ihre Eingaben bleiben auf dieser Seite erhalten.',
    },
    invalid: {
      title: 'Etwas muss berichtigt werden',
      text: 'Es wurde nichts unterschrieben, und Ihre Eingaben bleiben erhalten.',
    },
    other: {
      title: 'Das hat nicht geklappt',
      text: 'Es wurde nichts unterschrieben, und Ihre Eingaben bleiben auf dieser Seite erhalten.',
    },
  },

  signedTitle: 'Sie haben unterschrieben',
  approvedTitle: 'Sie haben freigegeben',
  thanks: (name) => `Vielen Dank, ${name}.`,
  signedAt: 'Wann',
  signedAs: 'Wer',
  receiptTitle: 'Ihre Quittung',
  receiptNote:
    'Bewahren Sie diese Quittung auf. Mit ihr können Sie nachweisen, welche Datei Ihnen gezeigt wurde und welche Datei Sie unterzeichnet haben.',
  receiptShown: 'Datei, die Ihnen gezeigt wurde (SHA-256)',
  receiptSigned: 'Datei, die Sie unterzeichnet haben (SHA-256)',
  receiptTrail: (n: number) => `Protokoll nach Ihrer Unterschrift, Eintrag ${n} (SHA-256)`,
  receiptDownload: 'Quittung herunterladen',
  fingerprint: 'Fingerabdruck',
  fingerprintNote: 'SHA-256 des Dokuments, wie es gesendet wurde',
  fingerprintNoteFinished: 'SHA-256 des fertigen Dokuments',
  copy: 'Kopieren',
  copied: 'Kopiert',
  verifyNote:
    'Sie können dieses Dokument jederzeit prüfen: Die fertige Datei enthält alle Signaturen und Zeitstempel, und PDF-Programme, die Signaturen prüfen, zeigen sie an.',
  waitingFor: 'Wer unterschreibt',
  signerStates: {
    waiting: 'Noch nicht an der Reihe',
    'pending-signature': 'Noch nicht unterschrieben',
    signed: 'Unterschrieben',
    declined: 'Abgelehnt',
    notified: 'Bekommt eine Kopie',
  },
  everyoneSigned: 'Alle haben unterschrieben',
  downloadReadyText: 'Das Dokument ist abgeschlossen und versiegelt. Bewahren Sie eine Kopie auf.',
  downloadWaiting: 'Noch nicht alle haben unterschrieben',
  downloadWaitingText: (email) =>
    `Sie bekommen das fertige Dokument per E-Mail an ${email}. Sie können diese Seite schließen.`,
  downloadSealingText: 'Das fertige Dokument wird versiegelt. Das dauert einen Moment.',
  download: 'Dokument herunterladen',
  downloading: 'Wird heruntergeladen …',
  downloadFailed: 'Das Herunterladen hat nicht geklappt. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  downloadLater:
    'Diese Seite sucht nicht mehr nach Neuigkeiten. Öffnen Sie den Link in Ihrer E-Mail erneut, um den Stand zu sehen.',
};
