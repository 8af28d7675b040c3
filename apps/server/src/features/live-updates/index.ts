export { LiveHub } from './hub.ts';
export type { Check, LiveStream } from './stream.ts';
