export { RunsModule } from './runs.module.js';
