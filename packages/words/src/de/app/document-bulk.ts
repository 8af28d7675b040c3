import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('de');

export const documentBulk: AppWords['documentBulk'] = {
  bulkActions: {
    archived: counted({ one: '1 Dokument archiviert', other: '# Dokumente archiviert' }),
    movedToTrash: counted({
      one: '1 Dokument in den Papierkorb verschoben',
      other: '# Dokumente in den Papierkorb verschoben',
    }),
    restored: counted({ one: '1 Dokument wiederhergestellt', other: '# Dokumente wiederhergestellt' }),
    formerTags: counted({
      one: '1 Dokument hat wieder seine bisherigen Tags',
      other: '# Dokumente haben wieder ihre bisherigen Tags',
    }),
    inFolder: (name: string) => counted({ one: `1 Dokument ist in „${name}“`, other: `# Dokumente sind in „${name}“` }),
    notInFolder: counted({
      one: '1 Dokument aus dem Ordner entfernt',
      other: '# Dokumente aus dem Ordner entfernt',
    }),
    movedBack: counted({ one: '1 Dokument zurückverschoben', other: '# Dokumente zurückverschoben' }),
    notOut: 'Es ist nicht zum Unterschreiben versendet.',
    noOneToRemind:
      'Es konnte niemand erinnert werden: Alle wurden in der letzten Stunde erinnert oder erhalten keine Erinnerungen.',
    reminderUnknown: 'Die Antwort ging verloren. Der Verlauf des Dokuments zeigt, ob die Erinnerung gesendet wurde.',
    reminded: counted({
      one: 'Empfänger von 1 Dokument erinnert',
      other: 'Empfänger von # Dokumenten erinnert',
    }),
    voided: counted({ one: '1 Dokument zurückgezogen', other: '# Dokumente zurückgezogen' }),
    newTags: counted({ one: '1 Dokument hat neue Tags', other: '# Dokumente haben neue Tags' }),
    outForSigning: 'Das Dokument wartet auf Unterschriften. Ziehen Sie es zuerst zurück.',
    alreadyArchived: 'Das Dokument ist schon archiviert.',
    noLongerExistsOrBelongs: 'Das Dokument gibt es nicht mehr, oder es gehört jemand anderem.',
    serverDidNotReportResult: 'Der Server hat kein Ergebnis gemeldet.',
    nothingDone: counted({
      one: 'Für das Dokument ist die Aktion fehlgeschlagen',
      other: 'Für alle # Dokumente ist die Aktion fehlgeschlagen',
    }),
    failedForOthers: (done: string, failed: number): string => `${done}, ${number(failed)} fehlgeschlagen`,
  },
  bulkRun: {
    stopped: 'Angehalten',
    notConfirmed: 'Nicht bestätigt',
    outcomeUnknown:
      'Die Antwort ging verloren, und der Server hat nicht gemeldet, ob die Aktion ausgeführt wurde. Öffnen Sie das Dokument, um nachzusehen.',
    notCarriedOut: 'Die Aktion wurde nicht ausgeführt. Versuchen Sie es noch einmal.',
    leftOut: (tried: string, why: string, left: number): string => `${tried}. ${why}: ${number(left)} nicht versucht`,
    progress: (done: number, total: number): string => `${number(done)} von ${number(total)} erledigt`,
    selecting: (done: number, total: number): string => `${number(done)} von ${number(total)} geladen`,
    stop: 'Anhalten',
  },
  files: {
    name: 'dokumente',
    notFound: 'Nicht im Archiv enthalten: gelöscht, im Papierkorb, oder es gehört jemand anderem.',
    notReady:
      'Nicht im Archiv enthalten: Die unterschriebene Datei ist noch nicht bereit. Versuchen Sie es in einer Minute noch einmal.',
    downloaded: counted({ one: 'Dateien von 1 Dokument gespeichert', other: 'Dateien von # Dokumenten gespeichert' }),
    savedAsCsv: counted({ one: '1 Dokument als CSV gespeichert', other: '# Dokumente als CSV gespeichert' }),
    signedOf: (signed: number, all: number): string => `${number(signed)} von ${number(all)}`,
    owner: 'Inhaber',
    tags: 'Tags',
    created: 'Erstellt',
    expires: 'Läuft ab',
    id: 'ID',
  },
  remindDialog: {
    title: counted({
      one: 'Empfänger von 1 Dokument erinnern?',
      other: 'Empfänger von # Dokumenten erinnern?',
    }),
    text: 'Alle, die an der Reihe sind, erhalten eine E-Mail. Wer in der letzten Stunde erinnert wurde, wird übersprungen.',
    optional: 'Freiwillig.',
    send: 'Erinnerungen senden',
  },
  voidDialog: {
    title: counted({ one: '1 Dokument zurückziehen?', other: '# Dokumente zurückziehen?' }),
    text: 'Danach kann sie niemand mehr unterschreiben, und eingeladene Empfänger erhalten eine E-Mail. Vorhandene Unterschriften bleiben erhalten. Das lässt sich nicht rückgängig machen.',
    enterReason: 'Geben Sie einen Grund ein. Die Empfänger sehen ihn.',
    void: counted({ one: '1 Dokument zurückziehen', other: '# Dokumente zurückziehen' }),
  },
  bulkBar: {
    remind: 'Erinnern …',
    void: 'Zurückziehen …',
    addToFolder: 'In einen Ordner legen …',
    moveToFolder: 'In einen anderen Ordner verschieben …',
    removeFromFolder: 'Aus diesem Ordner entfernen',
    saveAsCsv: 'Auswahl als CSV speichern',
    more: 'Weitere Aktionen',
    selectWholeList: (total: number): string => `Alle ${number(total)} Dokumente dieser Liste auswählen`,
    selectFirst: (most: number): string => `Die ersten ${number(most)} Dokumente dieser Liste auswählen`,
    archive: 'Archivieren',
    restore: 'Wiederherstellen',
    selectedDocuments: 'Ausgewählte Dokumente',
    selected: counted({ one: '1 Dokument ausgewählt', other: '# Dokumente ausgewählt' }),
    selectAllShown: (total: number): string => `Alle ${number(total)} angezeigten auswählen`,
    createPackage: 'Paket erstellen',
    tags: 'Tags',
    clearSelection: 'Auswahl aufheben',
    dismiss: 'Ausblenden',
    failedActions: 'Fehlgeschlagene Aktionen',
  },
};
