import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconDownload, IconFileText, IconUser } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { saveText } from '../../ui/save-file.ts';
import { toastError } from '../../ui/toast.ts';
import type { LogEntry, LogFilter } from './queries.ts';
import { m } from './texts.ts';
import { whoActed } from './words.ts';

/** The kinds of actors that are identified by an ID. */
const FOLLOWED = new Set(['user', 'signer', 'api-key']);

/**
 * Actions for an entry: show all entries about the same person or document, and download the proof that the log
 * contains the entry.
 */
export function EntryActions({ entry, follow }: { entry: LogEntry; follow: (filter: LogFilter) => void }) {
  const { stream, sequence, actor } = entry;
  const proof = useMutation({
    mutationFn: () => call(api.getAuditProof, { query: { stream, sequence: String(sequence) } }),
    onSuccess: (answer) => saveText(`${entry.id}.tlog-proof.txt`, answer.proof),
    onError: toastError,
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={m.entryActions.actionsFor(entry.summary)}
          loading={proof.isPending}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {FOLLOWED.has(actor.kind) && (
          <Menu.Item leftSection={<IconUser size={16} />} onClick={() => follow({ actor: actor.id })}>
            {m.entryActions.showAllOf(whoActed(entry))}
          </Menu.Item>
        )}
        {stream.startsWith('doc_') && (
          <Menu.Item leftSection={<IconFileText size={16} />} onClick={() => follow({ target: stream })}>
            {m.entryActions.showAllOfDocument}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => proof.mutate()}>
          {m.entryActions.downloadProof}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
