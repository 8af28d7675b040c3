import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('es');

const entries = counted({ one: '# entrada', other: '# entradas' });
const first = counted({ one: 'La primera entrada', other: 'Las primeras # entradas' });

export const auditLog: AppWords['auditLog'] = {
  chainCheck: {
    entries,
    inChains: (count, chains) => `${count} en ${counted({ one: '# cadena', other: '# cadenas' })(chains)}`,
    chainsCouldNotBeVerified: (message) => `No se han podido comprobar las cadenas: ${message}`,
    verified: (count) => `Comprobación correcta: ${count}. No se ha cambiado, añadido ni eliminado ninguna entrada.`,
    verifyingChains: 'Comprobando las cadenas…',
    chainsDoNotVerify: (count, slice) =>
      `${counted({ one: 'Una cadena no supera la comprobación', other: '# cadenas no superan la comprobación' })(count)}: ${slice}`,
    storedFactsContradictAuditTrail: (count, slice) =>
      `${counted({ one: 'Un dato guardado contradice el registro de auditoría', other: '# datos guardados contradicen el registro de auditoría' })(count)}: ${slice}`,
    chainsVerified: 'Cadenas comprobadas',
  },
  words: {
    signers: 'Firmantes',
    signingInPerson: 'Firma presencial',
    mail: 'Correo electrónico',
    accountsAndSignIns: 'Cuentas e inicios de sesión',
    invitations: 'Invitaciones',
    certificates: 'Certificados',
    certificateAuthorityKeys: 'Claves de la autoridad de certificación',
    dataExports: 'Exportaciones de datos',
    securityIncidents: 'Incidentes de seguridad',
    retention: 'Conservación',
    recordsOfProcessing: 'Actividades de tratamiento',
    subProcessors: 'Subencargados',
    consentTexts: 'Textos de consentimiento',
    trustAnchors: 'Anclas de confianza',
    theOperator: 'El operador',
    operatorsProgram: 'El programa del operador',
    aRecipient: 'Un destinatario',
    apiKey: (name) => `Clave de API ${name}`,
  },
  auditLogPage: {
    when: 'Cuándo',
    what: 'Qué',
    who: 'Quién',
    entries: 'Entradas',
    entriesOfAuditLog: 'Entradas del registro de auditoría',
    noMatches: 'Sin resultados',
    noEntryMatchesFilters: 'Ninguna entrada coincide con los filtros.',
    olderEntries: 'Entradas anteriores',
    auditLog: 'Registro de auditoría',
    everyActionInOrganization:
      'Todas las acciones de esta organización, con persona y hora. Si alguien cambia una entrada, la cadena de hashes se rompe.',
    evidenceWithHashedBytesJson: 'Pruebas con los bytes del hash (JSON Lines)',
    checkpointsAndWitnesses: 'Puntos de control y testigos',
    onlyPerson: (id) => `Solo ${id}`,
    onlyDocument: (id) => `Solo el documento ${id}`,
    removeFilter: (shown) => `${shown}: quitar este filtro`,
  },
  entryActions: {
    actionsFor: (summary) => `Acciones para «${summary}»`,
    showAllOf: (name) => `Mostrar todas las entradas de ${name}`,
    showAllOfDocument: 'Mostrar todas las entradas de este documento',
    downloadProof: 'Descargar prueba',
  },
  acceptLog: {
    title: '¿Aceptar este registro de auditoría?',
    whatItMeans:
      'El registro de auditoría contradice un punto de control que alguien ha presentado. Acéptelo solo si sabe por qué, por ejemplo tras restaurar una copia de seguridad. Su nombre y el motivo quedan como entrada en el registro. No se puede deshacer.',
    example: 'Por ejemplo: se restauró la copia del 28 de noviembre tras un fallo de disco.',
    enterReason: 'Escriba un motivo.',
    accept: 'Aceptar el registro',
    accepted: 'Registro de auditoría aceptado',
  },
  logState: {
    title: 'Puntos de control y testigos',
    lead: 'Los puntos de control firmados prueban que ninguna entrada del registro de auditoría se cambió, se eliminó o se añadió después.',
    toEntries: 'Todas las entradas',
    log: 'Registro de auditoría',
    keepCopy:
      'Guarde un punto de control fuera de este servicio. Con él podrá probar más adelante que el registro contiene las mismas entradas.',
    downloadCheckpoint: 'Descargar punto de control',
    downloadKeys: 'Descargar claves',
    entries: 'Entradas',
    count: number,
    upTo: first,
    newestCheckpoint: 'Punto de control más reciente',
    name: 'Nombre del registro',
    keys: 'Claves de firma',
    copies: 'Copia en otro volumen',
    pinFile: 'El servidor compara el registro con un archivo fuera de la base de datos.',
    noPinFile: 'Ninguna.',
    none: 'Ninguno',
    nothingYet: 'Todavía nada',
    checkOffline: 'Descargue las claves y compruebe el registro desde la línea de comandos:',
    command: (address) => `npx @countersign/cli audit verify ${address} --key audit-log-keys.txt`,
    publicAddress: 'Punto de control más reciente como texto',
    witnesses: 'Testigos',
    aboutWitnesses:
      'Un testigo lo gestiona otra organización. Solo cofirma un punto de control si el registro continúa el anterior.',
    noWitnesses: 'No hay testigos.',
    witness: 'Testigo',
    cosigned: 'Cofirmado',
    lastTime: 'Última vez',
    checkpoints: 'Puntos de control más recientes',
    aboutCheckpoints:
      'El servidor firma un punto de control en el minuto siguiente a cada entrada nueva y después de cada documento completado.',
    signed: 'Firmado',
    timeStamp: 'Sello de tiempo',
    cosignatures: 'Cofirmas',
    contradicted: 'El registro de auditoría contradice un punto de control firmado',
    contradictions: {
      behind: (size, pinned) => `El registro tenía ${entries(size)}, y el punto de control tiene ${entries(pinned)}.`,
      forked: (_size, pinned) =>
        counted({
          one: 'La primera entrada no es la del punto de control.',
          other: 'Las primeras # entradas no son las del punto de control.',
        })(pinned),
      'unknown-key': () => 'Ninguna clave de este registro ha firmado el punto de control.',
    },
    sources: {
      'pin-file': 'El punto de control está en PIN_FILE.',
      presented: 'El punto de control está en un certificado de finalización que alguien comprobó.',
    },
    since: (time) => `Detectado: ${time}.`,
    acceptPin: 'Solo el operador del servidor puede aceptar un registro que contradice PIN_FILE, con este comando:',
    acceptPinCommand: 'npm start -- audit-log accept-pin "REASON"',
    findOutWhy:
      'Se restauró una copia de seguridad anterior o se reescribió el registro. Averigüe la causa antes de aceptar el registro.',
    acceptDialog: 'Aceptar el registro…',
  },
  follow: {
    person: 'Persona',
    nameOrAddress: 'Nombre o dirección',
    noMember: 'Ningún miembro tiene este nombre o esta dirección.',
    title: 'Título',
    noDocument: 'Ningún documento tiene este título.',
  },
};
