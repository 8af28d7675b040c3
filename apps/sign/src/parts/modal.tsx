/** A native modal dialog: the browser keeps the focus inside and restores it, and Escape closes it. */
import '../styles/dialog.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { useWords } from './words.ts';

type Props = {
  title: string;
  /** While false (a signature is being created), neither Escape nor the backdrop closes it. */
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
    // The title rather than the first button, so that a screen reader starts with the purpose of the dialog.
    element?.querySelector('h2')?.focus();
    return () => element?.close();
  }, []);

  // The page behind must not scroll under a drawing finger.
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
