export { ChangeFeed } from './change-feed.js';
export {
  Conditions,
  FOUND_ROWS,
  hasTrigram,
  idIn,
  isText,
  likePattern,
  ONE_PROCESS,
  opaque,
  searched,
} from './conditions.js';
export { Database, statement, type Statement } from './database.js';
export { caseInsensitive, expireAfter, hasExpired, hasNotExpired, isOlderThan } from './find-operators.js';
export { Replica } from './replica.js';
