import { render } from 'preact';
import '../styles/base.css';
import '../styles/letter.css';
import '../styles/verify.css';
import { Page } from './page.tsx';
import { wordsFor } from './words/index.ts';

const root = document.getElementById('app');
if (root === null) throw new Error('verify.html has no element with the id "app"');

const words = await wordsFor(navigator.languages);
document.documentElement.lang = words.locale;
document.documentElement.dir = words.direction;
document.title = `${words.title} · Countersign`;
render(<Page words={words} />, root);
