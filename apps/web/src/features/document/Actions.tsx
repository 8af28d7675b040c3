import { Button, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconCertificate,
  IconChevronDown,
  IconDeviceTablet,
  IconDownload,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconShieldCheck,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Document } from '../../api/queries.ts';
import { type PageCommand, usePageCommands } from '../../ui/page-commands.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { MoreMenu } from './MoreMenu.tsx';
import { m } from './texts.ts';
import { useDownload } from './use-download.ts';
import { labels } from '../../ui/labels.ts';

function filesOf({ completed_at: completed, sent_at: sent }: Document) {
  const original = { kind: 'original', label: m.actions.originalFile, Icon: IconFileText } as const;
  if (completed !== null) {
    return [
      { kind: 'signed', label: m.actions.signedPdf, Icon: IconShieldCheck },
      { kind: 'audit', label: m.actions.certificateOfCompletion, Icon: IconCertificate },
      { kind: 'bundle', label: m.actions.everythingWithAuditTrail, Icon: IconFileZip },
      original,
    ] as const;
  }
  return sent === null
    ? [original]
    : [{ kind: 'current', label: m.actions.currentFile, Icon: IconFileTypePdf } as const, original];
}

function DownloadMenu({ document }: { document: Document }) {
  const download = useDownload(document.id);
  const files = filesOf(document).map((file) => ({ ...file, run: () => download.mutate(file.kind) }));
  usePageCommands(files.map(({ label, Icon, run }) => ({ label: m.actions.downloadFile(label), Icon, run })));
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          loading={download.isPending}
          leftSection={<IconDownload size={16} />}
          rightSection={<IconChevronDown size={14} />}
        >
          {labels.download}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map(({ kind, label, Icon, run }) => (
          <Menu.Item key={kind} leftSection={<Icon size={16} />} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/**
 * The actions available in the document's current state, except for the next action (NextAction.tsx). On a phone, the
 * menu contains all of them except the download.
 */
export function Actions({ document, verify }: { document: Document; verify: () => void }) {
  const navigate = useNavigate();
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const inPerson = { to: '/in-person', search: { document: document.id } } as const;
  const canVerify = document.sent_at !== null;
  const canHandOver = document.status === 'in-progress';
  const commands: PageCommand[] = [
    ...(canVerify ? [{ label: m.actions.verify, Icon: IconShieldCheck, run: verify }] : []),
    ...(canHandOver
      ? [{ label: m.actions.signInPerson, Icon: IconDeviceTablet, run: () => void navigate(inPerson) }]
      : []),
  ];
  usePageCommands(commands);
  return (
    <>
      {!isPhone && canVerify && (
        <Button variant="default" leftSection={<IconShieldCheck size={16} />} onClick={verify}>
          {m.actions.verify}
        </Button>
      )}
      {!isPhone && canHandOver && (
        <ButtonLink {...inPerson} variant="default" leftSection={<IconDeviceTablet size={16} />}>
          {m.actions.signInPerson}
        </ButtonLink>
      )}
      <DownloadMenu document={document} />
      <MoreMenu document={document} first={isPhone ? commands : []} />
    </>
  );
}
