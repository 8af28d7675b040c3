import { lazyRouteComponent } from '@tanstack/react-router';
import { networkError } from '@countersign/client';
import { isReachable } from '@countersign/ui-kit/connection';
import { laterStyles } from '../ui/later-styles.ts';

/**
 * Creates a page whose script is loaded when the page is first opened. The router assumes that a missing script is from
 * an older release and reloads the page, which leaves a blank page if there is no connection. This wrapper reports the
 * actual error.
 */
export const firstPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        throw (await isReachable()) ? error : networkError();
      }),
    name,
  );

/** Creates a page that also shows components whose styles are not part of the first screen. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  firstPage(async () => (await Promise.all([load(), laterStyles()]))[0], name);
