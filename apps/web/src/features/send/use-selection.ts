import { useCallback, useMemo, useState } from 'react';
import type { Placed } from './draft.ts';

export type Selection = {
  /** The selected fields in the order of selection. */
  fields: readonly Placed[];
  has: (key: string) => boolean;
  /** Selects only the given fields. */
  set: (keys: readonly string[]) => void;
  toggle: (key: string) => void;
  /** Handles focus by keyboard. It selects only this field, unless a selection is being extended. */
  focus: (key: string) => void;
};

type State = { keys: readonly string[]; extending: boolean };
const NOTHING: State = { keys: [], extending: false };

/** Returns the selected fields that still exist. */
export function useSelection(fields: readonly Placed[]): Selection {
  const [{ keys }, setState] = useState(NOTHING);
  const selected = useMemo(() => {
    const byKey = new Map(fields.map((field) => [field.key, field]));
    return keys.flatMap((key) => byKey.get(key) ?? []);
  }, [fields, keys]);
  const set = useCallback((chosen: readonly string[]) => setState({ keys: chosen, extending: chosen.length > 1 }), []);
  const toggle = useCallback(
    (key: string) =>
      setState((state) => {
        const rest = state.keys.filter((other) => other !== key);
        return { keys: rest.length < state.keys.length ? rest : [...rest, key], extending: true };
      }),
    [],
  );
  const focus = useCallback(
    (key: string) =>
      setState((state) => (state.extending && state.keys.length > 0 ? state : { keys: [key], extending: false })),
    [],
  );
  return { fields: selected, has: (key) => keys.includes(key), set, toggle, focus };
}
