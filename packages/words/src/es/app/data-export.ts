import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('es');

export const dataExport: AppWords['dataExport'] = {
  dataPage: {
    beingPrepared: 'En preparación',
    ready: 'Lista',
    erased: 'Borrada',
    yourData: 'Sus datos',
    theOrganization: 'La organización',
    exportStarted: 'Exportación iniciada',
    weWillSendEMail: 'Le enviaremos un correo cuando se pueda descargar.',
    ofDocuments: (done, total) => `${number(done)} de ${number(total)} documentos`,
    documents: (count, size, day) =>
      `${counted({ one: '# documento', other: '# documentos' })(count)}, ${size}; hasta el ${day}`,
    nothingStored: 'No se ha guardado ningún archivo. Inicie la exportación de nuevo.',
    eraseDialog: 'Borrar…',
    cancelDialog: 'Cancelar…',
    deleteExport: '¿Eliminar esta exportación?',
    cancelExport: '¿Cancelar esta exportación?',
    fileDeletedAtOnce: 'El archivo se elimina de inmediato. Sus datos no cambian y puede exportarlos de nuevo.',
    exportDiscarded: 'La exportación se descarta. Sus datos no cambian.',
    erase: 'Borrar',
    cancelExportText: 'Cancelar exportación',
    documentsExported: 'Documentos exportados',
    export: 'Exportación',
    exports: 'Exportaciones',
    noExportsYet: 'Todavía no hay exportaciones',
    startExportToSee: 'Inicie una exportación para verla aquí con su progreso.',
    dataExport: 'Exportación de datos',
    zipArchiveWithDocuments:
      'Un archivo ZIP con sus documentos y los datos relacionados en formatos abiertos. Solo usted puede descargarlo, durante siete días.',
    accountDocumentsSentOrSigned:
      'Su cuenta, los documentos que ha enviado o firmado, sus consentimientos y sus entradas del registro de auditoría.',
    exportData: 'Exportar sus datos',
    allDocumentsWithCertificates:
      'Todos los documentos con certificados y registros de auditoría, plantillas, paquetes, miembros, ajustes e incidentes. No se incluyen claves ni contraseñas.',
    exportOrganization: 'Exportar la organización',
  },
};
