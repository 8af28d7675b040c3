import type { AppWords } from '../../app.ts';

export const frameMenus: AppWords['frameMenus'] = {
  organizationItems: {
    organizations: 'Organizaciones',
    newOrganizationDialog: 'Nueva organización…',
  },
  newOrganizationDialog: {
    enterNameSignersWillSee: 'Escriba el nombre que verán los firmantes.',
    hasOwnDocumentsMembers:
      'La organización tiene sus propios documentos, miembros y claves de API. Usted es el propietario y puede cambiar de una organización a otra.',
    create: 'Crear',
    newOrganization: 'Nueva organización',
  },
  userMenu: {
    light: 'Claro',
    dark: 'Oscuro',
    systemDefault: 'Como el sistema',
    colors: 'Esquema de colores',
    goToSandbox: 'Ir al entorno de pruebas',
    leaveSandbox: 'Salir del entorno de pruebas',
    verifyPdf: 'Comprobar un PDF',
    documentation: 'Documentación',
    apiReference: 'Referencia de la API',
    signOut: 'Cerrar sesión',
  },
  deletionBar: {
    deletionOfAccount: 'Eliminación de su cuenta',
    accountWillBeDeleted: (strong, day, days) => [strong('Su cuenta se va a eliminar'), ' el ', day, ' (', days, ').'],
    keepMyAccount: 'Conservar mi cuenta',
  },
  sandboxBar: {
    aWeek: 'Una semana',
    thirtyDays: '30 días',
    clockAdvanced: 'Reloj adelantado',
    expiriesRemindersAndRetriesDue:
      'Todo lo que vence hasta entonces ocurre ahora: caducidades, recordatorios y reintentos.',
    advanceClock: 'Adelantar reloj',
    forwardBy: 'Adelantar',
    sandbox: 'Entorno de pruebas',
    sandboxDocumentsTestsAndNotLegally: (b) => [
      b('Entorno de pruebas.'),
      ' Los documentos son pruebas y no tienen valor legal. Los correos se quedan en el buzón.',
    ],
    leave: 'Salir',
  },
  stepUp: {
    usePasskey: 'Usar llave de acceso',
    or: 'o',
    enterPassword: 'Escriba su contraseña.',
    enterCodeFromApp: 'Introduzca el código de su aplicación o un código de recuperación.',
    code: 'Código',
    fromAuthenticatorAppOrRecovery: 'De su aplicación de autenticación, o un código de recuperación.',
    continue: 'Continuar',
    changeAffectsSecurity:
      'Este cambio afecta a la seguridad. Vuelva a iniciar sesión a través de su organización. No se le volverá a pedir durante diez minutos.',
    signInAgainInNew: 'Iniciar sesión en otra pestaña',
    iHaveSignedInAgain: 'Ya he iniciado sesión',
    changeAffectsAccessOrData:
      'Este cambio afecta al acceso o a los datos. No se le volverá a pedir durante diez minutos.',
    confirm: 'Confirme que es usted',
  },
  settingsLayout: {
    profile: 'Perfil',
    security: 'Acceso y seguridad',
    dataExport: 'Exportación',
    general: 'General',
    incidents: 'Incidentes',
    retentionAndHolds: 'Conservación y retenciones',
    dataProtection: 'Protección de datos',
    auditLog: 'Auditoría',
    securityEvents: 'Eventos de seguridad',
    planAndBilling: 'Plan y facturación',
    system: 'Sistema',
    people: 'Personas',
    access: 'Seguridad',
    developers: 'Desarrollo',
    compliance: 'Cumplimiento',
    installation: 'Instalación',
    settings: 'Configuración',
    you: 'Usted',
  },
};
