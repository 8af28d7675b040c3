import { figuresIn } from '../../figures.ts';
import type { Phrase } from '../../app.ts';

const { counted } = figuresIn('en');

export const inPerson = {
  endButton: {
    sessionEnded: 'Session ended',
    deviceNoLongerShowsDocument: 'The device no longer shows the document.',
    endSession: (name: string): string => `End the session with ${name}`,
    end: 'End',
    endSessionText: 'End session',
  },
  sessionState: {
    notOpenedYet: 'Not opened yet',
    signing: 'Signing',
    lockedByWrongCodes: 'Locked after wrong codes',
    ended: 'Ended',
    minutesLeft: counted({ one: '1 minute left', other: '# minutes left' }),
  },
  handedOver: {
    handedOver: 'Handed over',
    linkAsQrCode: 'QR code with the signing link',
    openOnDeviceWithCamera: 'Scan the code with the device’s camera, or open the link on the device.',
    giveSignerAccessCode: 'Then give the signer the access code.',
    useDeviceOnWhich: 'Use a device on which you are not signed in to Countersign.',
    copyLink: 'Copy the link',
    nextSigner: 'Next signer',
  },
  handOverForm: {
    handOver: 'Hand over',
    documentWaitsForSignature: 'A document that is waiting for a signature, or a draft without recipients',
    typePartOfTitle: 'Type part of the title',
    noMatchingDocumentCan: 'No matching document can be signed',
    draftHasRecipientsAlready: <T>(link: (text: string) => T): Phrase<T> => [
      'This draft already has recipients. ',
      link('Send it'),
      ' first, then hand the device to one of them.',
    ],
    nobodyAskedToSignDocument: 'No recipient can sign this document at the moment.',
    notChecked: 'Not checked',
    iKnowSignerInPerson: 'I know the signer personally',
    identityDocument: 'Identity document',
    passport: 'Passport',
    identityCard: 'Identity card',
    drivingLicense: 'Driving license',
    residencePermit: 'Residence permit',
    otherDocument: 'Other document',
    enterEMailAddress: 'Enter an e-mail address for the completed document.',
    chooseWhoSigns: 'Choose who signs.',
    enterName: 'Enter the signer’s name.',
    atLeastFourLettersDigits: 'At least 4 letters, digits or symbols. Accented letters are not allowed.',
    draftSentToPerson: 'The draft will be sent to this person immediately, without an invitation by e-mail.',
    eMail: 'E-mail',
    signer: 'Signer',
    signerMustEnterAccessCode: 'The signer must enter the access code for this document on the device.',
    accessCodeOptional: 'Access code (optional)',
    requiredOnDeviceBeforeDocument: 'Required on the device before the document is shown',
    howDidCheckSignersIdentity: 'How did you check the signer’s identity?',
    printedOnCertificateOfCompletion: 'Printed on the certificate of completion',
    doNotRecord: 'No check recorded',
  },
  openSessions: {
    onOtherDevices: 'On other devices',
    handedOverBy: <T>(link: T, name: T): Phrase<T> => [link, ', handed over by ', name],
  },
  inPersonPage: {
    inPerson: 'In person',
    signInPerson: 'Sign in person',
    handTabletOrPhone:
      'Hand a tablet or a phone to the signer in front of you. You check their identity, and the check is recorded in the evidence.',
  },
};
