import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('es');

export const system: AppWords['system'] = {
  systemPage: {
    ok: 'Correcto',
    warning: 'Aviso',
    actionNeeded: 'Acción necesaria',
    everythingInOrder: 'Todo está en orden.',
    ofToLookAt: (open, checksCount) =>
      `Comprobaciones que requieren atención: ${number(open)} de ${number(checksCount)}.`,
    system: 'Sistema',
    checksForProductionReadiness:
      'Comprobaciones de preparación para producción y de seguridad. Se actualizan cada 30 segundos.',
    checkNow: 'Comprobar ahora',
    productionReadiness: 'Preparación para producción',
    checksMustPassBeforePeople: 'Comprobaciones que deben superarse antes de que alguien dependa de esta instalación.',
    security: 'Seguridad',
    agesOfKeysAndCertificates: 'Antigüedad de claves y certificados, ajustes débiles, personas sin un segundo factor.',
    thisServer: 'Este servidor',
    version: 'Versión',
    started: 'Inicio',
    database: 'Base de datos',
    postgresql: 'PostgreSQL',
    schema: 'Esquema',
    passed: counted({ one: '# comprobación superada', other: '# comprobaciones superadas' }),
  },
  checks: {
    'public-address': 'Dirección pública',
    proxies: 'Proxies',
    database: 'Base de datos',
    storage: 'Almacenamiento de archivos',
    signing: 'Firmas y sellos de tiempo',
    files: 'Archivos guardados',
    time: 'Reloj',
    'audit-log': 'Registro de auditoría',
    backups: 'Copias de seguridad',
    archive: 'Archivo de la base de datos',
    mail: 'Servidor de correo',
    'mail-encrypted': 'Cifrado de los correos',
    'mail-signed': 'Firmas de los correos',
    'master-key': 'Clave maestra',
    'certificate-root': 'Certificado raíz',
    'certificate-issuing': 'Certificado de la autoridad emisora',
    'certificate-timestamp': 'Certificado de sellado de tiempo',
    'certificate-ocsp': 'Certificado OCSP',
    'revocation-data': 'Listas de revocación',
    'trusted-lists': 'Listas de confianza',
    'second-factors': 'Segundos factores',
    'api-keys': 'Claves de API',
    'files-encrypted': 'Cifrado de los archivos',
    'database-encrypted': 'Cifrado de la conexión con la base de datos',
    registration: 'Registro de cuentas',
    'private-addresses': 'Direcciones privadas',
    log: 'Registro del servidor',
  },
};
