/** Describes the effects of sending, because sending cannot be undone. */
import { listed } from '../../ui/listed.ts';
import { dayOf } from '../../ui/time.ts';
import { type Draft, isSigner, onSignaturePage } from './draft.ts';
import { m } from './texts.ts';

const DAY_MS = 86_400_000;

/** The default subject of the invitation, in English. Recipients get it in their own language. */
export const usualSubject = (sender: { name: string; email: string }, title: string): string =>
  m.review.asksToSign(sender.name || sender.email, title);

export const lastDay = (days: number, now: Date): Date => new Date(now.getTime() + days * DAY_MS);

function whoIsInvited(names: readonly string[], sequential: boolean): string {
  const [first, ...others] = names;
  if (first === undefined) return '';
  if (others.length === 0) return m.review.getsEMailWithPersonal(first);
  if (!sequential) return m.review.getEMailWithPersonal(listed(names));
  return m.review.getsEMailWithPersonalSigning(first, listed(others, 'unit'));
}

function whoGetsNoMail(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [m.review.getNoEMail(names.length, listed(names))];
}

function whoIsNotified({ recipients }: Draft): string[] {
  const others = recipients
    .filter(({ role, notify }) => (role === 'cc' || role === 'viewer') && notify !== false)
    .map(({ name }) => name.trim());
  return others.length === 0 ? [] : [m.review.notifiedByEMail(others.length, listed(others))];
}

function remindersOf({ reminders }: Draft): string[] {
  if (reminders === null) return [];
  const { everyDays, max } = reminders;
  const every = m.review.everyDays(everyDays);
  return [m.review.recipientsWhoHaveNotSigned(max, every, everyDays)];
}

function whereTheySign(draft: Draft): string {
  if (draft.tags) return m.review.recipientsSignAtTags;
  const onPage = onSignaturePage(draft);
  const signers = draft.recipients.filter(isSigner);
  // Approvals are not visible on any page of the document.
  if (signers.length === 0) return m.review.nothingAddedToPages;
  const added = m.review.signaturePageAddedAtEnd;
  if (onPage.length === signers.length) {
    const others =
      draft.where === 'fields' && draft.fields.length > 0
        ? ` ${m.review.otherFieldsToFillIn(draft.fields.length)}`
        : '';
    return m.review.allSignOn(signers.length, added, others);
  }
  const pages = [...new Set(draft.fields.map(({ page }) => page))].sort((a, b) => a - b);
  const placed = m.review.placedOnPages(m.review.fields(draft.fields.length), listed(pages.map(String)), pages.length);
  return onPage.length === 0
    ? placed
    : m.review.withoutSignatureFieldSign(onPage.length, placed, listed(onPage.map(({ name }) => name)), added);
}

/**
 * @param now the time from which the expiry is counted
 */
export function reviewLines(draft: Draft, now: Date, locale?: string): string[] {
  const acting = draft.recipients.filter(({ role = 'signer' }) => role === 'signer' || role === 'approver');
  const names = (mailed: boolean): string[] =>
    acting.filter(({ notify = true }) => notify === mailed).map(({ name }) => name.trim());
  return [
    ...(names(true).length > 0 ? [whoIsInvited(names(true), draft.sequential)] : []),
    ...whoGetsNoMail(names(false)),
    ...whoIsNotified(draft),
    whereTheySign(draft),
    m.review.documentSealed,
    m.review.recipientsCanSignUntil(dayOf(lastDay(draft.days, now), locale)),
    ...remindersOf(draft),
    m.review.whenAllHaveSignedEveryone,
  ];
}
