export { PostedPeriods, type PostedSpan, VolumeLedger } from './volume-ledger.js';
export { VolumesModule } from './volumes.module.js';
export { VolumesService } from './volumes.service.js';
