export { endSession, listSessions, startSession } from './by-host.ts';
export { authenticateInPerson } from './credential.ts';
export { captureSignature, verifySession } from './on-device.ts';
