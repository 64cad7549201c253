export { SimulationsModule } from './simulations.module.js';
