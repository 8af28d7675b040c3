export { verifyDocument } from './verify-document.ts';
export { verifyFile } from './verify-file.ts';
export { WaitingRoom } from './waiting-room.ts';
