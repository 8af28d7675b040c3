import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { counted } = figuresIn('fr');

export const commands: AppWords['commands'] = {
  palette: {
    title: 'Recherche et commandes',
    searchOrJump: 'Rechercher des documents, des pages et des actions',
    close: 'Fermer',
    results: 'Résultats',
    thisDocument: 'Ce document',
    recentDocuments: 'Documents récents',
    pages: 'Pages',
    actions: 'Actions',
    documents: 'Documents',
    searching: 'Recherche…',
    found: counted({ one: '# résultat', other: '# résultats' }),
    nothingFound: (text: string): string => `Aucun résultat pour « ${text} ».`,
    searchFailed: 'La recherche de documents a échoué.',
    showAllWith: (text: string): string => `Afficher tous les documents avec « ${text} »`,
    settingsPage: (name: string): string => `Paramètres : ${name}`,
    keyboardShortcuts: 'Raccourcis clavier',
  },
  keys: {
    keyboardShortcuts: 'Raccourcis clavier',
    names: {
      palette: 'Recherche et commandes',
      newDocument: 'Nouveau document',
      search: 'Rechercher dans la liste des documents',
      next: 'Ligne suivante dans la liste des documents',
      previous: 'Ligne précédente dans la liste des documents',
      select: 'Sélectionner ou désélectionner la ligne',
      selectTo: 'Sélectionner toutes les lignes jusqu’ici',
      keys: 'Raccourcis clavier',
    },
    open: 'Ouvrir la ligne',
    ctrlK: 'Ctrl+K',
    shiftX: 'Shift+X',
    enter: 'Enter',
    canBeTurnedOff: <T>(link: (text: string) => T): Phrase<T> => [
      'Les touches n’ont aucun effet pendant la saisie. Vous pouvez désactiver les touches seules dans votre ',
      link('profil'),
      '.',
    ],
    areTurnedOff: <T>(link: (text: string) => T): Phrase<T> => [
      'Les touches seules sont désactivées. Vous pouvez les activer dans votre ',
      link('profil'),
      '.',
    ],
  },
};
