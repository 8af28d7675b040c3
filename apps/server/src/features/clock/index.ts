/** Checks whether this machine's clock can be trusted. */
export { ClockGuard } from './clock-guard.ts';
