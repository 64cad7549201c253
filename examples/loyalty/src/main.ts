import { start } from 'direct-selling-commerce-api';
import { loyalty, migrations } from './extension.js';

await start({ extensions: [loyalty], migrations });
