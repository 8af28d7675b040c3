import type { Phrase } from '@countersign/words/app';
import { createElement, Fragment, type ReactNode } from 'react';

/** Renders a sentence that contains elements, such as a link or a time. */
export const phrase = (parts: Phrase<ReactNode>): ReactNode => createElement(Fragment, null, ...parts);
