/** Whether the time of this machine can be believed. */
export { ClockGuard } from './clock-guard.ts';
