import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { authorization, hasBearer } from '../api/client.ts';

type Props = ComponentProps<'img'> & { src: string; alt: string };

/**
 * Shows a picture from the API. Browsers send no token with requests for pictures, so without a session, the page
 * fetches the picture itself.
 */
export function ApiImage({ alt, ...props }: Props) {
  return hasBearer() ? <FetchedImage {...props} alt={alt} /> : <img {...props} alt={alt} />;
}

function FetchedImage({ src, srcSet, alt, onError, ...props }: Props) {
  const [shown, setShown] = useState<string>();
  const wide = srcSet?.split(', ').at(-1)?.split(' ')[0];
  const address = devicePixelRatio > 1 && wide !== undefined ? wide : src;
  const fail = useEffectEvent(() => onError?.(new Event('error') as never));
  useEffect(() => {
    const stop = new AbortController();
    let url: string | undefined;
    fetch(address, { headers: authorization(), credentials: 'omit', signal: stop.signal })
      .then(async (answer) => {
        if (!answer.ok) throw new Error(`The image failed with ${answer.status}.`);
        url = URL.createObjectURL(await answer.blob());
        if (stop.signal.aborted) URL.revokeObjectURL(url);
        else setShown(url);
      })
      .catch(() => {
        if (!stop.signal.aborted) fail();
      });
    return () => {
      stop.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [address]);
  return <img {...props} alt={alt} src={shown} />;
}
