/** The table of callers that may call an operation, read from `security` and the `x-` extensions of the description. */
import type { Described } from './reference-model.ts';
import { html, type Html, inline } from './html.ts';

const CREDENTIALS: Readonly<Record<string, string>> = {
  session: 'session',
  loginStep: 'cookie of a sign-in that waits for its second factor',
  apiKey: 'API key',
  service: 'service credential',
  cron: 'secret of scheduled jobs',
  signingLink: 'signing link or signing session',
};

const RATE_LIMITS: Readonly<Record<string, string>> = {
  credential: 'hourly limit of the credential',
  address: 'hourly limit of the IP address',
  verification: 'hourly limit of the IP address for verification',
  frequent: 'larger hourly limit of the credential for live pages',
  open: 'larger hourly limit of the IP address for public pages',
  none: 'not counted',
};

const STEP_UPS: Readonly<Record<string, string>> = {
  session: 'a session whose user confirmed their identity in the last 10 minutes',
  account: 'a session whose user confirmed their identity with the password or a passkey in the last 10 minutes',
};

export function accessView({ security, servers, access }: Described): Html {
  const names = security.flatMap((one) => Object.keys(one));
  const text = (name: string): string | undefined => {
    const value = access[name];
    return typeof value === 'string' ? value : undefined;
  };
  const code = (name: string): string | undefined => text(name)?.replace(/^.*$/, '`$&`');
  const served = servers?.map(({ url }) => url.startsWith('/sandbox')) ?? [];
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Credential', names.length === 0 ? 'none' : names.map((name) => CREDENTIALS[name] ?? name).join(', ')],
    ['API key scope', code('x-scope')],
    ['Role', text('x-role')?.replace(/^.*$/, '`$&` or above')],
    ['Plan feature', code('x-plan-right')],
    ['Step-up', STEP_UPS[text('x-step-up') ?? '']],
    [
      'Second factor',
      access['x-without-second-factor'] === true ? 'not required, even if the organization requires one' : undefined,
    ],
    ['Environment', served.length === 0 ? undefined : served.every(Boolean) ? 'sandbox only' : 'live only'],
    ['Rate limit', RATE_LIMITS[text('x-rate-limit') ?? '']],
  ];
  return html`<table class="access">
    <tbody>
      ${rows.map(
        ([name, value]) =>
          value !== undefined &&
          html`<tr>
            <th scope="row">${name}</th>
            <td>${inline(value)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
