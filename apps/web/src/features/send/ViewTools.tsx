import { ActionIcon, NumberInput, Select, Tooltip } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type View, ZOOMS } from './use-view.ts';
import { m } from './texts.ts';
import classes from './Editor.module.css';

type Props = { view: View; count: number; children?: ReactNode };

/** Shows the page number and the zoom, and lets people go to another page. */
export function ViewTools({ view, count, children }: Props) {
  const { page, zoom } = view;
  const [typed, setTyped] = useState<string | number | null>(null);
  const go = () => {
    const to = Math.min(count, Math.max(1, Math.trunc(Number(typed ?? page)) || page));
    setTyped(null);
    if (to !== page) view.go(to);
  };
  return (
    <div className={classes['tools']} role="group" aria-label={m.viewTools.view}>
      <NumberInput
        className={classes['pageNumber']}
        size="xs"
        aria-label={m.viewTools.goToPage}
        min={1}
        max={count}
        clampBehavior="none"
        allowDecimal={false}
        hideControls
        value={typed ?? page}
        onChange={setTyped}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter would otherwise save the template if this input is inside a template's form.
          event.preventDefault();
          go();
        }}
      />
      <span className={`${classes['ofPages']} tabular`}>{m.viewTools.ofPages(count)}</span>
      {children}
      <span className={classes['toolsGap']} />
      <Tooltip label={m.viewTools.zoomOut}>
        <ActionIcon size={30} aria-label={m.viewTools.zoomOut} aria-keyshortcuts="-" onClick={() => view.step(-1)}>
          <IconMinus size={16} />
        </ActionIcon>
      </Tooltip>
      <Select
        className={classes['zoom']}
        w={132}
        size="xs"
        aria-label={m.viewTools.zoom}
        allowDeselect={false}
        value={String(zoom)}
        data={[
          { value: 'fit', label: m.viewTools.fit },
          ...ZOOMS.map((one) => ({ value: String(one), label: m.viewTools.percent(one) })),
        ]}
        onChange={(value) => view.setZoom(value === null || value === 'fit' ? 'fit' : Number(value))}
      />
      <Tooltip label={m.viewTools.zoomIn}>
        <ActionIcon size={30} aria-label={m.viewTools.zoomIn} aria-keyshortcuts="+" onClick={() => view.step(1)}>
          <IconPlus size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
