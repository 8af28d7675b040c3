import { ActionIcon, Button, CloseButton, Menu, Text } from '@mantine/core';
import {
  IconArchive,
  IconArrowBackUp,
  IconBan,
  IconBell,
  IconDots,
  IconDownload,
  IconFolder,
  IconFolderMinus,
  IconStack2,
  IconTable,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ListEntry, ListQuery } from '../../api/queries.ts';
import { common } from '../../ui/common.ts';
import { deferred } from '../../ui/deferred.tsx';
import { labels } from '../../ui/labels.ts';
import { toastError } from '../../ui/toast.ts';
import { addToFolder, move, type Move, movesFor, removeFromFolder } from './bulk-actions.ts';
import { download, saveAsCsv } from './bulk-files.ts';
import type { Task } from './bulk-run.ts';
import { m } from './bulk-texts.ts';
import type { Folder } from './link-queries.ts';
import { pickingFor } from './picking.ts';
import { OutcomeBar, ProgressBar } from './OutcomeBar.tsx';
import { MAX_SELECTED, wholeList } from './select-all.ts';
import type { Bulk, Progress } from './use-bulk.ts';
import classes from './Documents.module.css';

const BulkDialogs = deferred(async () => (await import('./BulkDialogs.tsx')).BulkDialogs);
const FolderPicker = deferred(async () => (await import('./FolderPicker.tsx')).FolderPicker);
const MakePackageDialog = deferred(async () => (await import('../packages/MakePackageDialog.tsx')).MakePackageDialog);
const TagsDialog = deferred(async () => (await import('./TagsDialog.tsx')).TagsDialog);

const MOVES = {
  archive: { label: m.bulkBar.archive, Icon: IconArchive },
  restore: { label: m.bulkBar.restore, Icon: IconArrowBackUp },
  delete: { label: common.delete, Icon: IconTrash },
} as const satisfies Record<Move, unknown>;

type Dialog = 'remind' | 'void' | 'tags' | 'package' | 'folder' | null;

type BarProps = {
  selected: readonly ListEntry[];
  shown: readonly ListEntry[];
  /** The number of documents on all pages of the list. */
  total: number;
  /** Returns the query for all pages of the list. */
  query: () => Promise<ListQuery>;
  inTrash: boolean;
  folder: Folder['id'] | undefined;
  busy: boolean;
  run: (task: Task) => void;
  select: (documents: readonly ListEntry[]) => void;
};
type Props = Omit<BarProps, 'busy' | 'run'> & { bulk: Bulk };

/** Shows the progress or result of the last action, and the actions for the selected rows. */
export function BulkBar({ bulk, ...bar }: Props) {
  const { run, isPending, progress, stop, outcome, announce, dismiss } = bulk;
  const begin = (task: Task) => {
    if (isPending) return;
    bar.select([]);
    dismiss();
    run(task);
  };
  return (
    <>
      {progress !== null && progress.total > 1 ? (
        <ProgressBar progress={progress} say={m.bulkRun.progress} stop={stop} />
      ) : (
        outcome !== null && (
          <OutcomeBar
            outcome={outcome}
            busy={isPending}
            undo={() => outcome.undo !== null && run(outcome.undo)}
            close={dismiss}
            announce={announce}
          />
        )
      )}
      {bar.selected.length > 0 && <SelectionBar {...bar} busy={isPending} run={begin} />}
    </>
  );
}

function SelectionBar(props: BarProps) {
  const { selected, inTrash, folder, run, select } = props;
  const [dialog, setDialog] = useState<Dialog>(null);
  const [loading, setLoading] = useState<Progress | null>(null);
  const busy = props.busy || loading !== null;
  const close = () => setDialog(null);
  const isOut = selected.some(({ status }) => status === 'in-progress');
  return (
    <div className={classes['bulk']} role="group" aria-label={m.bulkBar.selectedDocuments}>
      <Text fw={580} className="tabular" aria-live="polite">
        {m.bulkBar.selected(selected.length)}
      </Text>
      <SelectMore {...props} loading={loading} setLoading={setLoading} />
      <div className={classes['bulkActions']}>
        {isOut && !inTrash && (
          <Action label={m.bulkBar.remind} Icon={IconBell} disabled={busy} run={() => setDialog('remind')} />
        )}
        {movesFor(selected, inTrash).map((action) => (
          <Action
            key={action}
            {...MOVES[action]}
            disabled={busy}
            run={() => run(move(action, selected, inTrash ? 'trash' : 'archive'))}
          />
        ))}
        {!inTrash && selected.length > 1 && selected.every(({ status }) => status === 'draft') && (
          <Action label={m.bulkBar.createPackage} Icon={IconStack2} disabled={busy} run={() => setDialog('package')} />
        )}
        {!inTrash && <Action label={m.bulkBar.tags} Icon={IconTag} disabled={busy} run={() => setDialog('tags')} />}
        {!inTrash && (
          <Action label={labels.download} Icon={IconDownload} disabled={busy} run={() => run(download(selected))} />
        )}
        <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <ActionIcon size={30} variant="default" aria-label={m.bulkBar.more} disabled={busy}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {!inTrash && (
              <Menu.Item leftSection={<IconFolder size={16} />} onClick={() => setDialog('folder')}>
                {folder === undefined ? m.bulkBar.addToFolder : m.bulkBar.moveToFolder}
              </Menu.Item>
            )}
            {!inTrash && folder !== undefined && (
              <Menu.Item
                leftSection={<IconFolderMinus size={16} />}
                onClick={() => run(removeFromFolder(selected, folder))}
              >
                {m.bulkBar.removeFromFolder}
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconTable size={16} />} onClick={() => run(saveAsCsv(selected))}>
              {m.bulkBar.saveAsCsv}
            </Menu.Item>
            {isOut && !inTrash && (
              <Menu.Item leftSection={<IconBan size={16} />} onClick={() => setDialog('void')}>
                {m.bulkBar.void}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
        <CloseButton aria-label={m.bulkBar.clearSelection} onClick={() => select([])} />
      </div>
      <BulkDialogs
        opened={dialog === 'remind' || dialog === 'void' ? dialog : null}
        documents={selected}
        run={run}
        close={close}
      />
      <FolderPicker
        picking={
          dialog === 'folder'
            ? pickingFor(selected.length, folder, (into) => run(addToFolder(selected, into, folder)))
            : null
        }
        close={close}
      />
      <MakePackageDialog documents={dialog === 'package' ? selected : null} close={close} />
      <TagsDialog
        opened={dialog === 'tags'}
        documents={selected}
        known={[...new Set(selected.flatMap(({ tags }) => tags))].toSorted((a, b) => a.localeCompare(b))}
        run={run}
        close={close}
      />
    </div>
  );
}

type ActionProps = { label: string; Icon: typeof IconTag; disabled: boolean; run: () => void };

const Action = ({ label, Icon, disabled, run }: ActionProps) => (
  <Button size="xs" variant="default" disabled={disabled} leftSection={<Icon size={15} />} onClick={run}>
    {label}
  </Button>
);

type MoreProps = BarProps & { loading: Progress | null; setLoading: (loading: Progress | null) => void };

/** Selects all rows on the page first, and then, as a separate step, all documents in the list. */
function SelectMore({ selected, shown, total, query, select, busy, loading, setLoading }: MoreProps) {
  const controller = useRef<AbortController>(null);
  const stop = () => controller.current?.abort();
  // Loading stops if the person changes the selection or leaves the list.
  useEffect(() => () => controller.current?.abort(), [selected]);
  if (loading !== null)
    return (
      <>
        <Text className="tabular">{m.bulkRun.selecting(loading.done, loading.total)}</Text>
        <Button size="compact-sm" variant="subtle" onClick={stop}>
          {m.bulkRun.stop}
        </Button>
      </>
    );
  if (selected.length < shown.length)
    return (
      <Button size="compact-sm" variant="subtle" onClick={() => select(shown)}>
        {m.bulkBar.selectAllShown(shown.length)}
      </Button>
    );
  if (selected.length >= Math.min(total, MAX_SELECTED)) return null;
  const load = async () => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    const progress = (now: Progress) => {
      if (!signal.aborted) setLoading(now);
    };
    setLoading({ done: 0, total: Math.min(total, MAX_SELECTED) });
    try {
      const documents = await wholeList(await query(), total, { signal, progress });
      if (!signal.aborted) select(documents);
    } catch (error) {
      if (!signal.aborted) toastError(error);
    }
    setLoading(null);
  };
  return (
    <Button size="compact-sm" variant="subtle" disabled={busy} onClick={() => void load()}>
      {total > MAX_SELECTED ? m.bulkBar.selectFirst(MAX_SELECTED) : m.bulkBar.selectWholeList(total)}
    </Button>
  );
}
