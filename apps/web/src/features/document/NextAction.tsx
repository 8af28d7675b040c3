/** Describes the state of a document in one sentence, with the most likely next action. */
import { Button } from '@mantine/core';
import { IconArrowRight, IconBell, IconClockPlus, IconCopy, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { isolated } from '@countersign/contract/languages';
import type { Document } from '../../api/queries.ts';
import { common } from '../../ui/common.ts';
import { listedUpTo } from '../../ui/listed.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { Strip } from '../../ui/Strip.tsx';
import { daysUntil, deadline, exactTime } from '../../ui/time.ts';
import { ExtendDialog, RemindDialog } from './SendersDialogs.tsx';
import { m } from './texts.ts';
import { useDownload } from './use-download.ts';
import { useDuplicate } from './use-duplicate.ts';

type Props = { document: Document };
/** Returns the first two names and the number of other people. */
const named = (people: readonly { name: string }[]): string =>
  listedUpTo(
    people.map(({ name }) => name),
    2,
  );

const isMissing = ({ status }: Document['signers'][number]): boolean =>
  status === 'pending-signature' || status === 'waiting';

/** How long a document must have been waiting before a reminder becomes the main action. */
const REMIND_AFTER_MS = 24 * 60 * 60 * 1000;

function Waiting({ document }: Props) {
  const [reminding, setReminding] = useState(false);
  const [now] = useState(() => new Date());
  const isRemindingDue = now.getTime() - new Date(document.sent_at ?? now).getTime() >= REMIND_AFTER_MS;
  const awaited = document.signers.filter(({ status }) => status === 'pending-signature');
  const until = document.expiration;
  return (
    <Strip
      tone="wait"
      title={awaited.length === 0 ? m.nextAction.waiting : m.nextAction.waitingFor(named(awaited))}
      text={
        until === null ? m.nextAction.noExpiry : m.nextAction.openUntil(deadline(until), daysUntil(until, new Date()))
      }
    >
      {awaited.length > 0 && (
        <Button
          variant={isRemindingDue ? 'filled' : 'default'}
          leftSection={<IconBell size={16} />}
          onClick={() => setReminding(true)}
        >
          {m.nextAction.remind}
        </Button>
      )}
      {reminding && <RemindDialog document={document} close={() => setReminding(false)} />}
    </Strip>
  );
}

function Expired({ document }: Props) {
  const [extending, setExtending] = useState(false);
  return (
    <Strip
      tone="no"
      title={m.documentPage.documentExpired}
      text={m.documentPage.didNotSignInTime(named(document.signers.filter(isMissing)))}
    >
      <Button leftSection={<IconClockPlus size={16} />} onClick={() => setExtending(true)}>
        {m.documentPage.extendExpiry}
      </Button>
      {extending && <ExtendDialog document={document} close={() => setExtending(false)} />}
    </Strip>
  );
}

/** A declined or voided document cannot be changed, so the offered action is to create a copy. */
function Stopped({ document }: Props) {
  const duplicate = useDuplicate(document.id);
  const refusal = document.signers.find(({ status }) => status === 'declined');
  return (
    <Strip
      tone={refusal === undefined ? 'quiet' : 'no'}
      title={refusal === undefined ? common.voided : m.documentPage.declined(isolated(refusal.name))}
      text={document.void_reason ?? refusal?.decline_reason ?? m.documentPage.noReasonGiven}
    >
      <Button
        variant="default"
        leftSection={<IconCopy size={16} />}
        loading={duplicate.isPending}
        onClick={() => duplicate.mutate()}
      >
        {m.nextAction.copy}
      </Button>
    </Strip>
  );
}

function Completed({ document }: Props) {
  const download = useDownload(document.id);
  return (
    <Strip
      tone="done"
      title={m.nextAction.complete}
      text={m.nextAction.completedOn(exactTime(document.completed_at ?? ''))}
    >
      <Button
        leftSection={<IconDownload size={16} />}
        loading={download.isPending}
        onClick={() => download.mutate('signed')}
      >
        {m.nextAction.downloadSigned}
      </Button>
    </Strip>
  );
}

export function NextAction({ document }: Props) {
  if (document.status === 'draft')
    return (
      <Strip tone="quiet" title={m.nextAction.notSent} text={m.nextAction.addRecipients}>
        <ButtonLink to="/documents/$id/send" params={{ id: document.id }} rightSection={<IconArrowRight size={16} />}>
          {m.nextAction.continueDraft}
        </ButtonLink>
      </Strip>
    );
  if (document.status === 'in-progress') return <Waiting document={document} />;
  if (document.status === 'expired') return <Expired document={document} />;
  if (document.completed_at !== null) return <Completed document={document} />;
  if (document.status === 'declined' || document.status === 'voided') return <Stopped document={document} />;
  return null;
}
