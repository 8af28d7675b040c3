import type { ErrorSentences } from '../../error-sentences.ts';

export const errorCodes: ErrorSentences = {
  INVALID_CREDENTIALS: 'La dirección de correo o la contraseña no es correcta.',
  LOGIN_STEP_EXPIRED: 'Este inicio de sesión ha caducado. Introduzca de nuevo su contraseña.',
  INVALID_LINK: 'Este enlace no es válido. Abra el enlace más reciente o pida uno nuevo al remitente.',
  PAYMENT_FAILED:
    'El pago fue rechazado, por lo que el plan no se cambió. Actualice el medio de pago e inténtelo de nuevo.',
  FORBIDDEN: 'Su función no lo permite.',
  STORAGE_QUOTA_EXCEEDED:
    'El archivo supera el almacenamiento de su organización. Elimine archivos que ya no necesite o pida más espacio al operador de este servidor.',
  REGISTRATION_CLOSED: 'El registro es solo por invitación. Pida una invitación a un administrador de su organización.',
  WRONG_PASSWORD: 'La contraseña no es correcta.',
  WRONG_CODE: 'El código no es correcto o ya se ha usado. Espere al siguiente o use un código de recuperación.',
  TWO_FACTOR_REQUIRED: 'Su organización exige un segundo factor. Configure uno primero.',
  NETWORK_NOT_ALLOWED:
    'Su organización permite el acceso solo desde determinadas redes, y su dirección no pertenece a ellas. Diríjase a un administrador.',
  PASSKEY_REFUSED: 'No se aceptó esta llave de acceso. Inténtelo de nuevo o inicie sesión de otra forma.',
  EMAIL_NOT_VERIFIED: 'Su dirección de correo aún no está confirmada. Abra el enlace del correo de confirmación.',
  NO_ORGANIZATION: 'Su cuenta ya no pertenece a ninguna organización. Pida una invitación a un administrador.',
  SSO_REFUSED:
    'El inicio de sesión a través de su organización ha fallado. Inténtelo de nuevo. Si vuelve a fallar, diríjase a su administrador.',
  SSO_NOT_ALLOWED:
    'Su organización confirmó su identidad, pero no le ha dado acceso. Pida una invitación a un administrador.',
  NOT_FOUND: 'No hay nada en esta dirección.',
  DOCUMENT_NOT_FOUND: 'No se encontró el documento.',
  TEMPLATE_NOT_FOUND: 'No se encontró la plantilla.',
  DRAFT_CHANGED: 'Otra persona guardó este borrador. Vuelva a cargarlo y repita sus cambios.',
  SETTINGS_CHANGED: 'Otra persona cambió los ajustes. Vuelva a cargarlos y repita su cambio.',
  TEMPLATE_CHANGED: 'Otra persona cambió esta plantilla. Vuelva a cargarla y repita su cambio.',
  SIGNER_HAS_SIGNED:
    'Este destinatario ya ha firmado. El nombre y la dirección forman parte de la firma y ya no se pueden cambiar.',
  ACCOUNT_EXISTS: 'Ya existe una cuenta con esta dirección. Inicie sesión y abra de nuevo el enlace.',
  ALREADY_INVITED: 'Esta persona ya tiene una invitación pendiente con otra función. Revóquela primero.',
  ALREADY_MEMBER: 'Esta persona ya es miembro.',
  LAST_OWNER: 'Una organización necesita un propietario. Transfiera primero la propiedad o elimine la organización.',
  EMAIL_TAKEN: 'Otra cuenta ya usa esta dirección.',
  DOMAIN_RECORD_MISSING:
    'No se encontró el registro TXT o tiene otro valor. Los cambios de DNS pueden tardar un día en verse en todas partes. Inténtelo más tarde.',
  LEGAL_HOLD:
    'Estos datos están bajo retención legal. Un administrador debe levantarla antes de que se puedan eliminar.',
  MAIL_LINK_INVALID: 'Este enlace ha caducado, está incompleto o ya se ha usado. Pida uno nuevo.',
  SERVICE_UNAVAILABLE: 'El servicio no está disponible temporalmente. No se cambió nada.',
  MAIL_NOT_CONFIGURED:
    'No hay ningún servidor de correo configurado, por lo que no se pueden enviar documentos. Diríjase al operador de este servidor.',
};
