import { figuresIn } from '../../figures.ts';
import type { Phrase } from '../../app.ts';

const { counted } = figuresIn('en');

export const organization = {
  organizationEnds: {
    chooseNewOwner: 'Choose the new owner.',
    enterPassword: 'Enter your password.',
    ownershipTransferred: 'Ownership transferred',
    nowAdministrator: (name: string): string => `You are now an administrator of ${name}.`,
    newOwnerCanDoEverything:
      'The new owner can do everything, including billing and deletion. You become an administrator, and only the new owner can change that.',
    newOwner: 'New owner',
    nameOrAddress: 'Name or address',
    noOtherMemberHasName: 'No other member has this name or address.',
    yourPassword: 'Your password',
    ownership: 'Ownership',
    ownOrganization: 'You own this organization. Transfer it before you leave.',
    handOverDialog: 'Transfer …',
    transferOwnership: 'Transfer ownership',
    leave: 'Leave',
    keepAccount:
      'You keep your account. Your documents in this organization are transferred to the owner, and your API keys are revoked.',
    leaveDialog: 'Leave …',
    leaveTitle: (name: string): string => `Leave ${name}?`,
    loseAccessAtOnce: 'You lose access immediately. To return, you need a new invitation.',
    stay: 'Stay',
    deletionScheduled: 'Deletion scheduled',
    untilEverythingWorksAnd:
      'Everything works until the organization is deleted. You can cancel the deletion until then.',
    inThirtyDaysDeleted: (name: string): string =>
      `${name} will be deleted in 30 days. You can cancel the deletion until then. After that, documents that are waiting for signatures are voided, and all members lose access. Completed documents are kept until their retention period ends.`,
    deleteInThirtyDays: 'Delete in 30 days',
    willBeDeleted: (name: string): string => `${name} will be deleted`,
    on: (day: string, days: string): string => `On ${day} (${days}).`,
    documentsOutForSigningVoided: counted({
      one: '# document that is waiting for signatures will be voided, unless it is completed first.',
      other: '# documents that are waiting for signatures will be voided, unless they are completed first.',
    }),
    deletionCanceled: 'Deletion canceled',
    willNotBeDeleted: (name: string): string => `${name} will not be deleted.`,
    keepOrganization: 'Keep the organization',
    deleteOrganization: 'Delete the organization',
    takesThirtyDays: 'The organization will be deleted in 30 days. Until then, you can cancel the deletion.',
    delete: (name: string): string => `Delete ${name}?`,
  },
  logoSection: {
    choosePngFile: 'Choose a PNG file.',
    fileLargerThanKb: 'This file is larger than 200 kB. Choose a smaller one.',
    fileEmpty: 'This file is empty. Choose another one.',
    notPngImageOrDamaged: 'This is not a PNG image, or it is damaged. Choose another one.',
    imageHasMoreThanFour:
      'This image is more than 4,000 pixels wide or high, or has more than 4 million pixels in total. Choose a smaller one.',
    logoSaved: 'Logo saved',
    documentsSendFromNow: 'Documents that you send from now on show the logo.',
    logoRemoved: 'Logo removed',
    logo: 'Logo',
    shownOnSignaturePages: 'Shown on signature pages and on certificates of completion. A PNG of at most 200 kB.',
    noLogoYet: 'No logo yet. Documents show only the name of your organization.',
    logoOf: (name: string): string => `Logo of ${name}`,
    uploadLogo: 'Upload logo',
    replaceLogo: 'Replace logo',
    removeLogo: 'Remove logo',
  },
  settingsForm: {
    settingsSaved: 'Settings saved',
    settingsSavedApiKeysWillBe: 'Settings saved. API keys will be suspended',
    ownersHaveNoSecondFactor: (suspendedKeys: string): string =>
      `The owners of these API keys have no second factor. The keys stop working in 7 days: ${suspendedKeys}.`,
    needSecondFactorToChange: <T>(link: (text: string) => T): Phrase<T> => [
      'You need a second factor to change security settings. ',
      link('Set up an authenticator app or a passkey'),
      ', then come back here.',
    ],
    someoneElseChangedSettings:
      'Someone else changed the settings, so nothing was saved. Reload them and apply your change again.',
    reloadSettings: 'Reload the settings',
  },
  documentsSettings: {
    removeIt: 'Remove active content',
    pagesDoNotChange: 'The pages do not change. Files that are already signed are not modified.',
    rejectFile: 'Reject the file',
    uploaderAskedToPrint: 'The uploader must first print the file to a new PDF.',
    contentSignersSeeCanDepend: 'Scripts could change the content that signers see.',
    rulesForUploadsAndRetention: 'Rules for uploads and retention.',
    rangeYears: '1 month to 100 years.',
    rangeYearsAudit_retention_days: '1 to 100 years.',
    atLeastAsLong:
      'Enter a period that is at least as long as the period for documents. The audit trail is the evidence for them.',
    rangeDays: '1 to 90 days.',
    scriptsAndOtherActiveContent: 'Scripts and other active content in a PDF',
    keepCompletedDocuments: 'Keep completed documents',
    rangeYearsDefaultSevenYears: '1 month to 100 years. Default: 7 years.',
    keepAuditTrail: 'Keep the audit trail',
    rangeYearsAndAtLeast: '1 to 100 years, and at least as long as for documents. Default: 10 years.',
    keepDataOfDeletedAccounts: 'Keep data from deleted accounts',
    rangeDaysAfterAccountDeleted: '1 to 90 days after the account is deleted. Default: 30.',
  },
  securitySettings: {
    security: 'Security',
    appliesToEveryMember: 'Changes take effect with each member’s next request.',
    range: '8 to 128.',
    rangeMinutes: '5 to 720 minutes.',
    requireSecondFactor: 'Require a second factor',
    membersWithoutSecondFactor:
      'Members without a second factor cannot do anything until they set one up. Their API keys stop working after 7 days.',
    forSingleSign: 'Also require a second factor for single sign-on',
    singleSignOnWorks: 'Single sign-on then works only if the identity provider confirms a second factor.',
    minimumPasswordLength: 'Minimum password length',
    rangeCharacters:
      '8 to 128 characters. Default: 12. For members of several organizations, the longest minimum applies.',
    signOutAfterInactivity: 'Sign out after inactivity',
    rangeMinutesDefaultThirtyAppliesTo: '5 to 720 minutes. Default: 30. Also applies to open sessions.',
    charactersSuffix: ' characters',
  },
  sendingSettings: {
    sending: 'Sending',
    defaultSettingsForSendingDocuments: 'Default settings for sending documents.',
    rangeDays: '1 to 365 days.',
    rangeDaysEveryDays: '1 to 30 days.',
    rangeTimes: '1 to 20 times.',
    range: '1 to 365. Default: 30.',
    remindSigners: 'Remind signers',
    recipientsWhoHaveNotSigned: 'Recipients who have not signed get reminders by e-mail.',
    remindEvery: 'Remind every',
    atMost: 'At most',
    suggestRecipients: 'Suggest recipients',
    suggestRecipientsText:
      'When members enter recipients, the app suggests people they have sent documents to. Members do not see each other’s recipients.',
    timesSuffix: ' times',
  },
  organizationForm: {
    signersSeeInInvitations: 'Signers see this name in invitations and on the certificate of completion.',
    nameInEMails: 'Name in e-mails',
    theSame: 'Same as the organization name',
    registrationNumber: 'Registration number',
    shownInCertificateOfSeal:
      "Shown in the certificate of your organization's seal. Enter the register, country and number, such as NTRGB-12345678 or VATDE-123456789.",
    none: 'None',
    allowedNetworks: 'Allowed networks',
    networksMembersAndApiKeys:
      'Networks from which members and API keys can connect. Signers are never restricted. If you lose access to these networks, the operator of the server can lift the restriction.',
    addressesAndNetworks: 'Addresses and networks',
    onePerLineAsTwentyfour:
      'One per line, such as 203.0.113.0/24 or 2001:db8::/32. Leave empty to allow all networks. The list must include your own address.',
    embedding: 'Embedding',
    ownPagesCanShowSigning:
      'Your own pages can show the signing page in a frame, and the signing page can redirect back to them. Create links with the API.',
    allowedOrigins: 'Allowed origins',
    onePerLineAsHttps:
      'One per line, such as https://app.example.com. If this is empty, no page can show the signing page in a frame.',
    redirectHosts: 'Redirect hosts',
    onePerLineAsApp: 'One per line, such as app.example.com. A redirectUrl must lead to one of these hosts.',
  },
  storageSection: {
    files: counted({ one: '# file', other: '# files' }),
    storage: 'Storage',
    in: (size: string, count: string): string => `${size} in ${count}. Your storage is unlimited.`,
    ofUsedIn: (size: string, otherSize: string, count: string): string => `${size} of ${otherSize} used, in ${count}.`,
    storageUsed: 'Storage used',
    storageFull: 'Your storage is full. Uploads are rejected.',
    storageAlmostFull: 'Your storage is almost full.',
    makeRoom: (state: string): string =>
      `${state} Delete documents and templates you no longer need, or ask the operator of this server for more storage.`,
    includesDocumentsTemplates:
      'Includes documents, templates and attachments in the live environment and in the sandbox. Deleted documents count for another 30 days.',
  },
  organizationPage: {
    free: 'Free',
    smallTeam: 'Small Team',
    mediumTeam: 'Medium Team',
    largeTeam: 'Large Team',
    enterprise: 'Enterprise',
    about: 'About',
    plan: 'Plan',
    since: 'Since',
    yourRole: 'Your role',
    id: 'ID',
    settingsForWholeOrganization: 'Settings for the whole organization.',
    administratorsManageSettings: 'Administrators manage these settings.',
    toChangeSomethingAskAdministrator: (name: string): string =>
      `To change these settings, ask an administrator of ${name}.`,
  },
};
