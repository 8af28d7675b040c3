/** The page of a public link. A visitor confirms an address and continues on the signing page (ADR 155). */
import { render } from 'preact';
import '@countersign/ui-kit/tokens.css';
import '../styles/base.css';
import '../styles/letter.css';
import './start.css';
import { Page } from './page.tsx';

const root = document.getElementById('app');
if (root === null) throw new Error('start.html has no element with the id "app"');
render(<Page />, root);
