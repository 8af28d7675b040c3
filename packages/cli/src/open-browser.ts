import { spawn } from 'node:child_process';

const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens a web address in the browser, if the machine has one. The address is passed as an argument, so no shell
 * interprets it.
 */
export function openBrowser(url: string): void {
  if (!/^https?:\/\//.test(url)) return;
  const [program = '', ...args] = PROGRAMS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
