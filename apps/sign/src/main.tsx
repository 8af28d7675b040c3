import { render } from 'preact';
import { App } from './app.tsx';
import './styles/base.css';
import './styles/letter.css';
import './styles/document.css';
import './styles/fields.css';
import './styles/bar.css';
import './styles/dialog.css';

const root = document.getElementById('app');
if (root === null) throw new Error('index.html has no element with the id "app"');
render(<App />, root);
