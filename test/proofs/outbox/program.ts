/** The service with an extension that keeps books of all events. */
import { start } from '#src/start.js';
import { BooksModule, ProofBooks1790000000001 } from './books.js';

await start({ extensions: [BooksModule], migrations: [ProofBooks1790000000001] });
