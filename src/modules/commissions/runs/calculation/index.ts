import { RunReader } from '../reading/run-reader.js';
import { Calculation } from './calculation.service.js';
import { Reckoner } from './reckoner.js';

/** What reads, reckons and writes runs. */
export const CALCULATION = [RunReader, Reckoner, Calculation];
