import { start } from 'direct-selling-commerce-api';
import { minimalExtension } from './minimal.extension.js';

await start({ extensions: [minimalExtension] });
