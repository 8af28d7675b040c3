export { replayAccounts } from './erase-accounts.ts';
