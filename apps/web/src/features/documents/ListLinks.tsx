import { Button, Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFolder } from '@tabler/icons-react';
import { useState } from 'react';
import { NotLoaded } from './NotLoaded.tsx';
import { FolderPicker } from './FolderPicker.tsx';
import { FolderLinks } from './FolderLinks.tsx';
import type { ListState } from './list-state.ts';
import { NameDialog, type Naming } from './NameDialog.tsx';
import type { Picking } from './picking.ts';
import { foldersQuery, viewsQuery } from './link-queries.ts';
import { m } from './link-texts.ts';
import { ViewLinks } from './ViewLinks.tsx';
import classes from './Links.module.css';

export type Ask = { name: (naming: Naming) => void; pick: (picking: Picking) => void };

/** Shows views and folders beside the list, or in a drawer in a narrow window. */
export function ListLinks({ state }: { state: ListState }) {
  const [opened, setOpened] = useState(false);
  const [naming, setNaming] = useState<Naming | null>(null);
  const [picking, setPicking] = useState<Picking | null>(null);
  const views = useQuery(viewsQuery);
  const folders = useQuery(foldersQuery);
  const ask = { name: setNaming, pick: setPicking };
  const leave = () => setOpened(false);
  const content = (
    <div className={classes['places']}>
      {views.data === undefined ? (
        <NotLoaded of={views} failed={m.places.viewsFailed} />
      ) : (
        <ViewLinks views={views.data} state={state} ask={ask} leave={leave} />
      )}
      {folders.data === undefined ? (
        <NotLoaded of={folders} failed={m.places.foldersFailed} />
      ) : (
        <FolderLinks folders={folders.data} state={state} ask={ask} leave={leave} />
      )}
    </div>
  );
  return (
    <>
      <nav className={classes['side']} aria-label={m.places.viewsAndFolders}>
        {content}
      </nav>
      <div className={classes['opener']}>
        <Button size="xs" variant="default" leftSection={<IconFolder size={15} />} onClick={() => setOpened(true)}>
          {m.places.viewsAndFolders}
        </Button>
      </div>
      <Drawer opened={opened} onClose={() => setOpened(false)} title={m.places.viewsAndFolders} size={320}>
        {content}
      </Drawer>
      <NameDialog naming={naming} close={() => setNaming(null)} />
      <FolderPicker picking={picking} close={() => setPicking(null)} />
    </>
  );
}
