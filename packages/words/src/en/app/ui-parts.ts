import { figuresIn } from '../../figures.ts';
import type { Phrase } from '../../app.ts';

const { number } = figuresIn('en');

export const uiParts = {
  tagsField: {
    tags: 'Tags',
    pressEnterOrComma: 'Press Enter or comma to add a tag.',
    addTag: 'Add a tag',
  },
  pagePictures: {
    pageFailed: (page: number): string =>
      `The preview of page ${number(page)} could not be loaded. The document itself is complete.`,
    tryAgain: 'Try again',
    pageOf: (page: number, title: string): string => `Page ${number(page)} of ${title}`,
    of: (index: number, count: number): string => `${number(index)} of ${number(count)}`,
    showMoreOfPages: (piece: number, count: number): string => `Show ${number(piece)} more of ${number(count)} pages`,
  },
  strip: {
    nextAction: 'Next action',
  },
  undoToast: {
    undone: 'Undone',
  },
  confirmWarnings: {
    iHaveCheckedPages: 'I have checked the pages and want to send this version',
    fileEndsWithUnfinishedChange: 'This file ends with an incomplete update. The pages show the version before it.',
  },
  filterBar: {
    filters: (active: number): string => (active === 0 ? 'Filters' : `Filters (${number(active)})`),
  },
  barChart: {
    nothingInPeriod: 'Nothing in this period',
    upTo: (say: string): string => `Up to ${say}`,
    showAsTable: 'Show as a table',
  },
  secretValue: {
    copyNowAndKeep: (why: string): string => `Copy the value now and keep it in a safe place. ${why}`,
    iHaveSaved: 'I have saved it',
  },
  sessionList: {
    withPassword: 'with a password',
    withPasskey: 'with a passkey',
    throughSingleSignOn: 'through single sign-on',
    unknownBrowser: 'Unknown browser',
    thisBrowser: 'This browser',
    lastUsedSince: <T>(time: T, otherTime: T): Phrase<T> => ['Last used ', time, ', signed in ', otherTime],
    signOut: 'Sign out',
    signOutAriaLabel: (device: string, address: string): string => `Sign out ${device}, ${address}`,
  },
  passwordFields: {
    showPassword: 'Show password',
  },
  password: {
    atLeastCharacters: (min: number): string => `At least ${number(min)} characters. A few words are easy to remember.`,
    ofAtLeastCharacters: (length: number, min: number): string =>
      `${number(length)} of at least ${number(min)} characters`,
    characters: (length: number): string => `${number(length)} characters: good. A longer password is stronger.`,
    charactersStrong: (length: number): string => `${number(length)} characters: strong.`,
  },
  useKeepAccount: {
    deletionCanceled: 'Deletion canceled',
    accountWillNotBeDeleted: 'Your account will not be deleted.',
  },
  unsavedGuard: {
    title: 'Leave without saving?',
    text: 'Your changes since the last save will be lost.',
    discard: 'Discard changes',
    stay: 'Keep editing',
    sections: (sections: string): string => `Not saved: ${sections}.`,
  },
  saveForm: {
    unsavedChanges: 'Unsaved changes',
    saving: 'Saving…',
  },
  operatorSetting: {
    setByOperator: <T>(name: T, link: (text: string) => T): Phrase<T> => [
      'Set by the operator of this server: ',
      name,
      '. ',
      link('About this setting'),
      '.',
    ],
  },
};
