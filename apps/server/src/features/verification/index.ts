export { verifyFile } from './verify-file.ts';
export { WaitingRoom } from './waiting-room.ts';
