/** Commands that only the operator can run: on a person's account, and on agreements with an organization. */
import type { Command, Console } from '../../platform/console.ts';
import { resetTwoFactorOnConsole } from '../second-factor/index.ts';
import { type Agreement, agreeRequests, listAgreements } from './agreed-requests.ts';
import { openNetworksOnConsole } from './settings.ts';

const ACCOUNTS_USAGE = `Usage: npm start -- accounts reset-two-factor EMAIL
       npm start -- accounts open-networks ORGANIZATION

reset-two-factor EMAIL

  Removes the authenticator app, passkeys and recovery codes of a person who lost them all. The password does not change. All sessions end, the person gets an e-mail, and the audit logs of their organizations record this.

open-networks ORGANIZATION
  Allows members and API keys of an organization (org_...) to work from any network again, for example after its networks changed. The organization's audit log records this.`;

const LIMITS_USAGE = `Usage: npm start -- limits [ORGANIZATION REQUESTS]

  limits                         lists the rate limit of each organization
  limits ORGANIZATION REQUESTS   sets the hourly limit for each user and API key to a number or to unlimited (the default)

ORGANIZATION is the organization's ID (org_...). The limit applies only to the Enterprise plan. All other plans have fixed limits.`;

const ANSWERS = {
  done: 'Done. The person now signs in with the password alone, and must set up a new second factor if one is required.',
  unknown: 'There is no account with this e-mail address.',
  none: 'This account has no second factor.',
  opened: 'Done. Members and API keys of this organization can work from any network.',
  'no-organization': 'This organization does not exist. To list all organizations, run: npm start -- limits',
  open: 'This organization does not restrict access by network.',
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

/** Parses a number of requests. Returns null for an unlimited number, and undefined for an invalid one. */
function readRequests(text: string): number | null | undefined {
  if (text.toLowerCase() === 'unlimited') return null;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

const agreementLine = ({ id, name, plan, requestsPerHour }: Agreement): string =>
  `${id}  ${plan}  ${requestsPerHour === null ? 'set by the plan' : `${requestsPerHour} per hour`}  ${name}`;

export const commands = [accounts, limits];
