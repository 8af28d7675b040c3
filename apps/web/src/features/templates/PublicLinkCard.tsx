import { Alert, Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { RequestOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import type { PublicLink, Template } from '@countersign/contract';
import { call } from '../../api/client.ts';
import { common } from '../../ui/common.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { labels } from '../../ui/labels.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Pill } from '../../ui/StatusPill.tsx';
import { exactTime } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { PublicLinkDialog } from './PublicLinkDialog.tsx';
import { publicLinksQuery } from './queries.ts';
import { m } from './texts.ts';
import classes from './PublicLinks.module.css';

type Change = NonNullable<RequestOf<'updatePublicLink'>['body']>;

const STATUS = {
  active: { label: labels.active, tone: 'done' },
  paused: { label: m.publicLinks.paused, tone: 'quiet' },
  expired: { label: common.expired, tone: 'no' },
  unusable: { label: m.publicLinks.unusable, tone: 'no' },
  'limit-reached': { label: m.publicLinks.limitReached, tone: 'wait' },
} as const satisfies Record<PublicLink['status'], { label: string; tone: string }>;

const PROBLEMS = {
  'owner-inactive': m.publicLinks.ownerInactive,
  'template-unavailable': m.publicLinks.templateUnavailable,
  'template-changed': m.publicLinks.templateChanged,
  'plan-exhausted': m.publicLinks.planExhausted,
} as const satisfies Record<NonNullable<PublicLink['problem']>, string>;

export function PublicLinkCard({ link, template }: { link: PublicLink; template: Template }) {
  const queryClient = useQueryClient();
  const params = { id: template.id, linkId: link.id };
  const changed = () => queryClient.invalidateQueries({ queryKey: publicLinksQuery(template.id).queryKey });
  const [open, setOpen] = useState<'change' | 'delete' | null>(null);
  const pausing = useMutation({
    mutationFn: (body: Change) => call(api.updatePublicLink, { params, body }),
    onSuccess: ({ publicLink: { paused } }) => toastDone(paused ? m.publicLinks.isPaused : m.publicLinks.isResumed),
    onError: toastError,
    onSettled: changed,
  });
  const deleting = useMutation({
    mutationFn: () => call(api.deletePublicLink, { params }),
    onSuccess: async () => {
      await changed();
      toastDone(m.publicLinks.deleted);
    },
  });
  return (
    <Panel label={m.publicLinks.signsAs(link.role)}>
      <div className={classes['card']}>
        <div className={classes['words']}>
          <Group gap="sm">
            <Text fw={580}>{m.publicLinks.signsAs(link.role)}</Text>
            <Pill {...STATUS[link.status]} />
          </Group>
          {link.problem !== null && (
            <Alert color="red" variant="light">
              {PROBLEMS[link.problem]}
            </Alert>
          )}
          <Group gap="xs" wrap="nowrap" align="stretch">
            <Code className={classes['address']} aria-label={m.publicLinks.address} tabIndex={0}>
              {link.url}
            </Code>
            <CopyButton value={link.url}>
              {({ copied, copy }) => (
                <Button
                  flex="none"
                  variant="default"
                  onClick={copy}
                  aria-label={m.publicLinks.copy}
                  leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                >
                  {copied ? labels.copied : labels.copy}
                </Button>
              )}
            </CopyButton>
          </Group>
          <ul className={classes['facts']}>
            <li>
              {m.publicLinks.documents(link.documents)} · {m.publicLinks.ofDay(link.documents_of_day, link.daily_limit)}
            </li>
            <li>{link.expires_at === null ? m.publicLinks.noEnd : m.publicLinks.until(exactTime(link.expires_at))}</li>
            <li>{m.publicLinks.by(link.owner.name)}</li>
          </ul>
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              loading={pausing.isPending}
              onClick={() => pausing.mutate({ paused: !link.paused })}
            >
              {link.paused ? m.publicLinks.resume : m.publicLinks.pause}
            </Button>
            <Button size="xs" variant="default" onClick={() => setOpen('change')}>
              {labels.change}
            </Button>
            <Button size="xs" variant="default" onClick={() => setOpen('delete')}>
              {labels.deleteDialog}
            </Button>
          </Group>
        </div>
        <div className={classes['code']}>
          <img src={link.qr_code} alt={m.publicLinks.qrCode} />
          <Button
            component="a"
            href={link.qr_code}
            download="public-link.svg"
            size="xs"
            variant="subtle"
            leftSection={<IconDownload size={14} />}
          >
            {m.publicLinks.downloadQr}
          </Button>
        </div>
      </div>
      <PublicLinkDialog template={template} link={link} isOpen={open === 'change'} close={() => setOpen(null)} />
      <Modal opened={open === 'delete'} onClose={() => setOpen(null)} title={m.publicLinks.deleteTitle}>
        <DialogForm submit={() => deleting.mutate()}>
          <Stack gap="md">
            <Text>{m.publicLinks.deleteText}</Text>
            <FormError error={deleting.error} />
            <DialogActions close={() => setOpen(null)} keep={labels.keepIt} isPending={deleting.isPending} isFinal>
              {m.publicLinks.delete}
            </DialogActions>
          </Stack>
        </DialogForm>
      </Modal>
    </Panel>
  );
}
