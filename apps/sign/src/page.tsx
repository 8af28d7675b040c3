/** The signing page itself, which is loaded while the link is being opened. */
import { render } from 'preact';
import { App } from './app.tsx';
import type { Start } from './flow/exchange.ts';

export function show(start: Start): void {
  const root = document.getElementById('app');
  if (root === null) throw new Error('index.html has no element with the id "app"');
  render(<App start={start} />, root);
}
