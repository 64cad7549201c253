/** The service with the extension of examples/loyalty. */
import { start } from '#src/start.js';
import { loyalty, migrations } from '#examples/loyalty/src/extension.js';

await start({ extensions: [loyalty], migrations });
