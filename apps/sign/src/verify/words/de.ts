import type { Words } from './words.ts';

export const words: Words = {
  locale: 'de',
  direction: 'ltr',
  language: 'Sprache',
  title: 'Ein unterschriebenes PDF prüfen',
  lead: 'Wer es wann unterschrieben hat und was seither geändert wurde. Für unterschriebene PDFs jedes Anbieters.',
  choose: 'PDF auswählen',
  drop: 'oder irgendwo auf dieser Seite ablegen',
  limit: 'Höchstens 50 MB.',
  privacy: 'Die Datei wird zum Prüfen an diesen Server gesendet. Nichts davon wird aufbewahrt.',
  checking: (file) => `${file} wird geprüft …`,
  another: 'Andere Datei prüfen',
  print: 'Bericht drucken',
  verdicts: {
    unchanged: (count) =>
      `${count === 1 ? 'Die Unterschrift ist gültig.' : `Alle ${count} Unterschriften sind gültig.`} Das Dokument wurde seither nicht geändert.`,
    permitted: (count) =>
      `${count === 1 ? 'Die Unterschrift ist gültig.' : `Alle ${count} Unterschriften sind gültig.`} Was seither hinzukam, lassen sie zu.`,
    certified: (by) => `Dieses Dokument ist von ${by} gesiegelt. Unterschrieben hat es noch niemand.`,
    sealed: (by) =>
      `Dieses Dokument ist von ${by} gesiegelt. Es wurde seither nicht geändert, und niemand hat es unterschrieben.`,
    'completion-certificate': (by) =>
      `Das ist ein Abschlusszertifikat, gesiegelt von ${by}. Es wurde seither nicht geändert.`,
    timestamped: () => 'Niemand hat dieses Dokument unterschrieben. Sein Zeitstempel ist gültig.',
    unconfirmed: (count) =>
      count === 1 ? 'Die Unterschrift ließ sich nicht bestätigen.' : 'Nicht jede Unterschrift ließ sich bestätigen.',
    invalid: (count) =>
      count === 1
        ? 'Verlassen Sie sich nicht auf dieses Dokument: Seine Unterschrift ist ungültig.'
        : 'Verlassen Sie sich nicht auf dieses Dokument: Nicht alle Unterschriften sind gültig.',
    unconfirmedSeal: () => 'Das Siegel oder ein Zeitstempel ließ sich nicht bestätigen.',
    invalidSeal: () =>
      'Verlassen Sie sich nicht auf dieses Dokument: Es wurde geändert, oder sein Siegel oder ein Zeitstempel ist ungültig.',
    unsigned: () => 'Dieses Dokument trägt keine Unterschrift.',
    unreadable: () => 'Aus dieser Datei ließ sich keine Unterschrift lesen.',
  },
  caution:
    'Dieser Bericht sagt, wer unterschrieben hat und was geändert wurde. Er sagt nicht, ob stimmt, was im Dokument steht.',
  size: 'Größe',
  fingerprint: 'Prüfsumme dieser Datei (SHA-256)',
  checkedAt: 'Geprüft',
  problems: 'Warum',
  signatures: 'Unterschriften',
  seals: 'Siegel und Zeitstempel',
  kinds: {
    signer: 'Unterschrift',
    foreign: 'Unterschrift',
    certification: 'Siegel des Absenders',
    'archive-timestamp': 'Zeitstempel über das ganze Dokument',
  },
  states: { valid: 'Gültig', unconfirmed: 'Nicht bestätigt', invalid: 'Ungültig' },
  timeProved: 'Zeit durch einen Zeitstempel belegt',
  timeClaimed: 'Zeit nur vom Unterzeichner angegeben',
  trustedBy: 'Vertrauenswürdig laut',
  history: 'Wie die Datei entstanden ist',
  version: (number) => `Fassung ${number}`,
  revisions: {
    original: 'Das Dokument, wie es geschrieben wurde',
    certification: 'Vom Absender zertifiziert',
    signature: 'Unterschrieben',
    timestamp: 'Mit Zeitstempel versehen',
    'validation-data': 'Nachweise für spätere Prüfungen hinzugefügt',
    update: 'Geändert',
  },
  details: 'Technische Einzelheiten',
  field: 'Feld',
  certificate: 'Zertifikat',
  issuer: 'Ausgestellt von',
  serial: 'Seriennummer',
  validity: 'Gültigkeit',
  level: 'Stufe',
  timeStamp: 'Zeitstempel',
  revocation: 'Sperrung',
  revocations: { good: 'nicht gesperrt', revoked: 'gesperrt', unknown: 'unbekannt' },
  changesSince: 'Nach dieser Unterschrift hinzugefügt',
  notes: 'Wissenswert',
  judgement: 'Urteil (EN 319 102-1)',
  reports: {
    heading: 'Prüfberichte',
    about: 'Für Archive und andere Programme: dieselben Ergebnisse als Datei.',
    etsi: 'Bericht herunterladen (XML, ETSI TS 119 102-2)',
    json: 'Bericht herunterladen (JSON)',
    failed: 'Der Bericht konnte nicht heruntergeladen werden. Warten Sie eine Minute und versuchen Sie es erneut.',
  },
  faults: {
    size: 'Diese Datei ist größer als 50 MB.',
    type: 'Das ist kein PDF. Wählen Sie das unterschriebene PDF selbst, keinen Scan und kein Bild davon.',
    unreadable: 'Diese Datei ist zu verschachtelt oder beschädigt, um sicher geprüft zu werden.',
    busy: 'Gerade werden viele Dateien geprüft. Warten Sie eine Minute und versuchen Sie es erneut.',
    offline: 'Der Server war nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    other:
      'Auf unserer Seite ging etwas schief, deshalb lässt sich über diese Datei nichts sagen. Versuchen Sie es erneut.',
  },
};
