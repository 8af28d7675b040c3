import { figuresIn } from '../../figures.ts';
import type { Phrase } from '../../app.ts';

const { number } = figuresIn('en');

export const account = {
  password: {
    atLeastCharacters: (min: number): string => `At least ${number(min)} characters. A few words are easy to remember.`,
    ofAtLeastCharacters: (length: number, min: number): string =>
      `${number(length)} of at least ${number(min)} characters`,
    characters: (length: number): string => `${number(length)} characters: good. Longer is stronger.`,
    charactersStrong: (length: number): string => `${number(length)} characters: strong.`,
  },
  passwordFields: {
    showPassword: 'Show password',
  },
  accountLayout: {
    signaturesAnyoneCanVerifyWithout: 'Signatures that anyone can verify without us.',
    eachSignatureSealedIntoPdf:
      'Each signature is sealed into the PDF with a certificate and a trusted time-stamp. Any change to the file shows.',
  },
  secondStep: {
    usePasskey: 'Use a passkey',
    enterCompleteCode: 'Enter the complete code.',
    recoveryCode: 'Recovery code',
    codeFromApp: 'Code from your app',
    oneOfTenRecoveryCodes: 'One of your ten recovery codes. Each works once.',
    sixDigits: 'Six digits. A new code appears every 30 seconds.',
    signIn: 'Sign in',
    confirmWithSecondFactor: 'Confirm with your second factor.',
    or: 'or',
    useAnotherMethod: 'Use another method',
    lostDevice: 'Lost your device? Use a recovery code',
    startAgain: 'Start again',
  },
  loginForm: {
    signInWithPasskey: 'Sign in with a passkey',
    signInWithSingleSign: 'Sign in with single sign-on',
    addressDoesNotUseSingle: 'This address does not use single sign-on. Use your password or a passkey.',
    enterEMailAddress: 'Enter your e-mail address.',
    enterPassword: 'Enter your password.',
    enterWorkEMailAddress: 'Enter your work e-mail address first.',
    eMail: 'E-mail',
    forgotPassword: 'Forgot your password?',
    signIn: 'Sign in',
    or: 'or',
  },
  loginPage: {
    weSentEMail: 'We sent you an e-mail. Open its link in this browser to confirm that it was you.',
    singleSignOnNotAccepted:
      'The single sign-on was not accepted. Try again. If it fails again, contact an administrator of your organization, who can see the reason.',
    identityProviderConfirmedIdentity:
      'Your identity provider confirmed your identity, but you do not have access yet. Ask an administrator of your organization for access.',
    organizationDoesNotUseSingle: 'This organization does not use single sign-on. Use your password or a passkey.',
    planOfOrganizationDoes:
      'The plan of this organization does not include single sign-on, or has no free seats. Use your password or a passkey, or ask the owner.',
    singleSignOnNotAvailable: 'Single sign-on is not available right now. Try again in a moment.',
    signIn: 'Sign in',
    notSetUpYet: 'Not set up yet',
    installationDoesNotHaveOwner: 'This installation does not have an owner yet.',
    serverPrintedLinkWhenStarted:
      'The server printed the link when it started. It begins with this address and contains /setup#… Open it to choose your organization, e-mail address and password. If you lost it, restart the server to get a new one.',
    useSetupLink: 'Use the setup link',
    welcomeBack: 'Welcome back.',
    signInToContinue: 'Sign in to continue.',
    newHere: <T>(link: (text: string) => T): Phrase<T> => ['New here? ', link('Create an account')],
    noAccountYet: 'No account yet? Ask an administrator of your organization to invite you.',
  },
  founderFields: {
    enterNameSignersWillSee: 'Enter the name that signers will see.',
    enterName: 'Enter your name.',
    enterEMailAddress: 'Enter an e-mail address such as name@example.com.',
    useAtLeastCharacters: (passwordMin: number): string => `Use at least ${number(passwordMin)} characters.`,
    yourName: 'Your name',
    eMail: 'E-mail',
  },
  mailLink: {
    linkNoLongerWorks: 'This link no longer works',
  },
  setupPage: {
    signersSeeInInvitation: 'Signers see it in the invitation and on the certificate.',
    setUpCountersign: 'Set up Countersign',
    setUp: 'Set up',
    alreadySetUp: 'Already set up',
    installationAlreadyHasOwner: 'This installation already has an owner. Sign in instead.',
    signIn: 'Sign in',
    linkIncomplete: 'The link is incomplete',
    setupCodePartOfLink: 'The setup code is the part of the link after the #.',
    serverPrintedLinkWhenStarted:
      'The server printed the link when it started: …/setup# followed by a long code. Copy all of it. If you lost it, restart the server to get a new one.',
    openCompleteLink: 'Open the complete link',
    becomeOwnerOfInstallation: 'You become the owner of this installation.',
  },
  mailSent: {
    checkInbox: (email: string): string => `Check the inbox of ${email}.`,
    noEMailAfterFew: 'No e-mail after a few minutes? Check your spam folder, or send it again.',
    sendAgain: 'Send it again',
  },
  registerPage: {
    signersSeeInInvitation: 'Signers see it in the invitation. You can use your own name.',
    createAccount: 'Create account',
    createAccountText: 'Create an account',
    byInvitationOnly: 'By invitation only',
    installationDoesNotAllowPublic: 'This installation does not allow public registration.',
    administratorOfOrganizationCanSend:
      'An administrator of your organization can send you an invitation. Its link lets you create an account.',
    askForInvitation: 'Ask for an invitation',
    signInInstead: 'Sign in instead',
    checkInbox: 'Check your inbox',
    oneMoreStep: 'One more step.',
    openLinkInBrowserWithin: 'Open the link in this browser within 48 hours to create your account and organization.',
    mistypedAddress: 'Mistyped the address?',
    startAgain: 'Start again',
    createAccountTitle: 'Create an account',
    forAndOrganization: 'For you and your organization.',
    alreadyHaveAccount: <T>(link: (text: string) => T): Phrase<T> => ['Already have an account? ', link('Sign in')],
  },
  forgotPage: {
    enterEMailAddressSign: 'Enter the e-mail address you sign in with.',
    eMail: 'E-mail',
    sendMeLink: 'Send me a link',
    forgotPassword: 'Forgot password',
    forgotPasswordTitle: 'Forgot your password?',
    checkInbox: 'Check your inbox',
    weSendLinkToChoose: 'We send you a link to choose a new password.',
    ifAddressHasAccountWe:
      'If this address has an account, we sent it a link. The link works once, within 15 minutes. Until then, your old password works.',
    backToSignIn: 'Back to sign-in',
  },
  verifyEmailPage: {
    enterPasswordChose: 'Enter the password you chose.',
    confirmEMailAddress: 'Confirm your e-mail address',
    alreadyHaveAccount: 'You already have an account',
    addressAlreadyVerified: 'This address is already verified. Sign in with your password.',
    notBrowserInWhichRegistered: 'This is not the browser in which you registered.',
    lastStep: 'The last step.',
    forSecurityEnterPasswordChose: 'For your security, enter the password that you chose there.',
    confirmsAddressYoursAndRequested: 'This confirms that the address is yours and that you requested the account.',
    confirmAndContinue: 'Confirm and continue',
    signIn: 'Sign in',
    eachLinkWorksOnceWithin:
      'Each link works once, within 48 hours. If you have confirmed your address, sign in. Otherwise, register again.',
    registerAgain: 'Register again',
  },
  linkPasswordForm: {
    useAtLeastCharacters: (passwordMin: number): string => `Use at least ${number(passwordMin)} characters.`,
    newPassword: 'New password',
  },
  resetPasswordPage: {
    passwordResetLinkWorksOnce:
      'A password reset link works once, within 15 minutes. Your password has not changed. Request another link.',
    sendMeAnotherLink: 'Send me another link',
    passwordChanged: 'Your password was changed',
    allBrowsersSignedIn: 'All browsers that were signed in to your account are signed out.',
    signInWithNewPassword: 'Sign in with the new password',
    chooseNewPassword: 'Choose a new password',
    changePassword: 'Change password',
    willBeSignedOut: <T>(link: (text: string) => T): Phrase<T> => [
      'You will be signed out in all browsers. If someone else had access to your account, ',
      link('review it first'),
      '.',
    ],
  },
  emailChangePages: {
    eMailAddressChanged: 'Your e-mail address was changed',
    nowSignIn: <T>(email: T): Phrase<T> => [
      'You now sign in as ',
      email,
      '. We sent an e-mail to the old address with a link that undoes the change within seven days.',
    ],
    confirmNewAddress: 'Confirm your new address',
    askedToChangeEMail: 'You asked to change the e-mail address of your account.',
    signInWithNewAddress: 'You then sign in with the new address. Other browsers are signed out.',
    useAddress: 'Use this address',
    confirmationLinkWorksOnceWithin:
      'A confirmation link works once, within 24 hours, and for the account that requested it. Your address has not changed. Request the change again under Security.',
    goToSecurity: 'Go to Security',
    signInWithCurrentAddress: 'Sign in with your current address first.',
  },
  recoverPage: {
    unknownDevice: 'Unknown device',
    nothingChangedInLastNinety: 'Nothing changed in the last 90 days.',
    notMe: 'This was not me. Remove it too',
    removeToo: (summary: string, time: string): string => `Remove too: ${summary}, ${time}`,
    reviewAccount: 'Review your account',
    activityOfInLastNinety: (email: string): string => `Activity of ${email} in the last 90 days.`,
    recoverMyAccount: 'Recover my account',
    ifEverythingClosePage: 'If everything here was you, close this page. Nothing has been changed.',
    whichLastSignInYours: 'Which is the last sign-in that was yours?',
    chooseSignInOrChoose: 'Choose a sign-in, or choose that none was yours.',
    none: 'None of these',
    changes: 'Changes',
    allSessionsEnd:
      'All sessions end. Second factors and API keys that were added since that sign-in are suspended: you can restore or remove them under Settings. Webhooks, invitations and single sign-on added since then are removed, and members who joined through the account are deactivated. Older second factors stay.',
    accountYoursAgain: 'Your account is yours again',
    allSessionsHaveEnded:
      'All sessions have ended. Second factors and API keys that were added since the sign-in you confirmed are suspended. Sign in with your new password, and restore or remove them under Settings, Security.',
    signIn: 'Sign in',
    linkWorksOnceWithinSeven:
      'This link works once, within seven days. To review your account, request a password reset link.',
    sendMeLink: 'Send me a link',
  },
  invitationPage: {
    enterName: 'Enter your name.',
    useAtLeastCharacters: (passwordMin: number): string => `Use at least ${number(passwordMin)} characters.`,
    eMail: 'E-mail',
    yourName: 'Your name',
    join: (organization: string): string => `Join ${organization}`,
    signedInAsButInvitation: <T>(email: T, otherEmail: T): Phrase<T> => [
      'You are signed in as ',
      email,
      ', but the invitation was sent to ',
      otherEmail,
      '. Sign out first to accept it.',
    ],
    signOutAndContinue: 'Sign out and continue',
    signedIn: <T>(email: T): Phrase<T> => [
      'You are signed in as ',
      email,
      '. You keep your other organizations and can switch between them.',
    ],
    alreadyHaveAccount: 'You already have an account. Sign in to accept the invitation.',
    invitation: 'Invitation',
    invitationNoLongerWorks: 'This invitation no longer works',
    invitationLinkWorksOnceWithin:
      'An invitation link works once, within 14 days, and only the newest link works. If you have accepted the invitation, sign in. Otherwise, ask the person who invited you to send it again.',
    signIn: 'Sign in',
    invitesAdministrator: (invitedBy: string, days: string): string =>
      `${invitedBy} invites you as an administrator. The invitation ends ${days}.`,
    invitesMember: (invitedBy: string, days: string): string =>
      `${invitedBy} invites you as a member. The invitation ends ${days}.`,
  },
  ssoConfirmPage: {
    signIn: 'Sign in',
    confirmSingleSign: 'Confirm your single sign-on',
    linkWorksOnceAndExpires:
      'This link works once and expires soon. Sign in through single sign-on again to get a new link.',
    differentBrowser: 'This is a different browser',
    openLinkInBrowser: 'Open the link in the browser in which you started the sign-in, or sign in again in this one.',
    wasItYou: 'Was it you?',
    someoneSignedInWithAddress: 'Someone signed in with your address through an identity provider.',
    ifConfirm:
      'If it was you, confirm it. The provider can then sign you in. If it was not you, close this page. Nothing changes.',
    yesMe: 'Yes, it was me',
  },
  switchAccountPage: {
    switchAccounts: 'Switch accounts',
    nothingToDecide: 'Nothing to decide',
    signInHasExpired: 'This sign-in has expired, or you have already decided.',
    goToStartPage: 'Go to the start page',
    switchAccountsTitle: 'Switch accounts?',
    alreadySignedInToAnother: 'You are already signed in to another account in this browser.',
    signedInNow: 'Signed in now',
    newSignIn: 'New sign-in',
    switchOnlyIfStartedSign: (organization: string): string =>
      `Switch only if you started this sign-in yourself. Whatever you upload or sign afterwards belongs to ${organization}.`,
    keepCurrentAccount: 'Keep the current account',
    doNotSignIn: 'Do not sign in',
    switchToNewAccount: 'Switch to the new account',
    signedInAgain: 'Signed in again',
    thankYou: 'Thank you',
    haveSignedInAgain: 'You have signed in again.',
    closeTabToContinue: 'Close this tab to continue in the other one.',
  },
  signWithAccountPage: {
    signWithAccount: 'Sign with your account',
    confirm: 'Confirm that it is you',
    askedToSignWithOwn: <T>(email: T): Phrase<T> => [
      'You were asked to sign with your own account and its second factor. You are signed in as ',
      email,
      '. This must be the address the document was sent to.',
    ],
    openDocument: 'Open the document',
    accountHasNoSecondFactor:
      'Your account has no second factor yet. Set up an authenticator app or a passkey, then come back here.',
    setUpSecondFactor: 'Set up a second factor',
  },
};
