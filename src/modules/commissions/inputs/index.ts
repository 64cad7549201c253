export { CommissionInputs, type GivenInput, type PutOptions } from './inputs.service.js';
export { AdminInputsModule } from './inputs.module.js';
