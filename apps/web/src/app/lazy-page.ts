import { lazyRouteComponent } from '@tanstack/react-router';
import { networkError } from '@countersign/client';
import { isReachable } from '@countersign/ui-kit/connection';

/**
 * A page whose script is loaded when it is first opened. The router takes a missing script for one of an older release
 * and reloads the page, which shows nothing without a connection. This wrapper reports the actual error.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        throw (await isReachable()) ? error : networkError();
      }),
    name,
  );
