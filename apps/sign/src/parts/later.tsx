/** Loads a rarely needed screen or component on first use. */
import type { ComponentChildren, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Opening } from '../screens/opening.tsx';
import { Frame, Heading } from './frame.tsx';
import { useWords } from './words.ts';

export function later<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  /**
   * Shown until the component is loaded. If a part cannot be loaded, it is omitted. If a screen cannot be loaded, a
   * message explains what to do.
   */
  meanwhile?: ComponentChildren,
): FunctionComponent<Props> {
  let known: FunctionComponent<Props> | null = null;
  return function Later(props: Props) {
    const [state, setState] = useState<'coming' | 'here' | 'lost'>('coming');
    useEffect(() => {
      if (known !== null) return;
      load().then(
        (loaded) => {
          known = loaded;
          setState('here');
        },
        () => setState('lost'),
      );
    }, []);
    const Screen = known;
    if (Screen !== null) return <Screen {...props} />;
    if (meanwhile === undefined) return state === 'lost' ? <Lost /> : <Opening />;
    return state === 'lost' ? null : meanwhile;
  };
}

/**
 * Shown if a script could not be loaded. Browsers cache the failure, so only reloading the page requests the script
 * again. Input is kept in the tab.
 */
function Lost() {
  const { m } = useWords();
  const { title, what, kept, todo } = m.stopped.offline;
  return (
    <Frame
      action={
        <button type="button" class="button primary wide" onClick={() => location.reload()}>
          {m.tryAgain}
        </button>
      }
    >
      <Heading>{title}</Heading>
      <p>{what}</p>
      <p>{kept}</p>
      <p>{todo}</p>
    </Frame>
  );
}
