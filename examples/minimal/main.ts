import { start } from '../../src/index.js';
import { minimalExtension } from './minimal.extension.js';

await start({ extensions: [minimalExtension] });
