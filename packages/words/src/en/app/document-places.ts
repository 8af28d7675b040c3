import { figuresIn } from '../../figures.ts';

const { counted } = figuresIn('en');

export const documentPlaces = {
  places: {
    viewsAndFolders: 'Views and folders',
    views: 'Views',
    folders: 'Folders',
    allDocuments: 'All documents',
    saveView: 'Save this view',
    newFolder: 'New folder',
    noViews: 'Filter the list, then save the view here.',
    noFolders: 'Folders keep documents together. You can share them.',
    shared: 'Shared',
    actionsFor: (name: string): string => `Actions for ${name}`,
    failed: 'Views and folders could not be loaded.',
    tryAgain: 'Try again',
  },
  menu: {
    rename: 'Rename …',
    replaceFilters: 'Replace with current filters',
    share: 'Share with the organization',
    stopSharing: 'Stop sharing',
    moveUp: 'Move up',
    moveDown: 'Move down',
    newInside: 'New folder inside …',
    moveFolder: 'Move to another folder …',
  },
  dialog: {
    saveView: 'Save this view',
    renameView: 'Rename view',
    newFolder: 'New folder',
    renameFolder: 'Rename folder',
    shareView: 'Share with the organization. Everyone sees only the documents that they could see anyway.',
    shareFolder: 'Share with the organization. Everyone sees only the documents that they could see anyway.',
    deleteFolder: (name: string): string => `Delete the folder “${name}”?`,
    documentsStay: 'Its documents stay. Folders in it move up. You cannot undo this.',
    deleteFolderButton: 'Delete folder',
  },
  done: {
    viewSaved: 'View saved',
    viewDeleted: 'View deleted',
    folderDeleted: 'Folder deleted',
  },
  picker: {
    title: counted({ one: 'Add 1 document to a folder', other: 'Add # documents to a folder' }),
    titleMove: counted({ one: 'Move 1 document to another folder', other: 'Move # documents to another folder' }),
    moveFolder: (name: string): string => `Move “${name}” to`,
    folder: 'Folder',
    search: 'Search folders',
    top: 'Top level',
    noneYet: 'There are no folders yet.',
    nothingFound: 'No folder has this name.',
    add: 'Add',
    move: 'Move',
  },
};
