export { UpdateHub } from './hub.ts';
export type { Check, UpdateStream } from './stream.ts';
