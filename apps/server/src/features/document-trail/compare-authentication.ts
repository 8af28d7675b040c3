/**
 * Compares the authentication and the consent of signers in three sources: the audit entries about their signatures,
 * earlier entries, and database rows.
 */
import { consentOf, isConsentText } from '../consent-texts/index.ts';
import {
  type Evidence,
  type Finding,
  finding,
  isReaddressed,
  isTimeOf,
  moment,
  namingOf,
  ofType,
  quoted,
  type Said,
  textOf,
  timeOf,
} from './evidence.ts';
import type { KeptRecipient, KeptSession } from './store.ts';

export function compareAuthentication(evidence: Evidence): Finding[] {
  const { entries, recipients } = evidence;
  return [
    ...ofType(entries, 'document.signed').flatMap((entry) => {
      const row = recipients.find(({ id }) => id === entry.actor.id);
      return [
        ...consentFindings(entry, evidence),
        ...(row ? factorFindings(entry, row, entries) : []),
        ...(textOf(entry, 'credential') === 'in-person' ? inPersonFindings(entry, evidence) : []),
      ];
    }),
    ...evidence.sessions.flatMap((session) => sessionFindings(session, entries)),
    ...secondAddressFindings(evidence),
  ];
}

/** Checks that the consent text is one of the service's or the organization's texts. */
function consentFindings(entry: Said, { consents }: Evidence): Finding[] {
  const sha256 = textOf(entry, 'consent');
  const version = textOf(entry, 'consent_version');
  if (sha256 === undefined || version === undefined) return [];
  const kept = consents.find((one) => one.sha256 === sha256);
  const about = { entry, recipient: entry.actor.id, subject: version };
  if (kept && !isConsentText(kept)) {
    const message = `The stored consent text ${version} does not match the SHA-256 that entry ${entry.n} recorded.`;
    return [finding('consent-text', message, about)];
  }
  const known = kept ?? consentOf(sha256, []);
  // An unknown service text may come from a version that is no longer stored. An organization's texts are never
  // deleted.
  if (!known && !version.startsWith('own-')) return [];
  if (!known)
    return [
      finding(
        'consent-text',
        `Entry ${entry.n} recorded consent to text ${version} with SHA-256 ${sha256}, but no such text is stored.`,
        { ...about, recorded: sha256 },
      ),
    ];
  if (known.version === version) return [];
  const message = `Entry ${entry.n} names the consent text ${version}, but the text with that SHA-256 is ${known.version}.`;
  return [finding('consent-text', message, { ...about, stored: known.version, recorded: version })];
}

const STEPS = { 'email-code': 'email-code', account: 'account-two-factor' } as const;

/**
 * Compares the factors in the signature's entry, the requirements in the recipient's row, and the entries that record
 * passed factors.
 */
function factorFindings(entry: Said, row: KeptRecipient, entries: readonly Said[]): Finding[] {
  const factors = (textOf(entry, 'factors') ?? '').split(' ').filter((factor) => factor !== '');
  const session = textOf(entry, 'session');
  const who = quoted(row.email);
  const about = { entry, recipient: row.id, subject: row.email };
  const passedOn = entries.findLast((one) => one.n < entry.n && one.target.id === row.id && isReaddressed(one));
  const before = entries.filter(({ n, actor }) => n < entry.n && n > (passedOn?.n ?? -1) && actor.id === row.id);
  const hasPassed: Readonly<Record<string, boolean>> = {
    'access-code': before.some(
      (one) =>
        one.type === 'signer.access-code-passed' ||
        (one.type === 'in-person.verified' &&
          textOf(one, 'session') === session &&
          textOf(one, 'factors') === 'access-code'),
    ),
    'email-code': before.some((one) => one.type === 'signer.step-passed' && textOf(one, 'step') === 'email-code'),
    'account-two-factor': before.some((one) => one.type === 'signer.step-passed' && textOf(one, 'step') === 'account'),
  };
  const found = factors.flatMap((factor) =>
    hasPassed[factor] === false
      ? [
          finding(
            'authentication',
            `Entry ${entry.n} says that ${who} passed the check “${factor}”, but no earlier entry recorded that.`,
            { ...about, detail: factor },
          ),
        ]
      : [],
  );
  const asked = [
    ...(row.has_access_code ? ['access-code'] : []),
    ...(row.second_step === null ? [] : [STEPS[row.second_step]]),
  ];
  for (const factor of asked)
    // Older entries do not list the passed factors, but each passed factor has its own entry.
    if (!factors.includes(factor) && hasPassed[factor] === false)
      found.push(
        finding(
          'authentication',
          `The document requires the check “${factor}” from ${who}. Entry ${entry.n} recorded their signature without this check.`,
          { ...about, detail: factor },
        ),
      );
  const isAsked = (factor: string): boolean =>
    asked.includes(factor) || (factor === 'access-code' && session !== undefined);
  for (const factor of factors)
    if (factor in hasPassed && !isAsked(factor))
      found.push(
        finding(
          'authentication',
          `Entry ${entry.n} says that ${who} passed the check “${factor}”, but the document did not require it.`,
          { ...about, detail: factor },
        ),
      );
  return found;
}

function inPersonFindings(entry: Said, { entries, sessions }: Evidence): Finding[] {
  const id = textOf(entry, 'session') ?? '?';
  const about = { entry, recipient: entry.actor.id, subject: id };
  const row = sessions.find((session) => session.id === id);
  const started = entries.find(
    ({ type, n, data }) => type === 'in-person.started' && n < entry.n && data['session'] === id,
  );
  if (!started)
    return [
      finding(
        'in-person',
        `Entry ${entry.n} says that the signer signed in session ${id}, but no entry recorded its start.`,
        about,
      ),
    ];
  // Without a row, there is nothing to compare, because sessions are deleted a month after they end.
  if (!row) return [];
  const found: Finding[] = [];
  if (row.signer_id !== entry.actor.id || row.ended_by !== 'signed')
    found.push(
      finding(
        'in-person',
        `Session ${id} is not stored as one that ended with the signature of entry ${entry.n}.`,
        about,
      ),
    );
  if (row.host !== textOf(entry, 'host'))
    found.push(
      finding(
        'in-person',
        `The host of session ${id} is stored as ${row.host}, but entry ${entry.n} says ${textOf(entry, 'host') ?? 'none'}.`,
        { ...about, stored: row.host, recorded: textOf(entry, 'host') },
      ),
    );
  return found;
}

function sessionFindings(row: KeptSession, entries: readonly Said[]): Finding[] {
  const of = (type: string) => entries.find((entry) => entry.type === type && textOf(entry, 'session') === row.id);
  const [started, verified] = [of('in-person.started'), of('in-person.verified')];
  const about = { recipient: row.signer_id, subject: row.id };
  if (!started)
    return [finding('in-person', `Session ${row.id} is stored, but no entry in the audit trail records it.`, about)];
  const times = [
    ['began', row.created_at, started],
    ['was verified', row.verified_at, verified],
  ] as const;
  return times.flatMap(([what, kept, entry]) => {
    if (kept === null ? !entry : entry && isTimeOf(kept, entry)) return [];
    const said = entry ? `entry ${entry.n} says ${entry.at}` : 'no entry says so';
    return [
      finding('in-person', `Session ${row.id} ${what} at ${moment(kept)} according to its record, but ${said}.`, {
        ...about,
        entry,
        stored: timeOf(kept),
        recorded: entry?.at,
        detail: what,
      }),
    ];
  });
}

function secondAddressFindings({ entries, recipients }: Evidence): Finding[] {
  const since = namingOf(entries)?.n ?? -1;
  return recipients.flatMap((row) => {
    const passed = entries.findLast(
      ({ type, actor, personal, n }) =>
        n > since && type === 'signer.step-passed' && actor.id === row.id && (personal?.['second_email'] ?? '') !== '',
    );
    const said = passed?.personal?.['second_email'];
    if (said === undefined || said === row.second_email) return [];
    const message = `The codes for ${quoted(row.email)} are sent to ${quoted(row.second_email ?? 'nobody')}, but entry ${passed?.n ?? '?'} says ${quoted(said)}.`;
    return [
      finding('authentication', message, {
        entry: passed,
        recipient: row.id,
        subject: row.email,
        stored: row.second_email,
        recorded: said,
      }),
    ];
  });
}
