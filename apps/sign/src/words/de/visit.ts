import { figuresIn } from '../figures.ts';
import type { visit as en } from '../en/visit.ts';

const { counted } = figuresIn('de');

export const visit: typeof en = {
  brand: 'Countersign',
  language: 'Sprache',
  opening: 'Das Dokument wird geöffnet …',
  openingNote:
    'Sie können das ganze Dokument lesen, bevor Sie sich entscheiden. Mit dem Öffnen ist nichts unterschrieben, und Sie können diese Seite jederzeit schließen.',
  close: 'Schließen',
  cancel: 'Abbrechen',
  back: 'Zurück',
  tryAgain: 'Noch einmal versuchen',

  asksToSign: (who) => `${who} bittet Sie um Ihre Unterschrift`,
  asksToApprove: (who) => `${who} bittet Sie um Ihre Freigabe`,
  asTheSigner: (name) => `Für ${name}`,
  messageFrom: (name) => `Nachricht von ${name}`,
  document: 'Dokument',
  pageCount: counted({ one: '# Seite', other: '# Seiten' }),
  signBy: 'Unterschreiben bis',
  lastDay: 'heute ist der letzte Tag',
  daysLeft: counted({ one: 'noch # Tag', other: 'noch # Tage' }),
  noEndDate: 'Ohne Frist',
  alsoSigning: 'Außerdem unterschreiben',
  reviewDocument: 'Dokument ansehen',
  nothingYet:
    'Lesen Sie es zuerst. Unterschrieben wird erst, wenn Sie am Ende auf „Dokument unterschreiben“ drücken. Sie brauchen kein Konto.',
  nothingYetApprover:
    'Lesen Sie es zuerst. Freigegeben wird erst, wenn Sie am Ende auf „Dokument freigeben“ drücken. Sie brauchen kein Konto.',
  notForYou: 'Nicht für Sie bestimmt, oder möchten Sie lieber auf Papier unterschreiben?',
  writeTo: (name) => `${name} schreiben`,

  codeTitle: 'Zugangscode eingeben',
  codeText: (sender) =>
    `${sender} hat dieses Dokument mit einem Code geschützt und ihn Ihnen auf einem anderen Weg als dieser E-Mail mitgeteilt.`,
  codeLabel: 'Zugangscode',
  codeWrong: counted({
    one: 'Das ist nicht der Code. Sie haben noch # Versuch.',
    other: 'Das ist nicht der Code. Sie haben noch # Versuche.',
  }),
  codeOpen: 'Dokument öffnen',
  codeMissing: 'Kein Code?',

  turnTitle: 'Sie sind noch nicht an der Reihe',
  turnText: (sender) =>
    `Andere unterschreiben vor Ihnen. Sie bekommen eine E-Mail, sobald Sie an der Reihe sind. Bei Fragen schreiben Sie an ${sender}.`,
  readMeanwhile: 'Dokument lesen',
  checkAgain: 'Erneut nachsehen',
  readingTurn: 'Nur zum Lesen: Sie sind noch nicht an der Reihe',
  readingCopy: 'Ihre Kopie: hier ist nichts zu unterschreiben',

  otherwise: 'Nicht unterschreiben?',
  declineTitle: 'Unterschrift ablehnen',
  declineText: (sender) =>
    `Damit endet das Dokument für alle; das lässt sich nicht rückgängig machen. ${sender} und die anderen erfahren Ihren Grund.`,
  declineReason: 'Grund',
  declineMissing: 'Bitte nennen Sie in wenigen Worten den Grund.',
  decline: 'Ablehnen',
  forwardTitle: 'Jemand anderes soll unterschreiben',
  forwardText: (sender) =>
    `Diese Person bekommt einen eigenen Link und unterschreibt an Ihrer Stelle. Ihr Link endet, und ${sender} wird benachrichtigt.`,
  forwardName: 'Name der Person',
  forwardEmail: 'E-Mail-Adresse der Person',
  forwardRefused: 'An diese Adresse kann das Dokument nicht weitergegeben werden.',
  forward: 'Weitergeben',
  otherwiseFaults: {
    offline: {
      title: 'Keine Verbindung',
      text: 'Es kam keine Antwort. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    },
    unavailable: {
      title: 'Zurzeit nicht möglich',
      text: 'Es wurde nichts geändert. Versuchen Sie es gleich noch einmal.',
    },
    other: { title: 'Das hat nicht geklappt', text: 'Es wurde nichts geändert.' },
  },

  stopped: {
    'no-link': {
      title: 'Öffnen Sie den Link in Ihrer E-Mail',
      what: 'Diese Seite öffnet sich über den persönlichen Link in Ihrer Einladung; sie wurde ohne ihn geöffnet.',
      kept: '',
      todo: 'Gehen Sie zurück zur E-Mail und öffnen Sie den Link noch einmal.',
    },
    'session-ended': {
      title: 'Diese Seite wurde zu Ihrem Schutz geschlossen',
      what: 'Eine halbe Stunde lang geschah hier nichts, deshalb wurde das Dokument geschlossen.',
      kept: 'Es wurde nichts unterschrieben. Ihre Eingaben sind in diesem Tab noch vorhanden.',
      todo: 'Öffnen Sie den Link in Ihrer E-Mail noch einmal, um fortzufahren.',
    },
    'wrong-link': {
      title: 'Dieser Link funktioniert nicht',
      what: 'Der Link ist unvollständig, oder ein neuerer hat ihn ersetzt.',
      kept: 'Es wurde nichts unterschrieben.',
      todo: 'Öffnen Sie den Link in der neuesten E-Mail zu diesem Dokument. Wenn auch der nicht funktioniert, bitten Sie die Person, die ihn gesendet hat, um einen neuen.',
    },
    expired: {
      title: 'Die Frist zum Unterschreiben ist abgelaufen',
      what: 'Dieses Dokument konnte bis zu einem bestimmten Tag unterschrieben werden, und dieser Tag ist vorbei.',
      kept: 'Sie haben nichts unterschrieben.',
      todo: 'Wenn es noch unterschrieben werden soll, bitten Sie darum, es erneut zu senden.',
    },
    replaced: {
      title: 'Der Absender hat dieses Dokument geändert',
      what: 'Dieser Link führt zu einer früheren Fassung und funktioniert nicht mehr.',
      kept: 'Mit diesem Link wurde nichts unterschrieben.',
      todo: 'Öffnen Sie das Dokument mit dem Link in unserer neuesten E-Mail dazu. Wenn Sie keine solche E-Mail haben, fragen Sie den Absender.',
    },
    removed: {
      title: 'Sie sind kein Empfänger mehr',
      what: 'Der Absender hat Sie aus den Empfängern dieses Dokuments entfernt. Ihr Link funktioniert nicht mehr.',
      kept: 'Sie müssen nichts tun.',
      todo: 'Wenn Sie das überrascht, fragen Sie den Absender.',
    },
    voided: {
      title: 'Dieses Dokument wurde zurückgezogen',
      what: 'Der Absender hat es zurückgezogen. Es kann nicht mehr gelesen oder unterschrieben werden.',
      kept: 'Sie müssen nichts tun.',
      todo: 'Wenn Sie das überrascht, fragen Sie den Absender.',
    },
    unreadable: {
      title: 'Dieser Link ist abgelaufen',
      what: 'Abgeschlossene Dokumente können hier 30 Tage lang gelesen werden, und diese Tage sind vorbei.',
      kept: 'Die Unterschriften bleiben gültig.',
      todo: 'Bitten Sie den Absender um eine Kopie.',
    },
    declined: {
      title: 'Dieses Dokument wurde geschlossen',
      what: 'Jemand hat die Unterschrift abgelehnt, deshalb wird es nicht abgeschlossen.',
      kept: 'Sie müssen nichts tun.',
      todo: 'Bei Fragen wenden Sie sich an den Absender.',
    },
    'you-declined': {
      title: 'Sie haben abgelehnt',
      what: 'Dieses Dokument wird nicht abgeschlossen. Der Absender und die anderen kennen nun Ihren Grund.',
      kept: 'Sie haben nichts unterschrieben.',
      todo: '',
    },
    'you-forwarded': {
      title: 'Sie haben es weitergegeben',
      what: 'Die andere Person bekommt per E-Mail einen eigenen Link. Ihrer funktioniert nicht mehr.',
      kept: 'Sie haben nichts unterschrieben. Der Absender wurde benachrichtigt.',
      todo: '',
    },
    locked: {
      title: 'Dieses Dokument ist gesperrt',
      what: 'Der Code wurde fünfmal falsch eingegeben.',
      kept: 'Vom Dokument wurde nichts gezeigt.',
      todo: 'Der Absender wurde benachrichtigt und kann Ihnen einen neuen Link senden.',
    },
    offline: {
      title: 'Keine Verbindung',
      what: 'Das Dokument konnte nicht geladen werden, weil keine Antwort kam.',
      kept: 'Es ist nichts verloren.',
      todo: 'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    },
    unavailable: {
      title: 'Zurzeit nicht verfügbar',
      what: 'Der Dienst kann das Dokument gerade nicht zeigen.',
      kept: 'Es wurde nichts geändert.',
      todo: '',
    },
    other: {
      title: 'Das hat nicht geklappt',
      what: 'Das Dokument konnte nicht geöffnet werden.',
      kept: 'Es wurde nichts geändert.',
      todo: 'Versuchen Sie es noch einmal. Wenn es dabei bleibt, fragen Sie die Person, die Ihnen den Link gesendet hat.',
    },
  },
  askSubject: (title) => `Zu „${title}“`,

  tryShortly: 'Versuchen Sie es gleich noch einmal.',
  trySeconds: counted({
    one: 'Versuchen Sie es in # Sekunde noch einmal.',
    other: 'Versuchen Sie es in # Sekunden noch einmal.',
  }),
  requestId: (id) => `Wenn Sie um Hilfe bitten, nennen Sie ${id}.`,

  sessionWarning: (left) => `Diese Seite schließt sich in ${left}`,
  sessionKept: 'Zu Ihrem Schutz wird sie geschlossen, wenn niemand sie benutzt.',
  stay: 'Offen lassen',
};
