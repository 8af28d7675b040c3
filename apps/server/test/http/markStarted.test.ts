import { startTestApp } from '../support/app.ts';
import { notesOnce } from '../support/notes-once.ts';

notesOnce(await startTestApp(), 'start', { event: 'recipient.started', action: 'document.signing-started' });
