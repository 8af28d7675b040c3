/**
 * The account that opened this visit, and its saved signature. Both require this browser's session. Neither the link
 * nor the bearer token is sufficient.
 */
import { createClient, type Fetch } from '@countersign/client';
import { getProfile, updateProfile } from '@countersign/client/operations';
import type { Hand, SigningView } from '@countersign/contract';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Adopted } from './fields.ts';

/**
 * The saved signature in the profile's format: base64 of an SVG or a PNG, with or without a data: prefix, or the typed
 * name.
 */
type Saved = { type: 'drawn' | 'typed'; data: string; hand?: Hand | undefined };

type Made = Exclude<Adopted, { type: 'uploaded' }>;

/** The first characters of a base64-encoded PNG. */
const PNG = 'iVBORw0KGgo';

export type Account = {
  saved: Adopted | null;
  /**
   * Saves a signature, and returns whether this succeeded. An uploaded picture cannot be saved as a drawing, because
   * the evidence states the kind of each signature.
   */
  save: (made: Made) => Promise<boolean>;
};

const clientOf = (fetcher: Fetch) =>
  createClient({ credentials: 'same-origin', cache: 'no-store', retries: { times: 0 }, fetch: fetcher });

/** Returns the saved signature, or undefined if this browser has no session or another person's session. */
export async function readSaved(fetcher: Fetch, email: string): Promise<Adopted | null | undefined> {
  try {
    const { profile } = await clientOf(fetcher).call(getProfile, {});
    const isOwn = profile.email_verified && profile.email.toLowerCase() === email.toLowerCase();
    return isOwn ? profile.signature && adopted(profile.signature) : undefined;
  } catch {
    // An error is ignored, because people can draw their signature instead of using a saved one.
    return undefined;
  }
}

export async function writeSaved(fetcher: Fetch, made: Made): Promise<boolean> {
  try {
    await clientOf(fetcher).call(updateProfile, { body: { signature: saved(made) } });
    return true;
  } catch {
    return false;
  }
}

function adopted({ type, data, hand }: Saved): Adopted {
  if (type === 'typed') return { type, text: data, ...(hand && { hand }) };
  if (data.startsWith('data:')) return { type, picture: data };
  return { type, picture: `data:image/${data.startsWith(PNG) ? 'png' : 'svg+xml'};base64,${data}` };
}

function saved(made: Made): Saved {
  if (made.type === 'typed') return { type: 'typed', data: made.text, ...(made.hand && { hand: made.hand }) };
  return { type: 'drawn', data: made.picture.slice(made.picture.indexOf(',') + 1) };
}

/** Null while loading, and for every visit that was not opened with the signer's account. */
export function useAccount({ by_account: byAccount, signer: { email } }: SigningView): Account | null {
  const [kept, setKept] = useState<Adopted | null | undefined>(undefined);
  useEffect(() => {
    let over = false;
    setKept(undefined);
    if (byAccount)
      void readSaved(fetch, email).then((found) => {
        if (!over) setKept(found);
      });
    return () => {
      over = true;
    };
  }, [byAccount, email]);
  return useMemo(
    () =>
      kept === undefined
        ? null
        : {
            saved: kept,
            save: async (made) => {
              const isKept = await writeSaved(fetch, made);
              if (isKept) setKept(made);
              return isKept;
            },
          },
    [kept],
  );
}
