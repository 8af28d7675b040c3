import type { Feature } from '../../platform/feature.ts';

export const singleSignOn = { name: 'single-sign-on' } satisfies Feature<object>;
