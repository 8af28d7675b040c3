import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('es');

export const documentBulk: AppWords['documentBulk'] = {
  bulkActions: {
    archived: counted({ one: '1 documento archivado', other: '# documentos archivados' }),
    movedToTrash: counted({ one: '1 documento movido a la papelera', other: '# documentos movidos a la papelera' }),
    restored: counted({ one: '1 documento restaurado', other: '# documentos restaurados' }),
    formerTags: counted({
      one: '1 documento tiene de nuevo sus etiquetas anteriores',
      other: '# documentos tienen de nuevo sus etiquetas anteriores',
    }),
    inFolder: (name) => (count) =>
      `${counted({ one: '1 documento está', other: '# documentos están' })(count)} en «${name}»`,
    notInFolder: counted({ one: '1 documento quitado de la carpeta', other: '# documentos quitados de la carpeta' }),
    movedBack: counted({ one: '1 documento devuelto a su lugar', other: '# documentos devueltos a su lugar' }),
    notOut: 'No está pendiente de firma.',
    noOneToRemind:
      'No se ha podido enviar ningún recordatorio: todos recibieron uno en la última hora o no reciben recordatorios.',
    reminderUnknown: 'La respuesta se ha perdido. La cronología del documento muestra si se envió el recordatorio.',
    reminded: counted({
      one: 'Recordatorio enviado a los destinatarios de 1 documento',
      other: 'Recordatorio enviado a los destinatarios de # documentos',
    }),
    voided: counted({ one: '1 documento retirado', other: '# documentos retirados' }),
    newTags: counted({ one: '1 documento tiene etiquetas nuevas', other: '# documentos tienen etiquetas nuevas' }),
    outForSigning: 'El documento está pendiente de firma. Retírelo primero.',
    alreadyArchived: 'El documento ya está archivado.',
    noLongerExistsOrBelongs: 'El documento ya no existe o es de otra persona.',
    serverDidNotReportResult: 'El servidor no ha comunicado el resultado.',
    nothingDone: counted({
      one: 'No se ha podido completar la acción en el documento',
      other: 'No se ha podido completar la acción en ninguno de los # documentos',
    }),
    failedForOthers: (done, failed) => `${done}; con error: ${number(failed)}`,
  },
  bulkRun: {
    stopped: 'Detenido',
    notConfirmed: 'Sin confirmar',
    outcomeUnknown:
      'La respuesta se ha perdido y el servidor no ha indicado si la acción se realizó. Abra el documento para verlo.',
    notCarriedOut: 'La acción no se ha realizado. Inténtelo de nuevo.',
    leftOut: (tried, why, left) => `${tried}. ${why}: ${number(left)} sin intentar`,
    progress: (done, total) => `${number(done)} de ${number(total)} hechos`,
    selecting: (done, total) => `${number(done)} de ${number(total)} cargados`,
    stop: 'Detener',
  },
  files: {
    name: 'documentos',
    notFound: 'El archivo ZIP no lo contiene: se ha eliminado, está en la papelera o es de otra persona.',
    notReady: 'El archivo ZIP no lo contiene: el archivo firmado aún no está listo. Inténtelo de nuevo en un minuto.',
    downloaded: counted({ one: 'Archivo de 1 documento guardado', other: 'Archivos de # documentos guardados' }),
    savedAsCsv: counted({ one: '1 documento guardado como CSV', other: '# documentos guardados como CSV' }),
    signedOf: (signed, all) => `${number(signed)} de ${number(all)}`,
    owner: 'Propietario',
    tags: 'Etiquetas',
    created: 'Creado',
    expires: 'Caduca',
    id: 'ID',
  },
  remindDialog: {
    title: counted({
      one: '¿Enviar un recordatorio a los destinatarios de 1 documento?',
      other: '¿Enviar un recordatorio a los destinatarios de # documentos?',
    }),
    text: 'Recibe un correo cada persona a la que le toca firmar. Se omite a quien haya recibido un recordatorio en la última hora.',
    optional: 'Opcional.',
    send: 'Enviar recordatorios',
  },
  voidDialog: {
    title: counted({ one: '¿Retirar 1 documento?', other: '¿Retirar # documentos?' }),
    text: 'Después nadie podrá firmarlos y los destinatarios invitados reciben un correo. Las firmas existentes se conservan. No se puede deshacer.',
    enterReason: 'Escriba un motivo. Los destinatarios lo verán.',
    void: counted({ one: 'Retirar 1 documento', other: 'Retirar # documentos' }),
  },
  bulkBar: {
    remind: 'Recordar…',
    void: 'Retirar…',
    addToFolder: 'Añadir a una carpeta…',
    moveToFolder: 'Mover a otra carpeta…',
    removeFromFolder: 'Quitar de esta carpeta',
    saveAsCsv: 'Guardar la selección como CSV',
    more: 'Más acciones',
    selectWholeList: (total) => `Seleccionar los ${number(total)} documentos de esta lista`,
    selectFirst: (most) => `Seleccionar los primeros ${number(most)} documentos de esta lista`,
    archive: 'Archivar',
    restore: 'Restaurar',
    selectedDocuments: 'Documentos seleccionados',
    selected: counted({ one: '1 documento seleccionado', other: '# documentos seleccionados' }),
    selectAllShown: (total) => `Seleccionar los ${number(total)} mostrados`,
    createPackage: 'Crear un paquete',
    tags: 'Etiquetas',
    clearSelection: 'Quitar la selección',
    dismiss: 'Descartar',
    failedActions: 'Acciones con error',
  },
};
