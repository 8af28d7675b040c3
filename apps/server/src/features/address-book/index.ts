export { eraseFromAddressBooks } from './contacts.ts';
