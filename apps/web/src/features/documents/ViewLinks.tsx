import { ActionIcon, Button, Menu } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconDots, IconFilter, IconList, IconPlus, IconUsers } from '@tabler/icons-react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { sessionQuery } from '../../api/queries.ts';
import { common } from '../../ui/common.ts';
import { toastDone } from '../../ui/toast.ts';
import { toastUndo } from '../../ui/UndoToast.tsx';
import { type ListState, parseListState } from './list-state.ts';
import type { Ask } from './ListLinks.tsx';
import { filtersOf, useChange, type View } from './link-queries.ts';
import { m } from './link-texts.ts';
import classes from './Links.module.css';

type Props = { views: readonly View[]; state: ListState; ask: Ask; leave: () => void };

const asText = (state: ListState): string => JSON.stringify(filtersOf(parseListState(state)));

export function ViewLinks({ views, state, ask, leave }: Props) {
  const isAdmin = useSuspenseQuery(sessionQuery).data.role !== 'member';
  const { mutateAsync: change } = useChange();
  const here = asText(state);
  const isNew = here !== '{}' && views.every(({ filters }) => asText(parseListState(filters)) !== here);
  const save = () =>
    ask.name({
      title: m.dialog.saveView,
      name: '',
      sharing: isAdmin ? m.dialog.shareView : undefined,
      save: async (name, shared) => {
        await change(() => call(api.createView, { body: { name, filters: filtersOf(state), shared } }));
        toastDone(m.done.viewSaved, name);
      },
    });
  return (
    <section>
      <div className={classes['head']}>
        <h2 className={classes['title']}>{m.places.views}</h2>
        {isNew && (
          <Button size="compact-xs" variant="subtle" leftSection={<IconPlus size={13} />} onClick={save}>
            {m.places.saveView}
          </Button>
        )}
      </div>
      <ul className={classes['list']}>
        <li className={classes['item']}>
          <Link
            to="/documents"
            search={{}}
            className={classes['link']}
            activeOptions={{ exact: true }}
            aria-current={here === '{}' ? 'page' : undefined}
            onClick={leave}
          >
            <IconList size={16} aria-hidden="true" />
            <span className={classes['name']}>{m.places.allDocuments}</span>
          </Link>
        </li>
        {views.map((view) => (
          <li key={view.id} className={classes['item']}>
            <Link
              to="/documents"
              search={parseListState(view.filters)}
              className={classes['link']}
              activeOptions={{ exact: true }}
              aria-current={asText(parseListState(view.filters)) === here ? 'page' : undefined}
              title={view.name}
              onClick={leave}
            >
              <IconFilter size={16} aria-hidden="true" />
              <bdi className={classes['name']}>{view.name}</bdi>
              {view.shared && <IconUsers size={14} aria-label={m.places.shared} />}
            </Link>
            {view.can_change && <ViewMenu view={view} views={views} state={state} ask={ask} isAdmin={isAdmin} />}
          </li>
        ))}
      </ul>
      {views.length === 0 && !isNew && <p className={classes['hint']}>{m.places.noViews}</p>}
    </section>
  );
}

type MenuProps = { view: View; views: readonly View[]; state: ListState; ask: Ask; isAdmin: boolean };

function ViewMenu({ view, views, state, ask, isAdmin }: MenuProps) {
  const { mutateAsync: change, mutate } = useChange();
  const { id, name, filters, shared } = view;
  const ofOwner = views.filter(({ owner }) => owner.id === view.owner.id);
  const position = ofOwner.indexOf(view);
  const update = (body: NonNullable<Parameters<typeof call<'updateView'>>[1]['body']>) =>
    call(api.updateView, { params: { viewId: id }, body });
  const replace = () =>
    mutate(async () => {
      await update({ filters: filtersOf(state) });
      toastUndo(m.done.filtersReplaced, name, () => change(() => update({ filters })));
    });
  const remove = () =>
    mutate(async () => {
      await call(api.deleteView, { params: { viewId: id } });
      toastUndo(m.done.viewDeleted, name, () =>
        change(async () => {
          const again = await call(api.createView, { body: { name, filters, shared } });
          await call(api.updateView, { params: { viewId: again.view.id }, body: { position } });
        }),
      );
    });
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon size={30} variant="subtle" color="gray" aria-label={m.places.actionsFor(name)}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() =>
            ask.name({
              title: m.dialog.renameView,
              name,
              save: (changed) => change(() => update({ name: changed })),
            })
          }
        >
          {m.menu.rename}
        </Menu.Item>
        {asText(state) !== '{}' && <Menu.Item onClick={replace}>{m.menu.replaceFilters}</Menu.Item>}
        {(isAdmin || shared) && (
          <Menu.Item onClick={() => mutate(() => update({ shared: !shared }))}>
            {shared ? m.menu.stopSharing : m.menu.share}
          </Menu.Item>
        )}
        {position > 0 && (
          <Menu.Item onClick={() => mutate(() => update({ position: position - 1 }))}>{m.menu.moveUp}</Menu.Item>
        )}
        {position < ofOwner.length - 1 && (
          <Menu.Item onClick={() => mutate(() => update({ position: position + 1 }))}>{m.menu.moveDown}</Menu.Item>
        )}
        <Menu.Item onClick={remove}>{common.delete}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
