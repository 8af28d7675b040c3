export { recountOnConsole } from './recount-command.ts';
