import { extensionMigrations } from 'direct-selling-commerce-api';
import { migrations } from './extension.js';

export default await extensionMigrations(migrations);
