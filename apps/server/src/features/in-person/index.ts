export { authenticateInPerson } from './credential.ts';
export { captureSignature } from './on-device.ts';
