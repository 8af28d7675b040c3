import { CloseButton, Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { m } from './command-texts.ts';
import { type Choice, type Group, usePalette } from './use-palette.ts';
import classes from './Palette.module.css';

type Props = { close: () => void; showKeys: () => void };

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
};

export function Palette({ opened, close, showKeys }: Props & { opened: boolean }) {
  return (
    <Modal.Root opened={opened} onClose={close} size="lg" yOffset="10dvh" trapFocus={false} returnFocus={false}>
      <Modal.Overlay />
      <Modal.Content
        aria-label={m.palette.title}
        onMouseDown={(event) => {
          // Clicks outside an input keep the focus in the search box.
          if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
        }}
      >
        <div className={classes['palette']}>
          <Search close={close} showKeys={showKeys} />
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

/**
 * Moves the focus to the search box in the same frame, so that no letter is lost. When the palette closes, the focus
 * returns to its previous position, unless the chosen action moved it.
 */
function useFocus() {
  const input = useRef<HTMLInputElement>(null);
  const before = useRef<Element>(null);
  const giveBack = () => {
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
  };
  useLayoutEffect(() => {
    const box = input.current;
    before.current = document.activeElement;
    box?.focus();
    return () => {
      const { activeElement } = document;
      if (activeElement === box || activeElement === document.body) giveBack();
    };
  }, []);
  return { input, giveBack };
}

/**
 * A combobox in a dialog (ARIA Authoring Practices). The focus stays in the box, and the arrow keys move the selection.
 */
function Search({ close, showKeys }: Props) {
  const id = useId();
  const { input, giveBack } = useFocus();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string>();
  const { groups, state } = usePalette(text, showKeys);
  const choices = groups.flatMap((group) => group.choices);
  const at = Math.max(
    0,
    choices.findIndex((choice) => choice.id === chosen),
  );
  const active = choices[at];
  const optionId = (choice: Choice) => `${id}-${choice.id}`;
  const run = (choice: Choice) => {
    close();
    // The focus is restored first, so that a dialog opened by the action returns the focus to the same position.
    giveBack();
    choice.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) close();
    else if (event.key === 'Enter' && active !== undefined) run(active);
    else if (STEPS[event.key] !== undefined && choices.length > 0) {
      const next = choices[STEPS[event.key]?.(at, choices.length) ?? 0];
      setChosen(next?.id);
      if (next) document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key !== 'Tab') return;
    event.preventDefault();
  };
  return (
    <>
      <div className={classes['box']}>
        <IconSearch size={18} aria-hidden="true" />
        <input
          ref={input}
          role="combobox"
          aria-expanded={choices.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active && optionId(active)}
          aria-autocomplete="list"
          aria-label={m.palette.searchOrJump}
          placeholder={m.palette.searchOrJump}
          className={classes['input']}
          value={text}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setChosen(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        <CloseButton aria-label={m.palette.close} tabIndex={-1} onClick={close} />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={m.palette.results} className={classes['results']}>
        {groups.map((group, index) => (
          <Choices
            key={group.title}
            group={group}
            active={active}
            titleId={`${id}-group-${index}`}
            optionId={optionId}
            point={setChosen}
            run={run}
          />
        ))}
      </div>
      <p role="status" className={classes['state']} data-empty={choices.length === 0 || undefined}>
        {state}
      </p>
    </>
  );
}

type ChoicesProps = {
  group: Group;
  active: Choice | undefined;
  titleId: string;
  optionId: (choice: Choice) => string;
  point: (id: string) => void;
  run: (choice: Choice) => void;
};

function Choices({ group: { title, choices }, active, titleId, optionId, point, run }: ChoicesProps) {
  return (
    <div role="group" aria-labelledby={titleId}>
      <div id={titleId} role="presentation" className={classes['title']}>
        {title}
      </div>
      {choices.map((choice) => (
        <button
          key={choice.id}
          type="button"
          tabIndex={-1}
          id={optionId(choice)}
          role="option"
          aria-selected={choice === active}
          className={classes['choice']}
          onPointerMove={() => point(choice.id)}
          onClick={() => run(choice)}
        >
          <choice.Icon size={17} />
          <span className={classes['label']}>
            <bdi>{choice.label}</bdi>
          </span>
          {choice.beside}
        </button>
      ))}
    </div>
  );
}
