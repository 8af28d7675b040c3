/** A native modal dialog. The browser keeps the focus inside and restores it, and Escape closes the dialog. */
import '../styles/dialog.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { useWords } from './words.ts';

type Props = {
  title: string;
  /** If false, for example while a signature is being created, neither Escape nor the backdrop closes the dialog. */
  closable?: boolean;
  onClose: () => void;
  children: ComponentChildren;
};

export function Modal({ title, closable = true, onClose, children }: Props) {
  const { m } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The title gets the focus rather than the first button, so that a screen reader starts with the purpose of the
    // dialog.
    element?.querySelector('h2')?.focus();
    return () => element?.close();
  }, []);

  // The page behind the dialog must not scroll while the visitor draws with a finger.
  useEffect(() => {
    document.documentElement.classList.add('is-modal');
    return () => document.documentElement.classList.remove('is-modal');
  }, []);

  const close = (): void => {
    if (closable) onClose();
  };
  return (
    <dialog
      ref={dialog}
      class="modal"
      aria-labelledby="modal-title"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <div class="modal-body">
        <header class="modal-head">
          <h2 id="modal-title" tabIndex={-1}>
            {title}
          </h2>
          <button type="button" class="button quiet square" onClick={close} disabled={!closable} aria-label={m.close}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
