import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('de');

export const uploadFile: AppWords['uploadFile'] = {
  upload: {
    document: 'Dokument',
    nothingUploaded: 'Es wurde nichts hochgeladen.',
    fileEmpty: 'Diese Datei ist leer',
    hasNoContent: (name: string, kept: string): string =>
      `„${name}“ hat keinen Inhalt. ${kept} Speichern Sie das Dokument noch einmal als PDF, und wählen Sie diese Datei aus.`,
    fileTooLarge: 'Diese Datei ist zu groß',
    hasMb: (name: string, size: number, kept: string): string =>
      `„${name}“ hat ${number(size)} MB. Höchstens 50 MB sind möglich. ${kept} Verkleinern Sie die Bilder, oder teilen Sie die Datei.`,
    notPdf: 'Das ist keine PDF-Datei',
    cannotBeSigned: (name: string, kept: string): string =>
      `„${name}“ hat ein anderes Format. ${kept} Speichern oder drucken Sie es als PDF, und wählen Sie diese Datei aus.`,
    pdfProtectedByPassword: 'Diese PDF-Datei ist durch ein Passwort geschützt',
    passwordDoesNotOpenPdf: 'Dieses Passwort öffnet die PDF-Datei nicht',
    pdfEncryptedInWay: 'Diese Art der PDF-Verschlüsselung wird nicht unterstützt',
    pdfSignedAndEncrypted: 'Diese PDF-Datei ist signiert und verschlüsselt',
    pdfListsPageTwice: 'Diese PDF-Datei führt eine Seite doppelt auf',
    pdfCannotBeRepairedWithout: 'Diese PDF-Datei lässt sich nicht reparieren, ohne sie zu verändern',
    pageOfPdfCannot: 'Eine Seite dieser PDF-Datei kann nicht angezeigt werden',
    pdfTooLongTo: 'Diese PDF-Datei ist zu lang für eine Reparatur',
    pdfDynamicForm: 'Diese PDF-Datei ist ein dynamisches Formular',
    pdfLockedByCertification: 'Diese PDF-Datei ist durch eine Zertifizierung gesperrt',
    pdfDoesNotAllowNew: 'Diese PDF-Datei erlaubt keine neuen Unterschriftsfelder',
    pdfHasActiveContent: 'Diese PDF-Datei hat aktive Inhalte',
    pdfDamaged: 'Diese PDF-Datei ist beschädigt',
    formFieldOfPdfCannot: 'Ein Formularfeld dieser PDF-Datei kann nicht angezeigt werden',
    pdfCannotBeRead: 'Diese PDF-Datei kann nicht gelesen werden',
    theFile: (message: string): string => `Zur Datei: ${message}.`,
    fileNotAccepted: 'Diese Datei wurde nicht angenommen',
    notStored: (ofTheFile: string): string => `${ofTheFile} Sie wurde nicht gespeichert.`,
  },
};
