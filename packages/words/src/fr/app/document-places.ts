import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('fr');

export const documentPlaces: AppWords['documentPlaces'] = {
  places: {
    viewsAndFolders: 'Vues et répertoires',
    views: 'Vues',
    folders: 'Répertoires',
    allDocuments: 'Tous les documents',
    saveView: 'Enregistrer cette vue',
    newFolder: 'Nouveau répertoire',
    noViews: 'Filtrez la liste, puis enregistrez la vue ici.',
    noFolders: 'Les répertoires regroupent des documents. Vous pouvez les partager.',
    shared: 'Partagés',
    actionsFor: (name: string): string => `Actions pour ${name}`,
    viewsFailed: 'Les vues n’ont pas pu être chargées.',
    foldersFailed: 'Les répertoires n’ont pas pu être chargés.',
    tryAgain: 'Réessayer',
  },
  menu: {
    rename: 'Renommer…',
    replaceFilters: 'Remplacer par les filtres actuels',
    share: 'Partager avec l’organisation',
    stopSharing: 'Ne plus partager',
    moveUp: 'Monter',
    moveDown: 'Descendre',
    newInside: 'Nouveau sous-répertoire…',
    moveFolder: 'Déplacer vers un autre répertoire…',
  },
  dialog: {
    saveView: 'Enregistrer cette vue',
    renameView: 'Renommer la vue',
    newFolder: 'Nouveau répertoire',
    renameFolder: 'Renommer le répertoire',
    shareView: 'Partager avec l’organisation. Chacun ne voit que les documents auxquels il avait déjà accès.',
    shareFolder: 'Partager avec l’organisation. Chacun ne voit que les documents auxquels il avait déjà accès.',
    deleteFolder: (name: string): string => `Supprimer le répertoire « ${name} » ?`,
    documentsStay: 'Ses documents restent. Ses sous-répertoires remontent d’un niveau. Cette action est irréversible.',
    deleteFolderButton: 'Supprimer le répertoire',
  },
  done: {
    viewSaved: 'Vue enregistrée',
    filtersReplaced: 'Filtres remplacés',
    viewDeleted: 'Vue supprimée',
    folderDeleted: 'Répertoire supprimé',
  },
  picker: {
    title: counted({ one: 'Ajouter # document à un répertoire', other: 'Ajouter # documents à un répertoire' }),
    titleMove: counted({
      one: 'Déplacer # document vers un autre répertoire',
      other: 'Déplacer # documents vers un autre répertoire',
    }),
    moveFolder: (name: string): string => `Déplacer « ${name} » vers`,
    folder: 'Répertoire',
    search: 'Rechercher un répertoire',
    top: 'Niveau supérieur',
    noneYet: 'Il n’y a pas encore de répertoire.',
    noOther: 'Il n’y a pas d’autre répertoire.',
    nothingFound: 'Aucun répertoire ne porte ce nom.',
    add: 'Ajouter',
    move: 'Déplacer',
  },
};
