/**
 * The page on a phone where the signer draws a signature for a signing page on another device (ADR 154). It shows only
 * the drawing area.
 */
import { render } from 'preact';
import '@countersign/ui-kit/tokens.css';
import '../styles/base.css';
import '../styles/letter.css';
import '../styles/dialog.css';
import { Page } from './page.tsx';

const root = document.getElementById('app');
if (root === null) throw new Error('draw.html has no element with the id "app"');
render(<Page />, root);
