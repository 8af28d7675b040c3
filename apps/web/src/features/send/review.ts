/** Describes the effects of sending, because it cannot be undone. */
import { dayOf } from '../../ui/time.ts';
import { type Draft, isSigner, onSignaturePage } from './draft.ts';

const DAY_MS = 86_400_000;

const listed = (names: readonly string[]): string => new Intl.ListFormat('en', { type: 'conjunction' }).format(names);

/** The default subject of the invitation in English; each recipient gets it in their language. */
export const usualSubject = (sender: { name: string; email: string }, title: string): string =>
  `${sender.name || sender.email} asks you to sign “${title}”`;

export const lastDay = (days: number, now: Date): Date => new Date(now.getTime() + days * DAY_MS);

function whoIsInvited(names: readonly string[], sequential: boolean): string {
  const [first, ...others] = names;
  if (first === undefined) return '';
  if (others.length === 0) return `${first} gets an e-mail with a personal signing link.`;
  if (!sequential) return `${listed(names)} get an e-mail with a personal signing link and can sign in any order.`;
  return `${first} gets an e-mail with a personal signing link first. The others follow, each when the one before has signed: ${others.join(', ')}.`;
}

function whoGetsNoMail(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [`${listed(names)} ${names.length === 1 ? 'gets' : 'get'} no e-mail from Countersign. You deliver the link.`];
}

function whoIsNotified({ recipients }: Draft): string[] {
  const others = recipients
    .filter(({ role, notify }) => (role === 'cc' || role === 'viewer') && notify !== false)
    .map(({ name }) => name.trim());
  return others.length === 0
    ? []
    : [
        `${listed(others)} ${others.length === 1 ? 'is' : 'are'} notified by e-mail and ${others.length === 1 ? 'has' : 'have'} nothing to sign.`,
      ];
}

function remindersOf({ reminders }: Draft): string[] {
  if (reminders === null) return [];
  const { everyDays, max } = reminders;
  const every = everyDays === 1 ? 'every day' : `every ${everyDays} days`;
  return [`Recipients who have not signed get a reminder ${every}, at most ${max === 1 ? 'once' : `${max} times`}.`];
}

function whereTheySign(draft: Draft): string {
  if (draft.tags)
    return 'Recipients sign at the tags in the document. Recipients without a signature tag sign on a signature page at the end.';
  const onPage = onSignaturePage(draft);
  const signers = draft.recipients.filter(isSigner);
  // Approvals are not visible on a page.
  if (signers.length === 0) return "Nothing is added to the pages. Approvals are part of the file's signatures.";
  const added = 'a signature page that is added at the end';
  if (onPage.length === signers.length) {
    const others =
      draft.where === 'fields' && draft.fields.length > 0 ? ` Other fields to fill in: ${draft.fields.length}.` : '';
    return `${signers.length === 1 ? 'It is signed' : 'All sign'} on ${added}.${others}`;
  }
  const pages = [...new Set(draft.fields.map(({ page }) => page))].sort((a, b) => a - b);
  const placed = `You placed ${draft.fields.length} ${draft.fields.length === 1 ? 'field' : 'fields'} on page${pages.length === 1 ? '' : 's'} ${listed(pages.map(String))}.`;
  return onPage.length === 0
    ? placed
    : `${placed} ${listed(onPage.map(({ name }) => name))}, without a signature field, ${onPage.length === 1 ? 'signs' : 'sign'} on ${added}.`;
}

/** @param now the time from which the expiry counts */
export function reviewLines(draft: Draft, now: Date, locale?: string): string[] {
  const acting = draft.recipients.filter(({ role = 'signer' }) => role === 'signer' || role === 'approver');
  const names = (mailed: boolean): string[] =>
    acting.filter(({ notify = true }) => notify === mailed).map(({ name }) => name.trim());
  return [
    ...(names(true).length > 0 ? [whoIsInvited(names(true), draft.sequential)] : []),
    ...whoGetsNoMail(names(false)),
    ...whoIsNotified(draft),
    whereTheySign(draft),
    'The document is sealed. Any later change to its text shows, including yours.',
    `Recipients can sign until ${dayOf(lastDay(draft.days, now), locale)}. You can void it until the last one signs.`,
    ...remindersOf(draft),
    'When all have signed, everyone gets the completed PDF.',
  ];
}
