export { ChangeFeed } from './change-feed.js';
export {
  caseInsensitive,
  Conditions,
  expireAfter,
  FOUND_ROWS,
  hasExpired,
  hasNotExpired,
  hasTrigram,
  isOlderThan,
  isText,
  likePattern,
  ONE_PROCESS,
  opaque,
  rowsOfEach,
  searched,
} from './conditions.js';
export { Database, statement, type Statement } from './database.js';
export { DatabaseModule } from './database.module.js';
export { Replica } from './replica.js';
