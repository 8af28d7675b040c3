import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('es');

export const backups: AppWords['backups'] = {
  backupsPage: {
    inProgress: 'En curso',
    notVerified: 'Sin comprobar',
    missing: 'Falta',
    beingVerified: 'Comprobando',
    verified: 'Comprobada',
    damaged: 'Dañada',
    manual: 'Manual',
    bySchedule: 'Programada',
    byCommand: 'Línea de comandos',
    noLongerInBackupStorage: 'La copia ya no está en el almacenamiento de copias de seguridad.',
    storedFilesMissingOrDamaged: counted({
      one: 'Un archivo guardado faltaba o estaba dañado en ese momento. La copia contiene todo lo demás.',
      other: '# archivos guardados faltaban o estaban dañados en ese momento. La copia contiene todo lo demás.',
    }),
    rows: counted({ one: '# fila', other: '# filas' }),
    files: counted({ one: '# archivo', other: '# archivos' }),
    backupDeleted: 'Copia de seguridad eliminada',
    verify: 'Comprobar',
    deleteBackup: '¿Eliminar esta copia de seguridad?',
    cannotUndo:
      'No se puede deshacer. Los archivos que solo contiene esta copia se pierden. Las demás copias no se ven afectadas.',
    tableOf: (done, total) => `Tabla ${number(done)} de ${number(total)}`,
    fileOf: (done, total) => `Archivo ${number(done)} de ${number(total)}`,
    tablesCopied: 'Tablas copiadas',
    filesCopied: 'Archivos copiados',
    backup: 'Copia de seguridad',
    contents: 'Contenido',
    backupStarted: 'Copia de seguridad iniciada',
    peopleCanKeepWorking: 'Se puede seguir trabajando.',
    backupCreatedAndVerifiedEvery: (at) => `Cada día a las ${at} UTC se crea y se comprueba una copia de seguridad.`,
    noBackupSchedule: 'No hay copias programadas.',
    location: (when, place) => `${when} Ubicación: ${place}.`,
    databaseAndFilesOfWhole: 'La base de datos y los archivos de toda la instalación, cifrados.',
    backUpNow: 'Crear copia ahora',
    noBackupsYet: 'Todavía no hay copias de seguridad',
    createBackupToSee: 'Cree una copia de seguridad para verla aquí con su progreso.',
  },
};
