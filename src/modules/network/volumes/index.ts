export { PostedPeriods, type PostedSpan } from './posted-periods.js';
export { VolumeLedger } from './volume-ledger.js';
export { VolumesModule } from './volumes.module.js';
export { VolumesService } from './volumes.service.js';
