export { WaitingRoom } from './waiting-room.ts';
export { compareStored, type VerifyDependencies } from './verify-document.ts';
