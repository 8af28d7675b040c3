export { type SecurityEvent, SecurityEvents } from './security-events.ts';
