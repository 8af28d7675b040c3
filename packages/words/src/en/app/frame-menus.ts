import type { Phrase } from '../../app.ts';

export const frameMenus = {
  organizationItems: {
    organizations: 'Organizations',
    newOrganizationDialog: 'New organization …',
  },
  newOrganizationDialog: {
    enterNameSignersWillSee: 'Enter the name that signers will see.',
    hasOwnDocumentsMembers:
      'It has its own documents, members and API keys. You own it and can switch between organizations.',
    create: 'Create',
    newOrganization: 'New organization',
  },
  userMenu: {
    light: 'Light',
    dark: 'Dark',
    systemDefault: 'System default',
    colors: 'Colors',
    goToSandbox: 'Go to the sandbox',
    leaveSandbox: 'Leave the sandbox',
    verifyPdf: 'Verify a PDF',
    apiReference: 'API reference',
    signOut: 'Sign out',
  },
  deletionBar: {
    deletionOfAccount: 'Deletion of your account',
    accountWillBeDeleted: <T>(strong: (text: string) => T, day: string, days: string): Phrase<T> => [
      strong('Your account will be deleted'),
      ' on ',
      day,
      ' (',
      days,
      ').',
    ],
    keepMyAccount: 'Keep my account',
  },
  sandboxBar: {
    aWeek: 'A week',
    thirtyDays: '30 days',
    clockAdvanced: 'Clock advanced',
    expiriesRemindersAndRetriesDue: 'Expiries, reminders and retries that are due by then happen now.',
    advanceClock: 'Advance clock',
    forwardBy: 'Forward by',
    sandbox: 'Sandbox',
    sandboxDocumentsTestsAndNotLegally: <T>(b: (text: string) => T): Phrase<T> => [
      b('Sandbox.'),
      ' Documents here are tests and not legally binding. E-mails stay in the mailbox.',
    ],
    leave: 'Leave',
  },
};
