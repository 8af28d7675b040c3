/** A screen, or a part of one, that few visits come to: fetched when the first of them does, so that the others need not. */
import type { ComponentChildren, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Opening } from '../screens/opening.tsx';

export function later<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  /** Shown until then. */
  meanwhile: ComponentChildren = <Opening />,
): FunctionComponent<Props> {
  let known: FunctionComponent<Props> | null = null;
  return function Later(props: Props) {
    const [, setLoaded] = useState(known !== null);
    useEffect(() => {
      if (known !== null) return;
      void load().then((loaded) => {
        known = loaded;
        setLoaded(true);
      });
    }, []);
    const Screen = known;
    return Screen === null ? meanwhile : <Screen {...props} />;
  };
}
