export { CommissionInputs, type GivenInput, type PutOptions } from './inputs.service.js';
export { AdminInputsModule, InputsModule } from './inputs.module.js';
