import { figuresIn } from '../../figures.ts';

const { number, counted } = figuresIn('en');

export const profile = {
  deleteAccount: {
    enterPassword: 'Enter your password.',
    deletionScheduled: 'Deletion scheduled',
    untilCanCancelDeletion: (day: string): string => `You can cancel the deletion until ${day}.`,
    inAboutThirtyDays: 'In about 30 days:',
    signedOutEverywhereAndApi: 'You are signed out everywhere, and your API keys are revoked.',
    profileSavedSignaturePasskeys: 'Your profile, saved signature, passkeys and the e-mails sent to you are deleted.',
    documentsDraftsAndTemplatesGo:
      'Your documents, drafts and templates are transferred to an owner of each organization.',
    signedDocumentsAndEvidenceStay:
      'Signed documents and their evidence stay with the organizations until their retention period ends.',
    ifOnlyOwnerOfOrganization:
      'If you are the only owner of an organization, transfer its ownership or delete it first.',
    yourPassword: 'Your password',
    deleteMyAccount: 'Delete my account',
    keepMyAccount: 'Keep my account',
    legalHoldOfOne:
      'A legal hold in one of your organizations prevents the deletion. Your account will be deleted when the hold is released.',
    organizationWouldHaveNoOwner:
      'This would leave an organization without an owner. Transfer its ownership, or delete the organization.',
    accountWillBeDeleted: 'Your account will be deleted',
    on: (day: string, days: string): string => `On ${day} (${days}).`,
    takesAboutThirtyDays: 'Your account will be deleted in about 30 days. Until then, you can cancel the deletion.',
    deleteMyAccountDialog: 'Delete my account …',
    deleteAccount: 'Delete your account?',
  },
  signaturePad: {
    drawingAreaForSignature: 'Drawing area for your signature',
    useMouseFingerOrPen: 'Use a mouse, finger or pen',
    clear: 'Clear',
  },
  handChoice: {
    noneOfHandwritingFonts:
      'No handwriting font supports these letters, so your name appears in plain type. You can draw it instead.',
    handwriting: 'Handwriting',
    style: (index: number): string => `Style ${number(index)}`,
  },
  profilePage: {
    keyboard: 'Keyboard',
    keyboardText: 'This setting applies to this browser only.',
    singleKeys: 'Single-key shortcuts',
    singleKeysText: 'For example, J and K in lists. Press ? to see all shortcuts.',
    enterName: 'Enter your name.',
    profileSaved: 'Profile saved',
    forEMailsTo: 'Used in the app, in your e-mails and for documents that you sign.',
    browserSetting: 'Browser setting',
    timeZone: 'Time zone',
    forTimesInApp: 'Used for times in the app and in your e-mails.',
    browserSettingPlaceholder: (here: string): string => `Browser setting (${here})`,
    unknownTimeZone: 'Unknown time zone',
    signatureSaved: 'Signature saved',
    offeredWhenSignDocument: 'You can use it whenever you sign a document.',
    kindOfSignature: 'Signature type',
    draw: 'Draw',
    type: 'Type',
    yourName: 'Your name',
    saveSignature: 'Save signature',
    savedSignature: (data: string): string => `Your saved signature: ${data}`,
    savedSignatureAlt: 'Your saved signature',
    signatureRemoved: 'Signature removed',
    savedSignatureTitle: 'Saved signature',
    offeredWhenSignWithAccount:
      'You can use it when you sign with your account. Your signature is proven by the certificate, not by this image.',
    addSignature: 'Add a signature',
    profile: 'Profile',
    nameLanguageAndSavedSignature: 'Your name, language and saved signature.',
    aboutYou: 'About you',
  },
  contacts: {
    title: 'Address book',
    text: 'While you enter recipients, the app suggests people you have sent documents to. Only you see these suggestions.',
    people: counted({ one: '# person', other: '# people' }),
    clearDialog: 'Clear …',
    clearTitle: 'Clear your address book?',
    clearText:
      'This removes all suggestions. You cannot undo this. A person is suggested again after you send them another document. Existing documents are not affected.',
    clear: 'Clear address book',
    cleared: 'Address book cleared',
  },
};
