/** What only whoever runs the server may do: with a person's account, and what is agreed with an organization. */
import type { Command, Console } from '../../platform/console.ts';
import { resetTwoFactorOnConsole } from '../second-factor/index.ts';
import { type Agreement, agreeRequests, listAgreements } from './agreed-requests.ts';
import { openNetworksOnConsole } from './settings.ts';

const ACCOUNTS_USAGE = `Usage: npm start -- accounts reset-two-factor EMAIL
       npm start -- accounts open-networks ORGANIZATION

reset-two-factor EMAIL

  Takes authenticator app, passkeys and recovery codes away from somebody who lost them all. The password stays;
  they are logged out everywhere and told by mail, and their organizations' audit trails record it.

open-networks ORGANIZATION
  Lets members and API keys of an organization (org_...) work from everywhere again, for an organization whose allowed networks
  are gone. Its audit trail records it. It counts from the next second on.`;

const LIMITS_USAGE = `Usage: npm start -- limits [ORGANIZATION REQUESTS]

  limits                         what each organization may ask for
  limits ORGANIZATION REQUESTS   requests an hour of each of its users and API keys, or unlimited (the default)

ORGANIZATION is an id as listed (org_...). It counts on the plan enterprise; the other plans have limits of their own.`;

const ANSWERS = {
  done: 'Done. They log in with their password alone now, and are asked for a new second factor where it is required.',
  unknown: 'Nobody has an account with this address.',
  none: 'This account has no second factor.',
  opened: 'Done. Members and API keys of this organization work from everywhere.',
  'no-organization': 'There is no such organization. npm start -- limits lists them.',
  open: 'This organization does not restrict networks.',
};
const ACTS = { 'reset-two-factor': resetTwoFactorOnConsole, 'open-networks': openNetworksOnConsole };

const accounts: Command<Console> = {
  name: 'accounts',
  usage: ACCOUNTS_USAGE,
  read: ([name, target, ...rest]) => {
    const act = Object.entries(ACTS).find(([one]) => one === name)?.[1];
    if (act === undefined || target === undefined || rest.length > 0) return undefined;
    return ({ open, out, err }) =>
      open(async ({ unseal }) => {
        const { uow } = await unseal();
        const outcome = await act(uow, target);
        const isDone = outcome === 'done' || outcome === 'opened';
        (isDone ? out : err)(ANSWERS[outcome]);
        return isDone ? 0 : 1;
      });
  },
};

const limits: Command<Console> = {
  name: 'limits',
  usage: LIMITS_USAGE,
  read: (words) => {
    const [organization, text, ...rest] = words;
    const requests = text === undefined ? undefined : readRequests(text);
    const isAgreement = organization !== undefined && requests !== undefined && rest.length === 0;
    if (words.length > 0 && !isAgreement) return undefined;
    return ({ open, out }) =>
      open(async ({ unseal }) => {
        const { uow } = await unseal();
        const found = isAgreement ? [await agreeRequests(uow, organization, requests)] : await listAgreements(uow);
        for (const one of found) out(agreementLine(one));
        return 0;
      });
  },
};

/** Null for unlimited, undefined for what is no number of requests. */
function readRequests(text: string): number | null | undefined {
  if (text.toLowerCase() === 'unlimited') return null;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

const agreementLine = ({ id, name, plan, requestsPerHour }: Agreement): string =>
  `${id}  ${plan}  ${requestsPerHour === null ? 'as the plan says' : `${requestsPerHour} an hour`}  ${name}`;

export const commands = [accounts, limits];
