export { replayErasures } from './commands.ts';
