import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('de');

export const uploadDialogs: AppWords['uploadDialogs'] = {
  passwordDialog: {
    enterPasswordOfPdf: 'Geben Sie das Passwort dieser PDF-Datei ein',
    usedOnceToOpenFile:
      'Das Passwort wird einmal verwendet, um die Datei zu öffnen, und nicht gespeichert. Die Empfänger brauchen kein Passwort.',
    upload: 'Hochladen',
  },
  uploadDialog: {
    kb: (bytes: number): string => `${number(bytes)} kB`,
    mb: (bytes: string): string => `${bytes} MB`,
    uploading: 'Wird hochgeladen',
    uploadingOf: (index: number, all: number): string => `Datei ${number(index)} von ${number(all)} wird hochgeladen`,
    uploadProgress: 'Fortschritt des Hochladens',
    sent: 'Gesendet. Der Server prüft die PDF-Datei …',
    sentText: (percent: number): string => `${number(percent)} % gesendet`,
  },
  severalFiles: {
    uploaded: counted({ one: '1 Datei hochgeladen', other: '# Dateien hochgeladen' }),
    refused: counted({ one: '1 Datei wurde nicht hochgeladen', other: '# Dateien wurden nicht hochgeladen' }),
    why: (name: string, why: string): string => `${name}: ${why}.`,
    tooMany: 'Zu viele Dateien',
    limit: (filesCount: number, most: number): string =>
      `Sie haben ${number(filesCount)} Dateien ausgewählt. Auf einmal sind höchstens ${number(most)} möglich. Es wurde nichts hochgeladen.`,
    needsPassword: 'Sie ist durch ein Passwort geschützt. Laden Sie sie einzeln hoch',
    notTried: 'Nicht versucht',
    canceled: 'Abgebrochen',
    choose: 'Zusammen: Die Empfänger erhalten eine E-Mail und unterschreiben alle Dokumente in einem Besuch.',
    separately: counted({ one: 'Entwurf öffnen', other: 'Als einzelne Entwürfe behalten' }),
    together: 'Zusammen senden',
    close: 'Schließen',
  },
  choosePdf: {
    pdfFile: 'PDF-Datei',
  },
  newDocumentPage: {
    choosePdf: 'PDF-Datei auswählen',
    storedUnchangedByteForByte: 'Sie wird unverändert gespeichert, Byte für Byte.',
    addRecipients: 'Empfänger hinzufügen',
    namesEMailAddressesOrder: 'Namen, E-Mail-Adressen, Reihenfolge und Felder.',
    send: 'Senden',
    eachSignerGetsLink: 'Alle Unterzeichner erhalten einen Link per E-Mail. Sie können den Fortschritt verfolgen.',
    dropPdf: 'PDF-Dateien hier ablegen',
    orAnywhereInWindow: 'oder irgendwo in diesem Fenster. Je höchstens 50 MB.',
    nextSteps: 'Nächste Schritte',
  },
};
