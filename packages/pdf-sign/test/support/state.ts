import { Lexer } from '../../src/reader/lexer.ts';
import type { Entries, RevisionState } from '../../src/state.ts';
import { serialize } from '../../src/writer/serialize.ts';

/** Normalizes a state for comparison: source text is written uniformly and fields are sorted. */
export function normal(state: RevisionState): RevisionState {
  return {
    ...state,
    catalog: entries(state.catalog),
    fields: state.fields
      .map((field) => ({
        ...field,
        entries: entries(field.entries),
        ...(field.buttons && {
          buttons: field.buttons.map((button) => ({ ...button, entries: entries(button.entries) })),
        }),
        lockEntries: field.lockEntries && entries(field.lockEntries),
      }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    host: state.host && {
      ...state.host,
      pageEntries: entries(state.host.pageEntries),
      formEntries: entries(state.host.formEntries),
    },
    dss: state.dss && { ...state.dss, vri: entries(state.dss.vri) },
  };
}

function entries(list: Entries): Entries {
  return list.map(([key, source]) => [key, serialize(new Lexer(Buffer.from(source, 'latin1')).value())]);
}
