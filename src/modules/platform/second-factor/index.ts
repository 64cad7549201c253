export { CodeField, PasskeyField, TotpSecretView } from './factor.dto.js';
export { OwnFactors } from './own-factors.service.js';
export { SecondFactorModule } from './second-factor.module.js';
export { PROOF_KINDS, SecondFactors, wrongProof, type Proof, type ProofKind } from './second-factors.service.js';
