import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number } = figuresIn('es');

export const uiParts: AppWords['uiParts'] = {
  tagsField: {
    tags: 'Etiquetas',
    pressEnterOrComma: 'Pulse Enter o coma para añadir una etiqueta.',
    addTag: 'Añadir una etiqueta',
  },
  pagePictures: {
    pageFailed: (page) =>
      `No se ha podido cargar la vista previa de la página ${number(page)}. El documento en sí está completo.`,
    tryAgain: 'Reintentar',
    pageOf: (page, title) => `Página ${number(page)} de ${title}`,
    of: (index, count) => `${number(index)} de ${number(count)}`,
    showMoreOfPages: (piece, count) => `Mostrar ${number(piece)} más de ${number(count)} páginas`,
  },
  strip: {
    nextAction: 'Acción siguiente',
  },
  undoToast: {
    undone: 'Deshecho',
  },
  confirmWarnings: {
    iHaveCheckedPages: 'He revisado las páginas y quiero enviar esta versión',
    fileEndsWithUnfinishedChange:
      'Este archivo termina con un cambio incompleto. Las páginas muestran la versión anterior a él.',
  },
  filterBar: {
    filters: (active: number): string => (active === 0 ? 'Filtros' : `Filtros (${number(active)})`),
  },
  barChart: {
    nothingInPeriod: 'Nada en este periodo',
    upTo: (say) => `Hasta ${say}`,
    showAsTable: 'Mostrar como tabla',
  },
  secretValue: {
    copyNowAndKeep: (why) => `Cópielo ahora y guárdelo en un lugar seguro. ${why}`,
    iHaveSaved: 'Lo he guardado',
  },
  sessionList: {
    withPassword: 'con contraseña',
    withPasskey: 'con una llave de acceso',
    throughSingleSignOn: 'con inicio de sesión único',
    unknownBrowser: 'Navegador desconocido',
    thisBrowser: 'Este navegador',
    lastUsedSince: (time, otherTime) => ['Último uso: ', time, '; inicio de sesión: ', otherTime],
    signOut: 'Cerrar sesión',
    signOutAriaLabel: (device, address) => `Cerrar la sesión de ${device}, ${address}`,
  },
  passwordFields: {
    showPassword: 'Mostrar contraseña',
  },
  password: {
    atLeastCharacters: (min) => `Al menos ${number(min)} caracteres. Unas cuantas palabras son fáciles de recordar.`,
    ofAtLeastCharacters: (length, min) => `${number(length)} de al menos ${number(min)} caracteres`,
    characters: (length) => `${number(length)} caracteres: bien. Cuanto más larga, más segura.`,
    charactersStrong: (length) => `${number(length)} caracteres: segura.`,
  },
  useKeepAccount: {
    deletionCanceled: 'Eliminación cancelada',
    accountWillNotBeDeleted: 'Su cuenta no se eliminará.',
  },
  unsavedGuard: {
    title: '¿Salir sin guardar?',
    text: 'Se perderán los cambios hechos desde la última vez que guardó.',
    discard: 'Descartar cambios',
    stay: 'Seguir editando',
    sections: (sections: string): string => `Sin guardar: ${sections}.`,
  },
  saveForm: {
    unsavedChanges: 'Cambios sin guardar',
    saving: 'Guardando…',
  },
  operatorSetting: {
    setByOperator: <T>(name: T, link: (text: string) => T): Phrase<T> => [
      'Lo define el operador de este servidor: ',
      name,
      '. ',
      link('Acerca de este ajuste'),
      '.',
    ],
  },
};
