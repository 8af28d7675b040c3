/**
 * The account that opened this visit, and the signature it keeps. Both are asked for with the session of this browser: whoever
 * holds the link or the bearer alone gets neither.
 */
import { createClient, type Fetch } from '@countersign/client';
import { getProfile, updateProfile } from '@countersign/client/operations';
import type { Hand, SigningView } from '@countersign/contract';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Adopted } from './fields.ts';

/** Of the profile: base64 of an SVG or a PNG, with or without a data: prefix; or the name as it is typed. */
type Saved = { type: 'drawn' | 'typed'; data: string; hand?: Hand | undefined };

/** What can be kept. */
type Made = Exclude<Adopted, { type: 'uploaded' }>;

/** How base64 of a PNG begins. */
const PNG = 'iVBORw0KGgo';

export type Account = {
  saved: Adopted | null;
  /** Answers whether it is kept. A picture that was uploaded is no drawing, and the evidence says which a signature is. */
  save: (made: Made) => Promise<boolean>;
};

const clientOf = (fetcher: Fetch) =>
  createClient({ credentials: 'same-origin', cache: 'no-store', retries: { times: 0 }, fetch: fetcher });

/** The saved signature; undefined where the session of this browser is none, or not the signer's own. */
export async function readSaved(fetcher: Fetch, email: string): Promise<Adopted | null | undefined> {
  try {
    const { profile } = await clientOf(fetcher).call(getProfile, {});
    const isOwn = profile.email_verified && profile.email.toLowerCase() === email.toLowerCase();
    return isOwn ? profile.signature && adopted(profile.signature) : undefined;
  } catch {
    // It is a convenience: without it one draws.
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

/** Null until it is known, and for every visit that no account of the signer's opened. */
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
