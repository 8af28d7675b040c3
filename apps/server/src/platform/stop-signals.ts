/**
 * Handles SIGTERM and SIGINT from the first moment of the process. This module is imported before everything else: a
 * signal that arrives while the server is loading or starting must cause an orderly stop, and by default it would kill
 * the process.
 */
export type StopSignal = 'SIGTERM' | 'SIGINT';

const SIGNALS: readonly StopSignal[] = ['SIGTERM', 'SIGINT'];
let received: StopSignal | undefined;
let listener: ((signal: StopSignal) => void) | undefined;

const receive = (signal: StopSignal): void => {
  received = signal;
  listener?.(signal);
};
for (const signal of SIGNALS) process.on(signal, receive);

/** After this call, `stop` is called for every signal, and immediately if one has already arrived. */
export function onStopSignal(stop: (signal: StopSignal) => void): void {
  listener = stop;
  if (received) stop(received);
}

/** Restores the default handling of signals, for commands that end on their own. */
export function releaseStopSignals(): void {
  for (const signal of SIGNALS) process.off(signal, receive);
  if (received) process.kill(process.pid, received);
}
