import { figuresIn } from '../../figures.ts';

const { number } = figuresIn('en');

export const api = {
  errors: {
    inMoment: 'in a moment',
    inSeconds: (seconds: number): string => `in ${number(seconds)} seconds`,
    inMinutes: (seconds: number): string => `in ${number(seconds)} minutes`,
    serverCannotBeReached: 'The server cannot be reached',
    connectionOrServerDown: 'Your connection or the server is down. Your input is still here. Try again in a moment.',
    noAnswer: 'The server did not respond',
    outcomeUnknown:
      'The connection was lost, so we do not know whether your change was saved. Reload the page to check, and try again if your change is missing.',
    signedOut: 'You are signed out',
    sessionEnded: 'Your session ended. Sign in again to continue.',
    doNotHavePermission: 'You do not have permission',
    notFound: 'Not found',
    mayHaveBeenDeleted: (sentence: string): string =>
      `${sentence} It may have been deleted, or it belongs to another organization.`,
    somethingNeedsCorrecting: 'Check your input',
    tooManyAttempts: 'Too many attempts',
    enteredWrongValueTooOften: (inSeconds: string): string =>
      `You entered an incorrect value too many times. Try again ${inSeconds}.`,
    notPartOfPlan: 'Not part of your plan',
    linkNoLongerWorks: 'This link no longer works',
    tooManyRequests: 'Too many requests',
    nothingChanged: (inSeconds: string): string => `Nothing was changed. Try again ${inSeconds}.`,
    temporarilyUnavailable: 'Temporarily unavailable',
    tryAgain: (sentence: string, inSeconds: string): string => `${sentence} Try again ${inSeconds}.`,
    somethingWentWrongOnServer: 'Something went wrong on the server',
    savedDataSafe: 'Your saved data is safe. Try again. If it happens again, send your administrator the request ID.',
    didNotWork: 'The action failed',
    canceledOrTookTooLong: 'The request was canceled or took too long. Try again, or use another method.',
    canceled: 'The request was canceled. Try again, or use another method.',
    deviceOrPasswordManagerAlready: 'This device or password manager already has a passkey for your account.',
    passkeysDoNotWork: 'Passkeys do not work at this address. Open Countersign by its host name over HTTPS.',
    browserOrDeviceCannotCreate: 'This browser or device cannot create a suitable passkey.',
    passkeyNotUsed: 'The passkey was not used',
    pageHasProblem: 'Something went wrong on this page',
    documentsSafeOnServer:
      'Your documents are safe on the server. Reload the page. You may need to enter unsaved changes again.',
  },
};
