/** The route that explains how to report a vulnerability (RFC 9116). */
import type { Route } from '../../platform/invoke/route.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { SecurityReports } from './config.ts';

export type RouteServices = { clock: Clock; deployment: { securityReports?: SecurityReports } };

/** The validity of the file in days. RFC 9116 §2.5.5 recommends less than a year. */
const VALID_DAYS = 180;

export function routes({ clock, deployment }: RouteServices): Route[] {
  return [
    {
      method: 'GET',
      path: '/.well-known/security.txt',
      rate: 'open',
      handle: async ({ baseUrl }) => {
        const expires = new Date(clock.now().getTime() + VALID_DAYS * 86_400_000);
        const policy = deployment.securityReports?.policy;
        const lines = [
          // The standard mailbox of a domain for security reports (RFC 2142 §4).
          `Contact: ${deployment.securityReports?.contact ?? `mailto:security@${new URL(baseUrl).hostname}`}`,
          `Expires: ${expires.toISOString().slice(0, 19)}Z`,
          ...(policy === undefined ? [] : [`Policy: ${policy}`]),
          'Preferred-Languages: en',
          `Canonical: ${baseUrl}/.well-known/security.txt`,
        ];
        return { type: 'text/plain; charset=utf-8', body: `${lines.join('\n')}\n` };
      },
    },
  ];
}
