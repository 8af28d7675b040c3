import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('es');

export const api: AppWords['api'] = {
  errors: {
    inMoment: 'dentro de poco',
    inSeconds: counted({ one: 'dentro de # segundo', other: 'dentro de # segundos' }),
    inMinutes: counted({ one: 'dentro de # minuto', other: 'dentro de # minutos' }),
    serverCannotBeReached: 'No hay conexión con el servidor',
    connectionOrServerDown:
      'Su conexión o el servidor no funciona. Lo que ha escrito sigue aquí. Inténtelo de nuevo dentro de poco.',
    noAnswer: 'El servidor no ha respondido',
    outcomeUnknown:
      'Se ha perdido la conexión y no sabemos si su cambio se guardó. Recargue la página para comprobarlo e inténtelo de nuevo si falta el cambio.',
    signedOut: 'Se ha cerrado su sesión',
    sessionEnded: 'Su sesión ha terminado. Inicie sesión de nuevo para continuar.',
    doNotHavePermission: 'No tiene permiso',
    notFound: 'No encontrado',
    mayHaveBeenDeleted: (sentence) => `${sentence} Es posible que se haya eliminado o que sea de otra organización.`,
    somethingNeedsCorrecting: 'Revise los datos',
    tooManyAttempts: 'Demasiados intentos',
    enteredWrongValueTooOften: (inSeconds) =>
      `Ha introducido un valor incorrecto demasiadas veces. Inténtelo de nuevo ${inSeconds}.`,
    notPartOfPlan: 'No incluido en su plan',
    linkNoLongerWorks: 'Este enlace ya no funciona',
    tooManyRequests: 'Demasiadas solicitudes',
    nothingChanged: (inSeconds) => `No se ha cambiado nada. Inténtelo de nuevo ${inSeconds}.`,
    temporarilyUnavailable: 'No disponible por el momento',
    tryAgain: (sentence, inSeconds) => `${sentence} Inténtelo de nuevo ${inSeconds}.`,
    somethingWentWrongOnServer: 'Se ha producido un error en el servidor',
    savedDataSafe:
      'Sus datos guardados están a salvo. Inténtelo de nuevo. Si se repite, envíe el ID de solicitud a su administrador.',
    didNotWork: 'No se ha podido completar la acción',
    canceledOrTookTooLong: 'La solicitud se canceló o tardó demasiado. Inténtelo de nuevo o use otro método.',
    canceled: 'La solicitud se canceló. Inténtelo de nuevo o use otro método.',
    deviceOrPasswordManagerAlready:
      'Este dispositivo o gestor de contraseñas ya tiene una llave de acceso de su cuenta.',
    passkeysDoNotWork:
      'Las llaves de acceso no funcionan en esta dirección. Abra Countersign con su nombre de host y HTTPS.',
    browserOrDeviceCannotCreate: 'Este navegador o dispositivo no puede crear una llave de acceso adecuada.',
    passkeyNotUsed: 'No se ha usado la llave de acceso',
    pageHasProblem: 'Esta página tiene un problema',
    documentsSafeOnServer:
      'Sus documentos están a salvo en el servidor. Recargue la página. Quizá tenga que volver a introducir los cambios sin guardar.',
  },
};
