import { blobStoreContract } from '../blob-store.contract.ts';
import { memoryBlobs } from './memory-blobs.ts';

blobStoreContract('the memory fake', memoryBlobs);
