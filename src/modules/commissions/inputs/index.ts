export { AdminInputs } from './admin-inputs.service.js';
export { DeclaredInputView } from './inputs.dto.js';
export { CommissionInputs, type GivenInput, type PutOptions } from './inputs.service.js';
export { AdminInputsModule } from './inputs.module.js';
