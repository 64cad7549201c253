export { OutgoingHttp } from './outgoing-http.js';
export { OutgoingModule } from './outgoing.module.js';
