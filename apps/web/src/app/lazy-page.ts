import { lazyRouteComponent } from '@tanstack/react-router';
import { networkError } from '@countersign/client';
import { isReachable } from '../api/connection.ts';

/**
 * A page whose script is fetched when it is first opened. The router takes a script that does not come for one of an older release
 * and reloads the page, which without a connection would leave nothing at all; so it is told what is the matter.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        throw (await isReachable()) ? error : networkError();
      }),
    name,
  );
