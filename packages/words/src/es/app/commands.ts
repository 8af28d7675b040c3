import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('es');

export const commands: AppWords['commands'] = {
  palette: {
    title: 'Búsqueda y comandos',
    searchOrJump: 'Buscar documentos, páginas y acciones',
    close: 'Cerrar',
    results: 'Resultados',
    thisDocument: 'Este documento',
    recentDocuments: 'Documentos recientes',
    pages: 'Páginas',
    actions: 'Acciones',
    documents: 'Documentos',
    searching: 'Buscando…',
    found: counted({ one: '1 resultado', other: '# resultados' }),
    nothingFound: (text) => `No se ha encontrado nada para «${text}».`,
    searchFailed: 'La búsqueda de documentos ha fallado.',
    showAllWith: (text) => `Mostrar todos los documentos con «${text}»`,
    settingsPage: (name) => `Configuración: ${name}`,
    keyboardShortcuts: 'Atajos de teclado',
  },
  keys: {
    keyboardShortcuts: 'Atajos de teclado',
    names: {
      palette: 'Búsqueda y comandos',
      newDocument: 'Nuevo documento',
      search: 'Buscar en la lista de documentos',
      next: 'Fila siguiente de la lista de documentos',
      previous: 'Fila anterior de la lista de documentos',
      select: 'Seleccionar la fila o quitar la selección',
      selectTo: 'Seleccionar todas las filas hasta aquí',
      keys: 'Atajos de teclado',
    },
    open: 'Abrir la fila',
    ctrlK: 'Ctrl+K',
    shiftX: 'Shift+X',
    enter: 'Enter',
    canBeTurnedOff: (link) => [
      'Los atajos no actúan mientras escribe. Puede desactivar los de una sola tecla en su ',
      link('perfil'),
      '.',
    ],
    areTurnedOff: (link) => [
      'Los atajos de una sola tecla están desactivados. Puede activarlos en su ',
      link('perfil'),
      '.',
    ],
  },
};
