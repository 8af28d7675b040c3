export { type SecurityEvent, SecurityEvents } from './security-events.ts';
export { refusalEvent } from './refusals.ts';
