/** The layout of every screen except the document, with the logo and one panel. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Mark } from './icon.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { useWords } from './words.ts';

/**
 * The heading of a screen. It gets the focus when the screen appears, so that screen readers announce it. `takesFocus`
 * is false on the first screen of a visit, which the browser announces itself.
 */
export function Heading({ children, takesFocus = true }: { children: ComponentChildren; takesFocus?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

export function Frame({ children, action }: { children: ComponentChildren; action?: ComponentChildren }) {
  const { m } = useWords();
  useEffect(() => window.scrollTo(0, 0), []);
  return (
    <div class="frame">
      <header class="frame-head">
        <Mark />
        <span>{m.brand}</span>
        <LanguageChoice />
      </header>
      <main class="frame-main">
        <div class="letter">{children}</div>
        {action === undefined ? null : <div class="frame-action">{action}</div>}
      </main>
    </div>
  );
}
