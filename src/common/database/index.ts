export { ChangeFeed } from './change-feed.js';
export { Conditions } from './conditions.js';
export { Database, statement, type Statement } from './database.js';
export { DatabaseModule } from './database.module.js';
export { expireAfter, caseInsensitive, hasNotExpired, hasExpired } from './find-operators.js';
export { hasTrigram, likePattern, searched } from './like-pattern.js';
export { FeedCache } from './feed-cache.js';
export { opaque } from './opaque.js';
export { Replica } from './replica.js';
