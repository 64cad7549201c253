export { ConsoleModule } from './console.module.js';
export { serveConsoleAssets } from './console-page.js';
