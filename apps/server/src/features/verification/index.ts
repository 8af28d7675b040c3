export { WaitingRoom } from './waiting-room.ts';
