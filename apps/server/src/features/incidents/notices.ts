/** Drafts of the legally required notices. Missing information appears in brackets and is also listed separately. */
import type { Incident, IncidentNotice } from '@countersign/contract';

export type Draft = { incident: Incident; organization: string };

const LATE_MS = 72 * 3_600_000;

export function draftNotice(kind: IncidentNotice['kind'], draft: Draft): IncidentNotice {
  const missing: string[] = [];
  /** A missing value becomes a placeholder to fill in. */
  const say = (value: string | null, what: string): string => {
    if (value !== null && value !== '') return value;
    missing.push(what);
    return `[${what}]`;
  };
  const { subject, text } = kind === 'authority' ? toAuthority(draft, say) : toPeople(draft, say);
  return { kind, subject, text, missing };
}

type Say = (value: string | null, what: string) => string;

/** Follows the list in GDPR article 33 (3). */
function toAuthority({ incident, organization }: Draft, say: Say): { subject: string; text: string } {
  const { title, description, aware_at: aware, affected_data: data, affected_people: people } = incident;
  const told = incident.authority_notified_at;
  const isLate = told !== null && Date.parse(told) - Date.parse(aware) > LATE_MS;
  const lines = [
    `Notification of a personal data breach under Article 33 of Regulation (EU) 2016/679`,
    '',
    `Controller: ${say(organization, 'name of the controller')}`,
    `Contact point: ${say(null, 'name and contact details of the data protection officer or another contact point')}`,
    `Reference: ${incident.id}`,
    `Became aware: ${moment(aware)}`,
    ...(isLate ? [`Reasons for the delay beyond 72 hours: ${say(null, 'reasons for the delay')}`] : []),
    '',
    `1. Nature of the breach`,
    title,
    description,
    '',
    `Categories and approximate number of data subjects: ${say(people === null ? null : `about ${people}`, 'number of people affected')}`,
    `Categories and approximate number of records: ${say(data, 'kinds of data and number of records')}`,
    '',
    `2. Likely consequences`,
    say(null, 'likely consequences of the breach'),
    '',
    `3. Measures taken or proposed`,
    say(measures(incident), 'measures taken or proposed'),
  ];
  return { subject: `Personal data breach: ${title}`, text: lines.join('\n') };
}

/** Drafts the notice to the people affected, in clear and plain language (GDPR article 34 (2)). */
function toPeople({ incident, organization }: Draft, say: Say): { subject: string; text: string } {
  const { title, aware_at: aware, affected_data: data } = incident;
  const lines = [
    `On ${moment(aware)} ${say(organization, 'name of the organization')} became aware of a security incident that affects your personal data.`,
    '',
    `What happened: ${title}`,
    `Which data: ${say(data, 'kinds of data and number of records')}`,
    `What this may mean for you: ${say(null, 'likely consequences for the people affected')}`,
    `What we have done: ${say(measures(incident), 'measures taken or proposed')}`,
    `What you can do: ${say(null, 'what people can do to protect themselves')}`,
    '',
    `Questions: ${say(null, 'name and contact details of the data protection officer or another contact point')}`,
  ];
  return { subject: `About a security incident at ${organization}`, text: lines.join('\n') };
}

function measures({ timeline }: Incident): string | null {
  const notes = timeline.flatMap(({ at, note }) => (note === null ? [] : [`${moment(at)}: ${note}`]));
  return notes.length === 0 ? null : notes.join('\n');
}

const moment = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
