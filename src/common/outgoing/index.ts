export { OutgoingHttp, type OutgoingPost, type OutgoingResult } from './outgoing-http.js';
export { OutgoingModule } from './outgoing.module.js';
