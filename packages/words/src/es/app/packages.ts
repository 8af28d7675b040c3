import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('es');

export const packages: AppWords['packages'] = {
  makePackageDialog: {
    documentsSignedInOneVisit: (documentsCount, documents) =>
      `${number(documentsCount)} documentos, que se firman en una sola visita en este orden: ${documents}.`,
    titleOfPackage: 'Título del paquete',
    forExample: 'Por ejemplo: contrato de alquiler con anexos',
    enterTitle: 'Escriba un título. Los destinatarios lo ven.',
    createPackage: 'Crear paquete',
    createPackageTitle: 'Crear un paquete',
  },
  packagesPage: {
    documentsByBy: (count, name) => [counted({ one: '1 documento · por ', other: '# documentos · por ' })(count), name],
    of: (done, all) => `${number(done)} de ${number(all)}`,
    changed: 'Cambiado',
    noPackageHasStatus: (statuses) => `Ningún paquete tiene el estado «${statuses}».`,
    noPackagesYet: 'Todavía no hay paquetes',
    selectSeveralDraftsInList:
      'Seleccione varios borradores en la lista de documentos y elija «Crear un paquete». Los destinatarios reciben un solo correo y firman un documento tras otro.',
    chooseDrafts: 'Elegir borradores',
    severalDocumentsRecipientsSign:
      'Varios documentos que los destinatarios firman en una sola visita, con un solo correo.',
    allStatuses: 'Todos los estados',
  },
  cancelDialog: {
    packageCanceled: 'Paquete cancelado',
    invitedRecipientsNotified: 'Se ha avisado a los destinatarios invitados.',
    everyDocumentNotCompletedVoided:
      'Todos los documentos sin completar se retiran y los destinatarios invitados reciben un correo. No se puede deshacer.',
    completedDocumentsDoNotChange: (completedCount, documentCount) =>
      `Los documentos completados no cambian: ${number(completedCount)} de ${number(documentCount)} documentos.`,
    forExample: 'Por ejemplo: ha cambiado el precio',
    enterReason: 'Escriba un motivo. Los destinatarios lo verán.',
    cancelPackage: 'Cancelar paquete',
    cancelPackageTitle: '¿Cancelar este paquete?',
  },
  assignment: {
    documentHasNoSigner:
      'Este documento no tiene firmante. Seleccione un destinatario o elimine el documento del paquete.',
    aRecipient: 'Un destinatario',
    hasNoDocumentToSign: (name) =>
      `Sin documento que firmar: ${name}. Seleccione un documento o elimine al destinatario.`,
    oneOfFieldsBelongs: 'Uno de sus campos es para una persona que no firma este documento.',
  },
  assignmentGrid: {
    person: (index) => `Persona ${number(index)}`,
    documentsByRecipient: 'Documentos por destinatario',
    eachRecipientSeesOnlyDocuments: 'Cada destinatario ve solo los documentos seleccionados para él.',
    signsEveryDocument: (name) => `${name} firma todos los documentos`,
    signs: (name, title) => `${name} firma ${title}`,
  },
  sendForm: {
    eachRecipientGetsOneE: 'Cada destinatario recibe un solo correo para todos los documentos.',
    confirmWarningAboutDocumentsFirst: 'Confirme primero el aviso sobre sus documentos.',
    nothingSent: (reason) => `${reason} No se ha enviado nada.`,
    mayBeSent:
      'Se ha perdido la conexión y no sabemos si el paquete se envió. Recargue la página para comprobarlo. El paquete nunca se envía dos veces.',
    signAll: (documents) =>
      `Los ${number(documents)} documentos se envían juntos. Cada destinatario los firma todos y recibe un solo correo.`,
    signChecked: (documents) =>
      `Los ${number(documents)} documentos se envían juntos. Cada destinatario firma los que se han seleccionado para él y recibe un solo correo.`,
    sendDocuments: counted({ one: 'Enviar # documento', other: 'Enviar # documentos' }),
  },
  remindDialog: {
    title: counted({ one: '¿Recordar a 1 destinatario?', other: '¿Recordar a # destinatarios?' }),
    text: (names) =>
      `${names}. Cada destinatario recibe un solo correo para todos los documentos. Se omite a quienes recibieron un recordatorio en la última hora.`,
    send: 'Enviar recordatorios',
  },
  preview: {
    show: (title) => `Mostrar las páginas de ${title}`,
    loading: 'Cargando las páginas',
  },
  timeline: {
    title: 'Cronología',
    of: (title) => `· ${title}`,
    showAll: (count) => `Mostrar las ${number(count)} entradas`,
  },
  packagePage: {
    recipientsOf: (title) => `Destinatarios de ${title}`,
    moveUp: (title) => `Subir ${title}`,
    moveDown: (title) => `Bajar ${title}`,
    removeFromPackage: (title) => `Quitar ${title} del paquete`,
    packageDeleted: 'Paquete eliminado',
    documentsSeparateDraftsAgain: 'Sus documentos vuelven a ser borradores independientes.',
    ofDocumentsCompleted: (completedCount, documentCount) =>
      `Documentos completados: ${number(completedCount)} de ${number(documentCount)}`,
    cancelPackage: 'Cancelar paquete',
    remind: 'Recordar',
    waitingFor: (names) => `A la espera de ${names}`,
    package: 'Paquete',
    goToPackages: 'Ir a los paquetes',
  },
};
