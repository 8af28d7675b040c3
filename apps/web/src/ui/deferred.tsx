import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { onReturn } from '@countersign/ui-kit/connection';
import { laterStyles } from './later-styles.ts';

/** The delay is long enough for the page to be painted. Not every browser reports when it is idle. */
const AFTER_PAINT_MS = 50;

/**
 * Loads a component that is initially hidden, such as a menu or a dialog. Its script is loaded after the page has been
 * painted, and again after a lost connection. `meanwhile` is shown until then.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { meanwhile?: ReactNode }> {
  let known: ComponentType<Props> | undefined;
  return function Deferred({ meanwhile = null, ...props }) {
    const [Part, setPart] = useState(() => known);
    useEffect(() => {
      if (known !== undefined) return undefined;
      const fetchPart = (): void =>
        void Promise.all([load(), laterStyles()]).then(
          ([loaded]) => {
            known = loaded;
            setPart(() => loaded);
          },
          () => undefined,
        );
      const timer = setTimeout(fetchPart, AFTER_PAINT_MS);
      const forget = onReturn(fetchPart);
      return () => {
        clearTimeout(timer);
        forget();
      };
    }, []);
    // TypeScript cannot infer that the properties without `meanwhile` are the component's own.
    return Part === undefined ? meanwhile : <Part {...(props as unknown as Props)} />;
  };
}
