import { render } from 'preact';
import { App } from './app.tsx';
import { WordsContext, wordsFor } from './parts/words.ts';
import './styles/base.css';
import './styles/letter.css';
import './styles/document.css';
import './styles/fields.css';
import './styles/bar.css';
import './styles/dialog.css';

const words = wordsFor(navigator.languages);
document.documentElement.lang = words.m.locale;
document.documentElement.dir = words.m.direction;

const root = document.getElementById('app');
if (root === null) throw new Error('index.html has no element with the id "app"');
render(
  <WordsContext.Provider value={words}>
    <App />
  </WordsContext.Provider>,
  root,
);
