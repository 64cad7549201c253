export { ConsoleModule } from './console.module.js';
export { serveConsoleAssets } from './serve-assets.js';
