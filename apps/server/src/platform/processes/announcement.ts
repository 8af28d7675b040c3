/** The lines that the operator sees when startup is complete. */
import type { ReadyReport } from './messages.ts';

export function announcement({ url, doubt, setupUrl, passwordUrl }: ReadyReport): string {
  return [
    `Countersign listens on ${url}`,
    ...(doubt === undefined ? [] : [`\n  ${doubt}\n`]),
    ...(setupUrl === undefined ? [] : [`\n  Set it up here (the link works once):\n  ${setupUrl}\n`]),
    ...(passwordUrl === undefined
      ? []
      : [`\n  Set the owner's password here (the link works once):\n  ${passwordUrl}\n`]),
  ].join('\n');
}
